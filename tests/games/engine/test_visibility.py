"""R8: what a seat may know."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Caused,
    Hand,
    MatchAbandoned,
    MatchState,
    RoundState,
    TileDrawn,
    choice,
    evolve,
    redact,
    resolve,
    view,
)

from .matches import Setting, first_event, settings_of_matches, steps

some = settings(max_examples=10)


def shuffled_unseen(state: RoundState, seat: int | None, order: st.DataObject) -> RoundState:
    """Deal anew all that `seat` cannot see: the other hands and the yard."""
    hidden = [tile for other, hand in enumerate(state.hands) if other != seat for tile in hand]
    pool = order.draw(st.permutations([*hidden, *state.yard]))
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            mine, pool = pool[: len(hand)], pool[len(hand) :]
            hands.append(Hand.of(mine))
    return state._replace(hands=tuple(hands), yard=tuple(pool))


@some
@given(settings_of_matches(highest=(6,)), st.data())
def test_what_a_seat_may_not_know_does_not_change_its_view(
    setting: Setting, data: st.DataObject
) -> None:  # R8.1, R8.2, R8.3, R8.5
    seen = 0
    for _, caused, match in steps(setting):
        number = getattr(caused.event, "round", None)
        if number is None or number in match.points or match.rounds[number].drawn is not None:
            continue
        seat = data.draw(st.sampled_from([None, *range(setting.seats)]))
        state = match.rounds[number]
        other = shuffled_unseen(state, seat, data)
        # That a seat has a choice is public (R8.1), and so is that a round goes on.
        if (choice(other), other.phase) != (choice(state), state.phase):
            continue
        altered = match._replace(rounds={**match.rounds, number: other})
        assert view(altered, number, seat) == view(match, number, seat)
        seen += 1
        if seen > 25:
            break


@some
@given(settings_of_matches(highest=(6, 9)))
def test_no_tile_that_is_hidden_stands_in_a_view(setting: Setting) -> None:  # R8.5
    for _, caused, match in steps(setting):
        number = getattr(caused.event, "round", None)
        if number is None or number in match.points:
            continue
        state = match.rounds[number]
        for seat in (None, *range(setting.seats)):
            shown = view(match, number, seat)
            hidden = {
                tile for other, hand in enumerate(state.hands) if other != seat for tile in hand
            } | set(state.yard)
            told = {command.tile for command in shown.legal if hasattr(command, "tile")}
            told |= {placement.tile for placement in shown.placements} | {shown.drawn}
            told |= set(shown.hand or ())
            # In a search everybody knows the starter that somebody is about to place.
            assert not told & hidden
            assert shown.hands is None
            assert shown.legal == () or shown.turn == seat


@some
@given(settings_of_matches(highest=(6,)))
def test_redacted_data_shows_own_tiles_alone(setting: Setting) -> None:  # R8.2, R8.3
    for _, (event, _), _ in steps(setting):
        for seat in (None, *range(setting.seats)):
            data = redact(event, seat, ended=False)
            if event.type == "round_dealt":
                for holder, hand in enumerate(data["hands"]):
                    assert len(hand) == len(event.hands[holder])
                    assert (hand == [None] * len(hand)) == (holder != seat)
                assert data["yard"] == [None] * len(event.yard)
            elif event.type == "tile_drawn":
                assert (data["tile"] is None) == (event.seat != seat)
            else:
                assert data == event.to_data()
            assert redact(event, seat, ended=True) == event.to_data()


def middle_of_a_match() -> tuple[Setting, list[Caused], MatchState]:
    rules = resolve("trains", 2, rounds=1)
    setting = Setting(rules, 2, bytes(32), Random(7))
    played = []
    for step in steps(setting):
        played.append(step.caused)
        if len(played) > 30 and isinstance(step.caused.event, TileDrawn):
            return setting, played, step.after
    raise AssertionError("nobody drew")


def test_history_hides_a_drawn_tile_from_others() -> None:  # R8.2
    _, played, match = middle_of_a_match()
    drawer = played[-1].event.seat
    mine = view(match, 1, drawer, played).history[-1]
    others = view(match, 1, 1 - drawer, played).history[-1]
    assert (mine.type, mine.tile) == ("tile_drawn", played[-1].event.tile)
    assert (others.type, others.seat, others.tile, others.cause) == (
        "tile_drawn",
        drawer,
        None,
        "forced",
    )
    assert view(match, 1, None, [played[-1].event]).history[0].cause is None


def test_a_drawn_tile_is_seen_by_its_drawer_alone() -> None:  # R8.2
    _, played, match = middle_of_a_match()
    state = match.rounds[1]
    seats = [view(match, 1, seat).drawn for seat in (0, 1)]
    if choice(state) is not None:
        assert seats[state.turn] is state.drawn
    assert seats[1 - state.turn] is None
    assert view(match, 1, None).drawn is None
    assert played


def test_a_round_that_has_ended_is_open_to_everybody() -> None:  # R8.4
    _, _, match = middle_of_a_match()
    ended = match._replace(points={1: (1, 2)})
    assert view(ended, 1, None).hands == tuple(map(tuple, match.rounds[1].hands))
    assert view(match, 1, None).hands is None


def test_an_abandoned_match_is_open_to_everybody() -> None:  # RECORD.md, match_abandoned
    _, _, match = middle_of_a_match()
    abandoned = evolve(match, MatchAbandoned("admin", "00" * 32))
    shown = view(abandoned, 1, None)
    assert shown.hands is not None
    assert shown.turn is None


def test_nothing_may_be_chosen_while_the_match_is_paused() -> None:
    setting = middle_of_a_match()[0]
    for step in steps(setting):
        state = step.after.rounds.get(1)
        if state is not None and choice(state) is not None:
            assert view(step.after, 1, state.turn).legal
            assert view(step.after._replace(paused=True), 1, state.turn).legal == ()
            return
    raise AssertionError("nobody had a choice")


def test_the_view_holds_no_seed_and_no_yard() -> None:  # R8.5
    setting, _, match = middle_of_a_match()
    text = repr(view(match, 1, 0))
    assert setting.seed.hex() not in text
    assert first_event(setting).seed_commitment not in text
