"""What is seen of hidden hands, and the worlds that are dealt by it."""

from dataclasses import replace
from itertools import islice
from random import Random

from hypothesis import given, settings

from games.bots.knowledge import Group, groups, table_of, unseen
from games.bots.worlds import World, worlds
from games.engine import (
    Caused,
    Hand,
    Placement,
    RoundState,
    SeatView,
    Tile,
    TileDrawn,
    TilePlayed,
    TurnPassed,
)
from games.engine.tiles import WITH_PIPS
from tests.games.bots.positions import choices
from tests.games.bots.test_bots import first_views
from tests.games.engine.matches import Setting, settings_of_matches

some = settings(max_examples=12)


def fits_in(tiles: list[Tile], places: list[Group]) -> bool:
    """Say whether the tiles can be laid out in the places, a tile a place (by augmenting paths)."""
    free = [place.may_be for place in places for _ in range(place.size)]
    holder: dict[int, Tile] = {}

    def lay(tile: Tile, tried: set[int]) -> bool:
        for number, may_be in enumerate(free):
            if tile.bit & may_be and number not in tried:
                tried.add(number)
                if number not in holder or lay(holder[number], tried):
                    holder[number] = tile
                    return True
        return False

    return len(free) == len(tiles) and all(lay(tile, set()) for tile in tiles)


@some
@given(settings_of_matches(highest=(6, 9, 12)))
def test_what_is_seen_agrees_with_how_the_tiles_lie(setting: Setting) -> None:
    for match, number, seen, _history in choices(setting, every=3):
        found = groups(seen)
        state: RoundState = match.rounds[number]
        assert table_of(seen) == state.table
        for seat, hand in enumerate(state.hands):
            if seat != seen.seat:
                theirs = [group for group in found if group.seat == seat]
                assert fits_in(list(hand), theirs)


def check(world: World, seen: SeatView) -> None:
    """Every tile lies once, every hand has its size, and mine is mine."""
    hidden = Hand.of(unseen(seen))
    assert tuple(hand.bit_count() for hand in world.hands) == seen.hand_sizes
    assert len(world.yard) == seen.yard_size
    assert world.hands[seen.seat or 0] == Hand.of(seen.hand or ())
    others = [hand for seat, hand in enumerate(world.hands) if seat != seen.seat]
    assert sum(others) + sum(world.yard) == hidden


@some
@given(settings_of_matches(highest=(6, 9)))
def test_worlds_agree_with_what_was_seen(setting: Setting) -> None:
    for choosing in choices(setting, every=5):
        seen = choosing.view
        barred = could_not_play(choosing.history, choosing.match.rounds[seen.round])
        for world in islice(worlds(seen, Random(1)), 5):
            check(world, seen)
            for seat, mask in barred.items():
                assert seat == seen.seat or not world.hands[seat] & mask


def could_not_play(history: list[Caused], state: RoundState) -> dict[int, int]:
    """Return what the seats cannot hold that could not play and have drawn nothing since."""
    barred: dict[int, int] = {}
    laid = [event for event, _ in history if isinstance(event, TilePlayed)]
    for place, (event, cause) in enumerate(history):
        match event:
            case TileDrawn(seat=seat):
                barred.pop(seat, None)
            case TurnPassed(seat=seat) if cause == "forced":
                before = sum(isinstance(other, TilePlayed) for other, _ in history[:place])
                barred[seat] = barred.get(seat, 0) | open_after(state, laid[:before])
    return barred


def open_after(state: RoundState, laid: list[TilePlayed]) -> int:
    """Return the tiles that fitted after so many of the plays, told from the placements alone."""
    rows = state.placements[: len(laid) + (state.rules.opening == "set_aside")]
    ends = 0
    for row in rows:
        toes = sum(other.on is row.tile for other in rows)
        if row.tile.is_double and toes < (state.rules.arms if row.on is None else 3):
            return WITH_PIPS[row.tile.low]
        if not row.tile.is_double and not toes:
            ends |= WITH_PIPS[row.tile.other(_joined_by(row, rows))]
    return ends


def _joined_by(row: Placement, rows: tuple[Placement, ...]) -> int:
    """Return the pips by which a tile lies on another."""
    assert row.on is not None
    (below,) = [other for other in rows if other.tile is row.on]
    return row.on.low if row.on.is_double else row.on.other(_joined_by(below, rows))


def test_a_view_without_its_history_bars_nothing() -> None:
    seen = first_views()[3]
    everything = Hand.of(unseen(seen))
    found = groups(replace(seen, history=()))
    assert {group.may_be for group in found} == {int(everything)}
    assert sum(group.size for group in found) == sum(seen.hand_sizes) - len(seen.hand or ())
