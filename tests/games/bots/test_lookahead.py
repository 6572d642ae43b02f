"""The lookahead plays by the rules: it ends as the engine does when everybody has its plan."""

from hypothesis import given, settings

from games.bots.lookahead import LONE_DOUBLE, WORTH, Board, play_out, points
from games.engine import (
    Command,
    Hand,
    MatchState,
    PlaceTile,
    RoundState,
    Tile,
    decide,
    evolve,
    legal,
)
from games.engine.settle import forced_moves
from tests.games.bots.positions import choices
from tests.games.engine.matches import Setting, settings_of_matches

some = settings(max_examples=12)


def plan(state: RoundState, commands: tuple[Command, ...]) -> Command:
    """Return what the plan says: the heaviest tile, a double without a toe later."""
    hand = state.hands[state.turn]

    def weight(tile: Tile) -> tuple[int, int]:
        lone = tile.is_double and len(hand.fitting(tile.low)) == 1
        return (tile.pips or state.rules.double_blank) - LONE_DOUBLE * lone, -tile.index

    places = [command for command in commands if isinstance(command, PlaceTile)]
    best = max((place.tile for place in places), key=weight)
    ends = list(state.table.open.values())

    def crowd(place: PlaceTile) -> tuple[int, int]:
        assert place.on is not None
        pips = state.table.open[place.on]
        return ends.count(pips), -pips

    return max((place for place in places if place.tile is best), key=crowd)


def played_on(state: RoundState) -> tuple[Hand, ...]:
    match = MatchState(state.rules, state.seats, (), "", {state.round: state}, {})
    while True:
        for event in forced_moves(match.rounds[state.round]):
            match = evolve(match, event)
        now = match.rounds[state.round]
        if now.reason is not None:
            return now.hands
        (event,) = decide(now, plan(now, legal(now)))
        match = evolve(match, event)


@some
@given(settings_of_matches(highest=(6, 9, 12)))
def test_it_ends_as_the_engine_does(setting: Setting) -> None:
    for match, number, _seen, _history in choices(setting, every=6):
        state = match.rounds[number]
        if state.drawn is not None:
            continue
        yard = [tile.bit for tile in reversed(state.yard)]
        worth = WORTH[state.rules.double_blank]
        hands = play_out(
            Board.of(state.table), state.hands, yard, state.drawable, state.turn, worth
        )
        ended = played_on(state)
        assert tuple(hands) == ended
        counted = [points(hand, worth) for hand in hands]
        assert counted == [hand.pips(state.rules.double_blank) for hand in ended]
