"""What the rules refuse, and what they allow now, in sentences for who sits at the table."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import engine
from games.engine import PassTurn, RuleViolation, SeatView, Tile
from games.queries.naming import NUMBERS, joined_to, laid

PLAIN: Final = {
    "drawn_tile_only": gettext_lazy("After a draw, only the tile that was drawn may be played."),
    "pass_not_allowed": gettext_lazy("You have a tile that fits, so you cannot pass."),
    "draw_first": gettext_lazy("Who cannot play draws a tile before passing."),
    "match_over": gettext_lazy("The match is over."),
    "match_on_pause": gettext_lazy("The match is paused: no moves are made until it goes on."),
}


def refusal(violation: RuleViolation, names: Sequence[str]) -> str:
    """Return why something was refused, with names for seats; in the reader's language."""
    match violation:
        case engine.NotYourTurn(turn=turn):
            return _("It is not your turn: %(name)s is to move.") % {"name": names[turn]}
        case engine.TileNotInHand(tile=tile):
            return _("You do not hold %(tile)s.") % {"tile": laid(tile)}
        case engine.StarterFirst(starter=starter):
            return _("The round begins with %(tile)s.") % {"tile": laid(starter)}
        case engine.NoSuchEnd(on=on):
            return _no_such_end(on)
        case engine.StarterUnfilled(starter=starter, room=room):
            return starter_unfilled(starter, room)
        case engine.FootUnfinished(foot=foot, room=room):
            return foot_unfinished(foot, room)
        case engine.EndsDoNotMatch(tile=tile, on=on, pips=pips):
            words = {"tile": laid(tile), "on": joined_to(on), "number": NUMBERS[pips]}
            return _("Here %(tile)s does not fit: the open end of %(on)s is a %(number)s.") % words
    return str(PLAIN[violation.code]) if violation.code in PLAIN else _of_rounds(violation)


def _of_rounds(violation: RuleViolation) -> str:
    match violation:
        case engine.RoundOver(round=number):
            return _("Round %(round)s is over.") % {"round": number}
        case engine.RoundNotDealt(round=number):
            return _("Round %(round)s has not been dealt.") % {"round": number}
    return _("The rules do not allow this.")


def _no_such_end(on: Tile | None) -> str:
    if on is None:
        return _("Say where the tile shall go.")
    return _("There is no open end at %(on)s.") % {"on": joined_to(on)}


def starter_unfilled(starter: Tile, room: int) -> str:
    """Return that the starter comes first, and how many tiles it still wants (R4.1)."""
    return ngettext(
        "The starter is filled first: %(tile)s still has one free place.",
        "The starter is filled first: %(tile)s still has %(room)s free places.",
        room,
    ) % {"tile": laid(starter), "room": room}


def foot_unfinished(foot: Tile, room: int) -> str:
    """Return that a chicken foot comes first, and how many toes it still wants (R4.2)."""
    return ngettext(
        "A chicken foot is finished first: %(tile)s still needs one toe.",
        "A chicken foot is finished first: %(tile)s still needs %(room)s toes.",
        room,
    ) % {"tile": laid(foot), "room": room}


def why_only_some(view: SeatView) -> str:
    """Return why only some tiles can go now, or nothing where any tile that fits may."""
    if view.drawn is not None:
        return _after_draw(view, view.drawn)
    if view.foot is None:
        return ""
    room = view.ends[0].room
    if view.foot is view.starter:
        return starter_unfilled(view.starter, room)
    return foot_unfinished(view.foot, room)


def _after_draw(view: SeatView, drawn: Tile) -> str:
    words = {"tile": laid(drawn)}
    if any(isinstance(command, PassTurn) for command in view.legal):
        return _("You drew %(tile)s. You may play it or pass.") % words
    return _("You drew %(tile)s, and it fits: now it has to be played.") % words
