"""What the rules refuse: one exception a rule, each safe to show to any player."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from .tiles import Tile


class RuleViolation(Exception):
    """Something was asked for that the rules do not allow.

    `code` is stable, `message` a template over `params`, so that a face can say it in any language.
    """

    code: ClassVar[str]
    clause: ClassVar[str]
    message: ClassVar[str]

    @property
    def params(self) -> dict[str, object]:
        """Return the typed fields of this violation by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        return self.message % self.params


@dataclass(eq=False)
class RulesRefused(RuleViolation):
    """Options that no match can be played under; `problems` holds (option, reason) of each."""

    code = "rules_refused"
    clause = "R1"
    message = "These options do not go together: %(reasons)s"

    problems: tuple[tuple[str, str], ...]

    @property
    def field(self) -> str:
        """Return the first option that was refused."""
        return self.problems[0][0]

    @property
    def params(self) -> dict[str, object]:
        """Return the problems, and their sentences in one text as `reasons`."""
        reasons = " ".join(f"{field}: {reason}" for field, reason in self.problems)
        return {"problems": self.problems, "reasons": reasons}


@dataclass(eq=False)
class NotYourTurn(RuleViolation):
    """Somebody else is to move."""

    code = "not_your_turn"
    clause = "R3.1"
    message = "It is the turn of seat %(turn)s, not of seat %(seat)s."

    seat: int
    turn: int


@dataclass(eq=False)
class TileNotInHand(RuleViolation):
    """The seat does not hold that tile."""

    code = "tile_not_in_hand"
    clause = "R3.1"
    message = "The tile %(tile)s is not in the hand of seat %(seat)s."

    seat: int
    tile: Tile


@dataclass(eq=False)
class StarterFirst(RuleViolation):
    """The round has not begun: the starter is placed before anything else."""

    code = "starter_first"
    clause = "R2.3"
    message = "The round begins with the starter %(starter)s."

    starter: Tile


@dataclass(eq=False)
class NoSuchEnd(RuleViolation):
    """Nothing may be joined there: the tile does not lie, or has no open end left."""

    code = "no_such_end"
    clause = "R4.3"
    message = "There is no open end at %(on)s."

    on: Tile | None


@dataclass(eq=False)
class StarterUnfilled(RuleViolation):
    """The starter still has free places, and so nothing else may be joined to."""

    code = "starter_unfilled"
    clause = "R4.1"
    message = "The starter %(starter)s must be filled first: %(room)s more."

    starter: Tile
    room: int


@dataclass(eq=False)
class FootUnfinished(RuleViolation):
    """A double still wants toes, and so nothing else may be joined to."""

    code = "foot_unfinished"
    clause = "R4.2"
    message = "The chicken foot on %(foot)s must be finished first: %(room)s more."

    foot: Tile
    room: int


@dataclass(eq=False)
class EndsDoNotMatch(RuleViolation):
    """The tile has not the pips of that open end."""

    code = "ends_do_not_match"
    clause = "R3.1"
    message = "The tile %(tile)s does not fit: the open end at %(on)s has %(pips)s."

    tile: Tile
    on: Tile
    pips: int


@dataclass(eq=False)
class DrawnTileOnly(RuleViolation):
    """After a draw only the drawn tile may be played."""

    code = "drawn_tile_only"
    clause = "R3.3"
    message = "After a draw only the drawn tile may be played."


@dataclass(eq=False)
class PassNotAllowed(RuleViolation):
    """The seat can play."""

    code = "pass_not_allowed"
    clause = "R3.2"
    message = "Who can play must play."


@dataclass(eq=False)
class DrawFirst(RuleViolation):
    """The seat cannot play, but may still draw."""

    code = "draw_first"
    clause = "R3.3"
    message = "Who cannot play draws a tile before passing."


@dataclass(eq=False)
class RoundOver(RuleViolation):
    """The round has ended."""

    code = "round_over"
    clause = "R6"
    message = "Round %(round)s is over."

    round: int


@dataclass(eq=False)
class RoundNotDealt(RuleViolation):
    """The round has not begun, or the match has no such round."""

    code = "round_not_dealt"
    clause = "R10"
    message = "Round %(round)s has not been dealt."

    round: int


@dataclass(eq=False)
class MatchOver(RuleViolation):
    """The match has ended or was abandoned."""

    code = "match_over"
    clause = "R7.2"
    message = "The match is over."


@dataclass(eq=False)
class MatchOnPause(RuleViolation):
    """The match is paused (RECORD.md, match_paused)."""

    code = "match_on_pause"
    clause = "RECORD.md"
    message = "The match is paused."
