"""Steps of all rounds as they happened, beside the steps of each round (R10)."""

from dataclasses import replace

import pytest

from games import queries, services, store
from games.engine import RoundEnded
from games.queries import NoSuchStep, ReplayPage
from games.tables import Match
from tests.factories import NOON, make_match, play_on, sensible

pytestmark = pytest.mark.django_db


def go_on(match: Match, choices: int | None = None) -> None:
    """Play on in whichever round has waited longest, to the first end of a round or so long."""
    while choices is None or choices > 0:
        choice = match.choices.select_related("match", "seat").order_by("seq")[0]
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
        choices = None if choices is None else choices - 1
        if choices is None and match.rounds.exclude(reason="").exists():
            return


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a running match of three rounds at once: one over, one rewound, all once paused."""
    monkeypatch.setattr("games.services.tables.new_seed", lambda: bytes(32))
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=3, highest=6, hand_size=6)
    go_on(match, choices=4)
    services.pause(match, now=NOON)
    services.resume(match, now=NOON)
    back = queries.ways_back(match)[-1]
    services.rewind(match, back.round, back.to_seq, now=NOON)
    go_on(match)
    match.refresh_from_db()
    assert match.rounds.filter(reason="").exists()
    return match


def pages_of(match: Match, seat: int | None, reel: int | None) -> list[ReplayPage]:
    last = queries.last_step(match, reel)
    return [queries.replay_page(match, seat, reel, step) for step in range(last + 1)]


@pytest.mark.parametrize("seat", [None, 0])
def test_a_step_of_all_rounds_shows_what_the_step_of_its_round_does(
    match: Match, seat: int | None
) -> None:  # R8, R10
    alone = {number: pages_of(match, seat, number) for number in (1, 2, 3)}
    together = pages_of(match, seat, None)
    assert [page.telling.moment.row.seq for page in together] == list(range(2, match.head + 1))
    rounds = {page.round for page in together}
    assert rounds == {1, 2, 3}
    for page in together:
        assert page.beside is not None
        same = alone[page.round][page.beside]
        if same.telling.moment.row.seq != page.telling.moment.row.seq:
            assert page.telling.moment.row.round is None
            continue
        assert same.beside == page.step
        assert page.line == same.line
        assert page.alone == replace(same, telling=page.telling)


def test_moves_around_a_step_are_told_as_their_rounds_tell_them(match: Match) -> None:  # R8
    alone = {
        told.line.seq: told.line
        for number in (1, 2, 3)
        for told in queries.replay_page(match, 0, number, 0).lines
    }
    marked = set()
    for page in pages_of(match, 0, None):
        assert page.step in [told.step for told in page.lines]
        assert len(page.lines) <= 31
        for told in page.lines:
            assert told.line == alone[told.line.seq]
            marked |= {told.line.seq} if told.line.taken_back else set()
    assert marked == store.taken_back(store.load_all(match.pk))


def test_what_befell_the_whole_match_shows_the_table_of_before(match: Match) -> None:
    before = None
    seen = 0
    for page in pages_of(match, None, None):
        row = page.telling.moment.row
        if row.round is None:
            assert page.round == before
            seen += 1
        before = page.round
    assert seen >= 2


def test_there_is_no_step_beyond_the_last_one(match: Match) -> None:
    last = queries.last_step(match, None)
    with pytest.raises(NoSuchStep):
        queries.replay_page(match, None, None, last + 1)


def test_rounds_in_turn_are_not_shown_all_at_once() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=2, hand_size=4))
    with pytest.raises(NoSuchStep):
        queries.last_step(match, None)
    with pytest.raises(NoSuchStep):
        queries.replay_page(match, None, None, 0)
    assert queries.replay_page(match, None, 1, 0).beside is None


def test_totals_are_listed_in_the_order_in_which_rounds_ended() -> None:
    match = make_match(people=3, bots=0, pace="side_by_side", rounds=4, hand_size=4)
    while match.choices.exists():
        go_on(match, choices=1)
    match.refresh_from_db()
    ends = [row.event() for row in store.load_all(match.pk) if row.type == "round_ended"]
    expected = [(end.round, end.totals) for end in ends if isinstance(end, RoundEnded)]
    for reel in (None, 1, 4):
        page = queries.replay_page(match, None, reel, 0)
        assert [(ended.round, ended.totals) for ended in page.ended] == expected
    assert list(page.ended[-1].totals) == match.totals


def test_a_hand_keeps_the_room_of_the_most_tiles_it_held(match: Match) -> None:
    for number in (1, 2, 3):
        pages = pages_of(match, None, number)
        for seat in range(2):
            held = [page.seats[seat].hand_size for page in pages]
            room = {page.seats[seat].room for page in pages}
            assert room == {max(held)}
            assert len(pages[0].seats[seat].gone) == max(held) - held[0]
