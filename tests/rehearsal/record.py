"""A finished match as its record tells it: who could know which tile when (R8), and every step."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine import Event, MatchStarted, MatchState, Tile, evolve, parse_event, start


@dataclass
class Round:
    """What happened to the tiles of one round, each with the moment from which on it was so."""

    starter: Tile
    dealt_at: datetime
    held: dict[int, list[tuple[datetime, Tile]]]
    seen: list[tuple[datetime, Tile]] = field(default_factory=list)
    ended_at: datetime | None = None


class Record:
    """A record that was exported, read again."""

    def __init__(self, source: bytes) -> None:
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in source.splitlines()[1:]]
        self.events: list[Event] = [parse_event(e["type"], e["data"]) for e in self.lines]
        started = self.events[0]
        assert isinstance(started, MatchStarted)
        self.rules = started.rules
        self.rounds: dict[int, Round] = {}
        for line in self.lines:
            self._follow(line)

    def _follow(self, line: dict[str, Any]) -> None:
        at, data = datetime.fromisoformat(line["at"]), line["data"]
        match line["type"]:
            case "round_dealt":
                hands = [[(at, Tile.parse(t)) for t in hand] for hand in data["hands"]]
                starter = Tile.parse(data["starter"])
                self.rounds[data["round"]] = Round(starter, at, dict(enumerate(hands)))
            case "tile_drawn":
                held = self.rounds[data["round"]].held[data["seat"]]
                held.append((at, Tile.parse(data["tile"])))
            case "tile_played":
                self.rounds[data["round"]].seen.append((at, Tile.parse(data["tile"])))
            case "round_ended":
                self.rounds[data["round"]].ended_at = at

    def could_know(self, tile: Tile, seat: int, number: int, at: datetime) -> bool:
        """Whether a seat could know at that moment where a tile of a round was."""
        found = self.rounds[number]
        if found.ended_at is not None and found.ended_at <= at:
            return True
        known = found.held[seat] + found.seen
        return tile == found.starter or any(tile == of and since <= at for since, of in known)

    def dealt_by(self, at: datetime) -> list[int]:
        """Return the rounds that were dealt by then."""
        return [number for number, found in self.rounds.items() if found.dealt_at <= at]

    def moves_of(self, seat: int) -> list[tuple[int, str, str]]:
        """Return what a seat chose itself, in order: round, tile, on; a pass without tiles."""
        return [
            (data["round"], data.get("tile") or "", data.get("on") or "")
            for line in self.lines
            if line["cause"] == "player"
            for data in [line["data"]]
            if data["seat"] == seat
        ]

    def steps_of(self, number: int) -> list[MatchState]:
        """Return the match after every event of a round, the deal first."""
        state = start(self.events[0])  # type: ignore[arg-type]  # __init__ has looked
        steps = []
        for event in self.events[1:]:
            state = evolve(state, event)
            if getattr(event, "round", None) == number:
                steps.append(state)
        return steps
