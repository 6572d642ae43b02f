"""Plans: made by who sits there, used when their turn comes, and seen by nobody else."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import engine, services, store
from games.engine import PlaceTile, Tile, Wish
from games.services import PlanRefused, SeatChanged, recording
from games.tables import Match, Plan, Seat
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting

pytestmark = pytest.mark.django_db


def playing(people: int = 2, bots: int = 0, **options: Any) -> Match:
    """Return a match in which who waits holds tiles that fit the starter, and others."""
    while True:
        match = make_match(people=people, bots=bots, **{"rounds": 2, **options})
        seat = to_wait(match) if match.choices.filter(round=1).exists() else None
        if seat is not None and 1 < sum(map(fits, hand(seat))) < len(hand(seat)):
            return match


def fits(tile: Tile) -> bool:
    return 9 in (tile.low, tile.high)


def to_wait(match: Match, number: int = 1) -> Seat:
    """Return the seat whose turn comes after the one that a round waits for."""
    choice = match.choices.get(round=number)
    after = (choice.seat.number + 1) % match.seats.count()
    return match.seats.select_related("match", "player").get(number=after)


def move(match: Match, number: int = 1) -> None:
    choice = match.choices.select_related("seat", "match").get(round=number)
    services.play(choice.seat, number, sensible(choice), choice.seq, now=NOON)
    after_commit(match)


def after_commit(match: Match) -> None:
    """Do what follows a commit, which a test never sees, and what is left to the worker."""
    while services.play_bots(match.pk, now=NOON):
        pass
    match.refresh_from_db()


def hand(seat: Seat, number: int = 1) -> list[Tile]:
    return list(recording.load(seat.match, number).state.rounds[number].hands[seat.number])


def all_wishes(seat: Seat, number: int = 1) -> list[Wish]:
    return [Wish(tile) for tile in hand(seat, number)]


def plan(seat: Seat, wishes: list[Wish], otherwise: str = "next", number: int | None = 1) -> None:
    services.make_plan(seat, number, wishes, otherwise, now=NOON)
    after_commit(seat.match)


def causes(match: Match) -> list[str]:
    return [row.cause for row in store.load_all(match.pk)]


def test_a_plan_is_used_as_soon_as_the_turn_comes() -> None:
    match = playing()
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    before = hand(seat)
    move(match)
    made, *_more = [row for row in store.load_all(match.pk) if row.cause == "plan"]
    played = made.event()
    assert isinstance(played, engine.TilePlayed)
    assert (played.seat, played.tile in before) == (seat.number, True)
    assert played.tile not in [wish.tile for wish in Plan.objects.get().wished]


def test_the_tiles_are_played_in_their_order_on_the_ends_that_are_named() -> None:
    match = playing(hand_size=8)
    seat = to_wait(match)
    starter = Tile(9, 9)
    (first, *_fitting) = [tile for tile in hand(seat) if fits(tile)]
    others = [tile for tile in hand(seat) if tile is not first]
    plan(seat, [Wish(first, starter), *map(Wish, others)], "ask")
    move(match)
    (made, *_later) = [row for row in store.load_all(match.pk) if row.cause == "plan"]
    assert made.event() == engine.TilePlayed(1, seat.number, first, starter)


@pytest.mark.parametrize(("otherwise", "left"), [("ask", 1), ("stop", 0)])
def test_a_wish_that_cannot_be_done_asks_and_the_plan_stays_or_goes(
    otherwise: str, left: int
) -> None:
    match = playing()
    seat = to_wait(match)
    never = next(tile for tile in hand(seat) if not fits(tile))
    plan(seat, [Wish(never)], otherwise)
    move(match)
    assert waiting(match).seat == seat
    assert "plan" not in causes(match)
    assert Plan.objects.count() == left


def test_a_tile_that_was_played_by_hand_is_wished_no_more() -> None:
    match = playing()
    seat = to_wait(match)
    first, second = [tile for tile in hand(seat) if fits(tile)][:2]
    plan(seat, [Wish(first, second)], "ask")
    move(match)
    choice = waiting(match)
    services.play(choice.seat, 1, PlaceTile(seat.number, first, Tile(9, 9)), choice.seq, now=NOON)
    assert Plan.objects.exists()
    while Plan.objects.exists() and match.choices.exists():
        move(match)
    assert "plan" not in causes(match)
    assert not Plan.objects.exists()


def test_side_by_side_a_plan_for_a_round_is_used_in_that_one_alone() -> None:
    match = playing(pace="side_by_side", rounds=3)
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    move(match)
    assert {row.round for row in store.load_all(match.pk) if row.cause == "plan"} == {1}


def held_in_the_first_round_alone() -> tuple[Match, Seat, list[Tile]]:
    while True:
        match = playing(pace="side_by_side", rounds=3, hand_size=7)
        seat = to_wait(match)
        elsewhere = {tile for number in (2, 3) for tile in hand(seat, number)}
        alone = [tile for tile in hand(seat) if fits(tile) and tile not in elsewhere]
        if alone:
            return match, seat, alone


def test_a_plan_for_any_round_is_used_where_the_tile_is_held() -> None:
    match, seat, tiles = held_in_the_first_round_alone()
    plan(seat, [Wish(tile) for tile in tiles], number=None)
    assert "plan" not in causes(match)
    move(match)
    assert {row.round for row in store.load_all(match.pk) if row.cause == "plan"} == {1}


def test_plans_of_several_seats_and_bots_follow_each_other() -> None:
    match = playing(people=2, bots=1, hand_size=14)
    for seat in match.seats.filter(bot="").select_related("match", "player"):
        services.make_plan(seat, 1, all_wishes(seat), "next", now=NOON)
    after_commit(match)
    assert {"plan", "bot"} <= set(causes(match))
    assert not [row for row in match.choices.all() if row.seat.bot]


def test_a_plan_is_used_at_once_if_its_turn_has_come() -> None:
    match = playing()
    seat = waiting(match).seat
    plan(seat, all_wishes(seat))
    assert "plan" in causes(match)


def test_a_move_by_plan_counts_as_the_players() -> None:
    match = playing()
    seat = to_wait(match)
    Seat.objects.filter(pk=seat.pk).update(strikes=2, last_strike_on=NOON.date())
    plan(seat, all_wishes(seat))
    move(match)
    seat.refresh_from_db()
    assert (seat.strikes, seat.last_strike_on) == (0, None)


def test_the_same_move_by_hand_after_the_plan_is_one_move() -> None:
    match = playing()
    seat = to_wait(match)
    seat_before = Seat.objects.select_related("match").get(pk=seat.pk)
    move(match)
    choice = waiting(match)
    state = recording.load(match, 1).state.rounds[1]
    command = engine.legal(state)[0]
    assert isinstance(command, PlaceTile)
    plan(seat, [Wish(command.tile, command.on)])
    assert services.play(seat_before, 1, command, choice.seq, now=NOON).again


def test_making_the_same_plan_again_after_it_was_used_makes_nothing_anew() -> None:
    match = playing()
    seat = to_wait(match)
    tile = next(tile for tile in hand(seat) if fits(tile))
    plan(seat, [Wish(tile)])
    move(match)
    assert tile not in hand(seat)
    plan(seat, [Wish(tile)])
    assert not Plan.objects.exists()


@pytest.mark.parametrize("end", ["resigned", "admin"])
def test_who_leaves_the_seat_leaves_no_plan(end: str) -> None:
    match = playing(people=3)
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    if end == "resigned":
        services.resign(seat, now=NOON)
    else:
        services.give_to_player(seat, make_player(), now=NOON)
    assert not Plan.objects.exists()
    with pytest.raises(SeatChanged):
        plan(seat, [])


def test_who_leaves_the_server_leaves_no_plan_at_a_match_that_stands_still_either() -> None:
    match = playing()
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    assert seat.player
    services.stop(match.pk, "a fault", NOON)
    services.player_leaves(seat.player, now=NOON)
    assert not Plan.objects.exists()


def test_a_round_that_is_taken_back_asks_instead_of_using_plans() -> None:
    match = playing()
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    move(match)
    made, *_more = [row for row in store.load_all(match.pk) if row.cause == "plan"]
    services.rewind(match, 1, made.seq - 1, now=NOON)
    after_commit(match)
    assert not Plan.objects.exists()
    assert waiting(match).seat == seat


def followed_by_a_plan() -> tuple[Match, Seat, Seat]:
    """Return a match whose last event is a play by plan, who made the one before, and the maker."""
    while True:
        match = playing()
        seat, mover = to_wait(match), waiting(match).seat
        plan(seat, [Wish(next(tile for tile in hand(seat) if fits(tile)))])
        move(match)
        *_earlier, made = store.load_all(match.pk)
        if made.cause == "plan":
            return match, mover, seat


def test_a_play_can_be_taken_back_though_a_plan_has_followed_it() -> None:
    match, mover, seat = followed_by_a_plan()
    services.ask_to_take_back(mover, 1, match.rounds.get(number=1).last_seq, now=NOON)
    services.agree(seat, match.offers.get().pk, now=NOON)
    assert waiting(match).seat == mover


def test_a_paused_match_keeps_its_plans_for_when_it_goes_on() -> None:
    match = playing()
    seat = waiting(match).seat
    services.pause(match, now=NOON)
    plan(seat, all_wishes(seat))
    assert "plan" not in causes(match)
    services.resume(match, now=NOON)
    after_commit(match)
    assert "plan" in causes(match)


def test_a_plan_for_what_is_over_goes() -> None:
    match = playing(hand_size=7, pace="side_by_side")
    seat = to_wait(match)
    for number in (1, 2):
        services.make_plan(seat, number, all_wishes(seat, number), now=NOON)
    assert (services.drop_spent_plans(), Plan.objects.count()) == (0, 2)
    play_on(match)
    services.drop_spent_plans()
    assert not Plan.objects.exists()


def test_what_could_never_be_used_is_refused_with_a_sentence() -> None:
    match = playing()
    seat = to_wait(match)
    mine = hand(seat)
    other = next(tile for tile in engine.tile_set(9) if tile not in mine)
    bare = next(tile for tile in mine if not fits(tile))
    for wishes, said in (
        ([Wish(other)], "You do not hold"),
        ([Wish(mine[0]), Wish(mine[0])], "twice"),
        ([Wish(bare, Tile(9, 9))], "no end of"),
    ):
        with pytest.raises(PlanRefused, match=said):
            plan(seat, wishes)
    with pytest.raises(engine.RoundNotDealt):
        plan(seat, [], number=2)
    assert not Plan.objects.exists()


def test_the_sweep_finds_a_plan_that_was_lost() -> None:
    match = playing()
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    assert not list(services.matches_with_waiting_plans())
    play_on(match, choices=1)
    assert list(services.matches_with_waiting_plans()) == [match.pk]
    match.choices.update(told_at=NOON)
    assert not list(services.matches_with_waiting_plans())


def test_plans_are_used_behind_the_commit_and_their_failure_undoes_nobodys_move(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = playing()
    seat = to_wait(match)
    plan(seat, all_wishes(seat))
    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr(engine, "grant", lambda *_args, **_more: 1 / 0)
        play_on(match, choices=1)
    assert waiting(match).seat == seat
    with django_capture_on_commit_callbacks(execute=True):
        services.make_plan(seat, 1, all_wishes(seat), "next", now=NOON)
    assert "plan" in causes(match)
