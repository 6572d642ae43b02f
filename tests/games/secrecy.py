"""Two worlds that one seat cannot tell apart (R8), and everything that is made for that seat."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from games.bots import BOTS
from games.drawing import branches_in_words, in_words, lines, svg
from games.drawing.card import Words, card_svg
from games.engine import (
    Caused,
    Event,
    MatchState,
    MovesRewound,
    SeatView,
    Tile,
    TileDrawn,
    TilePlayed,
    canonical,
    choice,
    counting,
    is_open,
    replay,
    round_of,
    view,
)
from games.record.partial import partial_lines
from games.store import Stored
from tests.games.engine.matches import Setting, first_event, steps


class World(NamedTuple):
    """A running match, all that has happened in it, and who looks at which of its rounds."""

    match: MatchState
    events: tuple[Caused, ...]
    round: int
    seat: int | None

    @property
    def view(self) -> SeatView:
        """Return what that seat, or a visitor, may know."""
        counted = counting(enumerate((event for event, _ in self.events), 1))
        return view(self.match, self.round, self.seat, [self.events[seq - 1] for seq, _ in counted])


def as_value(world: World) -> bytes:
    """Show the view itself."""
    return repr(world.view).encode()


def as_text(world: World) -> bytes:
    """Show the table as text."""
    said = (*lines(world.view), *in_words(world.view), *branches_in_words(world.view))
    return "\n".join(said).encode()


def as_picture(world: World) -> bytes:
    """Show the table as a picture."""
    return svg(world.view).encode()


def as_card(world: World) -> bytes:
    """Show the table as the card of a link."""
    seen = world.view
    rows = [(str(seat), str(total)) for seat, total in enumerate(seen.totals)]
    words = Words("Chicken Foot", f"Round {seen.round}", rows=rows)
    return card_svg(words, seen.placements, seen.rules.arms).encode()


def as_record(world: World) -> bytes:
    """Show the record so far, as that seat may have it."""
    rows = [
        Stored(seq, round_of(event), event.type, cause, "", canonical(event.to_data()), "")
        for seq, (event, cause) in enumerate(world.events, 1)
    ]
    opened = [number for number in world.match.rounds if is_open(world.match, number)]
    over = bool(world.match.ended)
    return "\n".join(partial_lines(rows, world.seat, opened, over=over)).encode()


def as_choice(world: World) -> bytes:
    """Show what the bots that answer at once would play."""
    seen = world.view
    return repr([BOTS[name].choose(seen) for name in ("chick", "hen") if seen.legal]).encode()


DRAWN: list[Callable[[World], bytes]] = [as_picture, as_card]
FACES: list[Callable[[World], bytes]] = [as_value, as_text, *DRAWN, as_record, as_choice]
"""All that is made from a view: a further face joins here."""


def worlds(setting: Setting) -> Iterator[World]:
    """Play a match and yield it after each event of a round that still runs, seen by a visitor."""
    events = [Caused(first_event(setting), "system")]
    for _, caused, match in steps(setting):
        events.append(caused)
        round = round_of(caused.event)  # noqa: A001 - the record's own word
        if round is not None and round not in match.points:
            yield World(match, tuple(events), round, None)


def taken_back(worlds: Sequence[World], chance: Random) -> Iterator[World]:
    """Yield worlds in which a round has been taken back to one of its choices (RECORD.md)."""
    for number, world in enumerate(worlds):
        before = [
            len(earlier.events)
            for earlier in worlds[:number]
            if earlier.round == world.round
            and choice(earlier.match.rounds[world.round]) is not None
        ]
        if before:
            rewind = MovesRewound(world.round, chance.choice(before), "admin")
            events = (*world.events, Caused(rewind, "admin"))
            yield world._replace(match=_replayed(events), events=events)


def _replayed(events: Iterable[Caused]) -> MatchState:
    return replay(enumerate((event for event, _ in events), 1))


def _seen(world: World) -> frozenset[Tile]:
    """Return the tiles that this seat has seen lie, or has drawn itself, even if taken back."""
    return frozenset(
        event.tile
        for event, _ in world.events
        if isinstance(event, TilePlayed)
        or (isinstance(event, TileDrawn) and event.seat == world.seat)
        if event.round == world.round
    )


def other_world(world: World, chance: Random) -> World | None:
    """Return a world that differs only in what the seat of this one may not know.

    The tiles in other hands and in the yard change places, at once and in all that has happened.
    That a seat has a choice, or that a round is over, is public (R8.1); None if that would differ.
    """
    state = world.match.rounds[world.round]
    known = _seen(world) | ({state.starter} if state.searching else set())
    hands = (hand for seat, hand in enumerate(state.hands) if seat != world.seat)
    hidden = [tile for tile in (*chain.from_iterable(hands), *state.yard) if tile not in known]
    moved = chance.sample(hidden, min(len(hidden), chance.choice([2, 3, len(hidden)])))
    places = dict(zip(moved, chance.sample(moved, len(moved)), strict=True))
    events = tuple(
        Caused(_exchanged(event, places), cause)
        if round_of(event) == world.round
        else Caused(event, cause)
        for event, cause in world.events
    )
    match = _replayed(events)
    other = match.rounds[world.round]
    if (choice(other), other.phase) != (choice(state), state.phase):
        return None
    return world._replace(match=match, events=events)


def _exchanged(event: Event, places: dict[Tile, Tile]) -> Event:
    def there(value: Any) -> Any:
        if isinstance(value, Tile):
            return places.get(value, value)
        return tuple(map(there, value)) if isinstance(value, tuple) else value

    return replace(
        event, **{field.name: there(getattr(event, field.name)) for field in fields(event)}
    )
