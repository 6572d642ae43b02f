"""Moves that are taken back stay in the log and count no more."""

from datetime import timedelta

import pytest

from games import clock, projections, queries, services, store
from games.engine import TileDrawn
from games.record.export import check_match
from games.tables import Match
from tests.factories import NOON, make_match, play_on, sensible, waiting

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=2)


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


def back(match: Match, moves: int, **more: object) -> None:
    """Take back the last moves of round 1."""
    way = queries.ways_back(match)[moves - 1]
    services.rewind(match, way.round, way.to_seq, now=LATER, **more)  # type: ignore[arg-type]


def test_the_choice_is_there_again_with_a_full_new_deadline(match: Match) -> None:
    before = waiting(match)
    view = queries.see_round(match, 1, before.seat.number).view
    play_on(match, choices=3)
    back(match, 3)
    again = waiting(match)
    assert again.seat == before.seat
    assert again.deadline == clock.deadline(LATER, match.turn_time, None)
    assert again.told_at is None
    now = queries.see_round(match, 1, before.seat.number).view
    assert (now.hand, now.legal, now.placements) == (view.hand, view.legal, view.placements)
    assert (now.hand_sizes, now.yard_size) == (view.hand_sizes, view.yard_size)
    assert match.rounds.get().last_seq == again.seq == Match.objects.get().head


def test_play_goes_on_from_there_to_a_good_record(match: Match) -> None:
    match = make_match(people=3, bots=0, rounds=1, hand_size=5)
    play_on(match, choices=4)
    back(match, 2)
    play_on(match, choices=1)
    back(match, 2)
    play_on(match, now=LATER)
    assert check_match(match).state == "ok"
    assert len([row for row in store.load_all(match.pk) if row.type == "moves_rewound"]) == 2


def play_to_a_draw(match: Match, *, made_after: bool) -> tuple[store.Stored, queries.WayBack]:
    """Play until a tile was drawn in a running round, with a choice made before or after it."""
    while match.choices.exists():
        play_on(match, choices=1)
        draws = [row for row in store.load_all(match.pk) if row.type == "tile_drawn"]
        for way in queries.ways_back(match):
            for draw in draws:
                if draw.round == way.round and (way.to_seq >= draw.seq) == made_after:
                    return draw, way
    raise AssertionError("nothing was drawn in the whole match")


def test_what_was_forced_after_the_event_stays_and_is_not_forced_again() -> None:
    match = make_match(people=2, bots=0, hand_size=6)
    draw, way = play_to_a_draw(match, made_after=True)
    services.rewind(match, way.round, draw.seq - 1, now=LATER)
    assert draw.seq not in store.taken_back(store.load_all(match.pk))
    assert check_match(match).fault is None


def test_a_seq_behind_the_last_choice_takes_nothing_back(match: Match) -> None:
    play_on(match, choices=2)
    for seq in (match.head, match.head + 7):
        with pytest.raises(services.NothingToTakeBack):
            services.rewind(match, 1, seq, now=LATER)
    with pytest.raises(services.NothingToTakeBack):
        services.rewind(match, 2, 0, now=LATER)


def test_a_round_that_has_ended_is_not_rewound() -> None:
    match = make_match(people=2, bots=0, rounds=2, hand_size=4)
    while not match.rounds.filter(number=2).exists():
        play_on(match, choices=1)
    with pytest.raises(services.NothingToTakeBack):
        services.rewind(match, 1, match.rounds.get(number=1).dealt_seq, now=LATER)


def test_a_paused_match_can_be_rewound_and_its_choice_waits_for_the_end(match: Match) -> None:
    play_on(match, choices=2)
    services.pause(match, now=NOON)
    back(match, 2)
    services.resume(match, now=LATER + timedelta(days=1))
    assert waiting(match).deadline == clock.deadline(
        LATER + timedelta(days=1), match.turn_time, None
    )
    assert check_match(match).fault is None


def test_a_move_that_was_taken_back_is_stale_and_was_not_played(match: Match) -> None:
    choice = waiting(match)
    command = sensible(choice)
    services.play(choice.seat, 1, command, choice.seq, now=NOON)
    back(match, 1)
    with pytest.raises(services.Stale):
        services.play(choice.seat, 1, command, choice.seq, now=LATER)
    again = waiting(match)
    services.play(again.seat, 1, command, again.seq, now=LATER)
    assert services.play(again.seat, 1, command, again.seq, now=LATER).again


def test_rounds_side_by_side_are_rewound_one_by_one() -> None:
    match = make_match(people=3, bots=0, pace="side_by_side", rounds=3)
    play_on(match, choices=3)
    other = match.choices.filter(round=2).values_list("seq", "deadline").get()
    back(match, 1)
    assert match.choices.filter(round=2).values_list("seq", "deadline").get() == other
    assert check_match(match).fault is None


def test_a_rebuild_knows_of_a_rewind(match: Match) -> None:
    play_on(match, choices=4)
    back(match, 2)
    before = list(match.choices.values_list("round", "seq", "seat", "deadline"))
    projections.rebuild(match, now=LATER + timedelta(days=9))
    assert list(match.choices.values_list("round", "seq", "seat", "deadline")) == before


@pytest.mark.django_db(transaction=True)
def test_a_bot_whose_choice_comes_back_makes_it_again() -> None:
    match = make_match(people=1, bots=2)
    play_on(match, choices=2)
    rows = [row for row in store.load_all(match.pk) if row.round == 1 and row.cause == "bot"]
    services.rewind(match, 1, rows[0].seq - 1, now=LATER)
    assert not waiting(match).seat.bot
    assert check_match(match).fault is None


def test_a_tile_that_was_drawn_and_went_back_is_known_to_its_drawer_alone() -> None:
    match = make_match(people=2, bots=0, hand_size=6)
    draw, way = play_to_a_draw(match, made_after=False)
    services.rewind(match, way.round, way.to_seq, now=LATER)
    event = draw.event()
    assert isinstance(event, TileDrawn)
    for seat in (event.seat, 1 - event.seat, None):
        seen = queries.see_round(match, way.round, seat)
        shown = next(shown for shown in seen.happened if shown.seq == draw.seq)
        assert shown.taken_back
        assert (shown.data["tile"] is not None) == (seat == event.seat)
        assert event.tile not in (seen.view.hand or ())
