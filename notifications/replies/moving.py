"""Carries out what a reply asks for, line by line, and says of each line what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.errors import Suspended
from games import queries, services
from games.engine import (
    Command,
    EventMalformed,
    PassTurn,
    PlaceTile,
    RuleViolation,
    SeatView,
    TileNotInHand,
)
from games.queries import sentences
from games.queries.naming import laid
from games.services import MatchFaulted, SeatChanged, ServiceError, Stale
from games.tables import Choice, Seat
from notifications.replies.grammar import Line, Pass, Plan, Play, Resign, Say
from notifications.replies.rows import ReplyAddress


class Refused(Exception):
    """A line that was understood and cannot be done; says why in the reader's language."""


@dataclass(frozen=True)
class Outcome:
    """What became of a line: nothing to say where it was played."""

    line: str
    refusal: str = ""


@dataclass(frozen=True)
class Resolved:
    """A line as a move in a round, seen at `seq`."""

    round: int
    seq: int
    command: Command


def carry_out(address: ReplyAddress, lines: Sequence[Line], *, now: datetime) -> list[Outcome]:
    """Play what can be played and return what became of each line, in the reader's language."""
    return [_carried_out(address, line, now) for line in lines]


def _carried_out(address: ReplyAddress, line: Line, now: datetime) -> Outcome:
    try:
        _do(address, line, now)
    except (RuleViolation, EventMalformed) as fault:
        return Outcome(line.text, _said(fault, address.seat))
    except (ServiceError, Suspended, Refused) as refused:
        return Outcome(line.text, str(refused))
    return Outcome(line.text)


def _do(address: ReplyAddress, line: Line, now: datetime) -> None:
    seat = address.seat
    if seat.tenure != address.tenure or not seat.is_person:
        raise SeatChanged
    if services.capability_for(seat).generation != address.generation:
        raise Refused(
            _(
                "The links of that mail are over, and so are answers to it. "
                "Your newest mail has new ones."
            )
        )
    match line.act:
        case Resign():
            services.resign(seat, now=now)
        case Plan(wishes):
            services.make_plan(seat, line.round, wishes, now=now)
        case Say(words):
            services.say(seat, words, now=now)
        case _:
            move = resolve(address, line)
            services.play(seat, move.round, move.command, move.seq, now=now)


def resolve(address: ReplyAddress, line: Line) -> Resolved:
    """Return the move that a line stands for; raises `Refused`, or what says why there is none."""
    number = _round_of(address, line)
    seq = address.choices[str(number)]
    match line.act:
        case Pass():
            return Resolved(number, seq, PassTurn(address.seat.number))
        case Play(tile, on) if on is not None:
            return Resolved(number, seq, PlaceTile(address.seat.number, tile, on))
        case Play():
            return Resolved(number, seq, _only_place(address, number, line.act))
    raise Refused(_("This is no move."))


def standing(address: ReplyAddress) -> list[Choice]:
    """Return the choices of the mail that still wait, in the order of their rounds."""
    waiting = Choice.objects.filter(seat=address.seat).order_by("round")
    return [choice for choice in waiting if address.choices.get(str(choice.round)) == choice.seq]


def _round_of(address: ReplyAddress, line: Line) -> int:
    """Return the round that a line means: the one it names, or the only one there is."""
    if line.round is not None:
        if str(line.round) not in address.choices:
            words = {"round": line.round}
            raise Refused(_("The mail did not ask for a move in round %(round)s.") % words)
        return line.round
    rounds = [choice.round for choice in standing(address)]
    if len(rounds) != 1 and len(address.choices) == 1:
        rounds = [int(number) for number in address.choices]
    if not rounds:
        raise Stale
    if len(rounds) > 1:
        raise Refused(
            _("Several rounds wait for you: write the number of the round and a colon before it.")
        )
    return rounds[0]


def _only_place(address: ReplyAddress, number: int, play: Play) -> Command:
    """Return the play of a tile for which no end was named, if it fits just one."""
    if all(choice.round != number for choice in standing(address)):
        raise Stale
    view = queries.see_round(address.seat.match, number, address.seat.number).view
    places = [place for place in places_in(view) if place.tile is play.tile]
    words = {"tile": laid(play.tile)}
    if len(places) > 1:
        raise Refused(_("%(tile)s fits several ends: write on which tile it shall go.") % words)
    if not places and play.tile not in (view.hand or ()):
        raise TileNotInHand(address.seat.number, play.tile)
    if not places:
        raise Refused(_("There is no open end now where %(tile)s can go.") % words)
    return places[0]


def places_in(view: SeatView) -> list[PlaceTile]:
    """Return the plays that a seat may make now."""
    return [command for command in view.legal if isinstance(command, PlaceTile)]


def _said(fault: RuleViolation | EventMalformed, seat: Seat) -> str:
    """Return a refusal in words; where the log cannot be read, that the match stands still."""
    if isinstance(fault, RuleViolation):
        return sentences.refusal(fault, queries.names_of(queries.seats_of(seat.match)))
    return str(MatchFaulted.sentence)
