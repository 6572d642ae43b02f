"""R2: starting a round."""

import pytest

from games.engine import (
    PlaceTile,
    RoundDealt,
    RoundState,
    StarterFirst,
    Tile,
    TileDrawn,
    TilePlayed,
    decide,
    legal,
    resolve,
    search_start,
)
from games.engine.evolve import dealt, moved
from games.engine.settle import forced, forced_moves


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def holder_round(*hands: str, first: int = 0, yard: str = "") -> RoundState:
    rules = resolve("four-arms", len(hands), highest=6, hand_size=2)
    held = tuple(map(tiles, hands))
    return dealt(rules, len(hands), RoundDealt(1, Tile(6, 6), first, held, tiles(yard)))


def test_a_starter_set_aside_lies_in_the_centre_and_the_finder_leads() -> None:  # R2.2
    rules = resolve("trains", 2, highest=6, hand_size=2)
    hands = (tiles("0-1 0-2"), tiles("0-3 0-6"))
    state = dealt(rules, 2, RoundDealt(1, Tile(6, 6), 1, hands, tiles("0-4 0-5 1-1")))
    assert [placement.tile for placement in state.placements] == [Tile(6, 6)]
    assert state.placements[0].seat is None
    assert (state.turn, state.lead, state.phase) == (1, 1, "play")
    assert legal(state) == (PlaceTile(1, Tile(0, 6), Tile(6, 6)),)


def test_who_holds_the_starter_leads_by_placing_it() -> None:  # R2.3
    state = holder_round("0-1 0-2", "0-3 6-6", "0-4 0-5", yard="1-1")
    assert (state.turn, state.lead, state.phase) == (1, None, "search")
    placed = TilePlayed(1, 1, Tile(6, 6), None)
    assert forced(state) == placed
    after = moved(state, placed)
    assert (after.turn, after.lead) == (2, 1)


def test_seats_draw_in_turn_until_the_starter_is_found() -> None:  # R2.3
    state = holder_round("0-1 0-2", "0-3 0-6", first=1, yard="1-1 1-2 6-6 1-3")
    found = list(forced_moves(state))[:4]
    assert found == [
        TileDrawn(1, 1, Tile(1, 1)),
        TileDrawn(1, 0, Tile(1, 2)),
        TileDrawn(1, 1, Tile(6, 6)),
        TilePlayed(1, 1, Tile(6, 6), None),
    ]
    for event in found:
        state = moved(state, event)
    assert Tile(1, 1) in state.hands[1]
    assert Tile(1, 2) in state.hands[0]
    assert (state.lead, state.turn, state.drawn) == (1, 0, None)


def test_nothing_but_the_starter_begins_a_round() -> None:  # R2.3
    state = holder_round("0-1 6-6", "0-3 0-6", yard="1-1")
    with pytest.raises(StarterFirst):
        decide(state, PlaceTile(0, Tile(0, 1), None))


def test_searching_the_reserve_does_not_count() -> None:  # R5
    rules = resolve("four-arms", 2, highest=6, hand_size=2, yard_reserve=2)
    hands = (tiles("0-1 0-2"), tiles("0-3 0-6"))
    state = dealt(rules, 2, RoundDealt(1, Tile(6, 6), 0, hands, tiles("1-1 6-6")))
    assert state.drawable == 2
    for event in list(forced_moves(state))[:3]:
        state = moved(state, event)
    assert (state.lead, state.drawable) == (1, 0)


def test_a_round_is_not_blocked_while_the_starter_is_sought() -> None:  # R6.2
    assert holder_round("0-1 0-2", "0-3 0-4", yard="6-6").reason is None


@pytest.mark.parametrize(("lead", "start"), [(None, 0), (0, 1), (3, 0)])
def test_in_turn_the_search_begins_after_the_last_lead(lead: int | None, start: int) -> None:
    rules = resolve("four-arms", 4)
    assert search_start(rules, 4, 1 if lead is None else 2, lead) == start  # R2.4


@pytest.mark.parametrize(("number", "start"), [(1, 0), (2, 1), (4, 3), (5, 0)])
def test_side_by_side_the_search_begins_a_seat_on(number: int, start: int) -> None:  # R10.2
    rules = resolve("four-arms", 4, pace="side_by_side")
    assert search_start(rules, 4, number, None) == start
