"""From a notice to a mail: checks that it is still true, then lets its kind write the letter."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation

from accounts.models import Player
from accounts.validators import known_time_zones
from notifications import addresses, letters, preferences
from notifications.bouncing import stops
from notifications.letters import Letter, Recipient
from notifications.mails import (
    accounts,
    answering,
    away,
    correcting,
    digesting,
    ending,
    hooking,
    inviting,
    joining,
    overdue,
    rounding,
    stopping,
    talking,
    timing,
    turning,
)
from notifications.mails.checking import Dropped, Later, waiting_for
from notifications.models import SWITCHABLE, Kind, Notice
from notifications.replies import unsubscribing
from notifications.turns import untold

__all__ = ["Dropped", "Later", "check_wanted", "choices_of", "compose", "speaking"]

Writer = Callable[[Notice, Recipient, datetime], Letter]

WRITERS: Final[Mapping[str, Writer]] = {
    Kind.INVITATION: inviting.invitation,
    Kind.TURN: turning.turn,
    Kind.REMINDER: turning.reminder,
    Kind.TIMED_OUT: timing.timed_out,
    Kind.RAN_OUT: overdue.ran_out,
    Kind.TIME_OFF: away.time_off,
    Kind.ROUND_OVER: rounding.round_over,
    Kind.OVER: ending.over,
    Kind.MEMBER: joining.member,
    Kind.PAUSE: correcting.pause,
    Kind.CORRECTION: correcting.correction,
    Kind.OFFER: correcting.offer,
    Kind.TALK: talking.said,
    Kind.STOPPED: stopping.stopped,
    Kind.LINK: inviting.link,
    Kind.ANSWER: answering.answer,
    Kind.SIGN_IN: accounts.sign_in,
    Kind.ADDRESS_CHANGE: accounts.address_change,
    Kind.ADDRESS_CHANGED: accounts.address_changed,
    Kind.HOOK_OFF: hooking.switched_off,
}
# What somebody asked for just now, who may be suspended (the page behind the link says so) or whose
# mail came back once: without it they would be locked out for ever.
ASKED_FOR: Final = frozenset({Kind.SIGN_IN, Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED})


def compose(notice: Notice, *, now: datetime) -> tuple[Letter, EmailMessage]:
    """Return the letter that a notice wants now, and the mail made of it.

    Raises `Dropped` for what is no longer true or not wanted, and `Later` for what must wait.
    """
    check_wanted(notice)
    to = recipient(notice)
    with speaking(to):
        letter = _with_ways_off(_written(notice, to, now), Kind(notice.kind))
        return letter, letters.to_message(letter)


def _written(notice: Notice, to: Recipient, now: datetime) -> Letter:
    if notice.kind != Kind.DIGEST:
        return WRITERS[notice.kind](notice, to, now)

    def write(held: Notice) -> Letter | None:
        check_wanted(held)
        in_tables = held.kind in {Kind.TURN, Kind.REMINDER}
        return None if in_tables else WRITERS[held.kind](held, to, now)

    return digesting.digest(notice, to, write, now)


def _with_ways_off(letter: Letter, kind: Kind) -> Letter:
    """Return a letter with the links that every mail to a player has at its end."""
    player = letter.to.player
    by_mail = unsubscribing.place_for(player, kind) if player and letter.one_click else ""
    settings_link = addresses.of_settings(letter.to)
    return replace(letter, unsubscribe_by_mail=by_mail, settings=settings_link)


def recipient(notice: Notice) -> Recipient:
    """Return who reads it; somebody without an account reads in the language of who invites."""
    if notice.player is not None:
        return _recipient(notice.player, notice.address or notice.player.email, notice.player)
    host = notice.match.creator if notice.match is not None else None
    if host is not None and not notice.language:
        return Recipient(notice.address, "", host.language, host.time_zone)
    return Recipient(notice.address, "", notice.language or settings.LANGUAGE_CODE, "UTC")


def speaking(to: Recipient) -> ExitStack:
    """Return a context in the reader's language and time zone."""
    zone = to.time_zone if to.time_zone in known_time_zones() else "UTC"
    stack = ExitStack()
    stack.enter_context(translation.override(known_language(to.language)))
    stack.enter_context(timezone.override(ZoneInfo(zone)))
    return stack


def known_language(code: str) -> str:
    """Return the language if this site speaks it, else its own."""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def choices_of(notice: Notice) -> list[int]:
    """Return the choices that a turn notice or a digest would have told of; others tell of none."""
    if notice.kind == Kind.DIGEST:
        return digesting.untold_choices(notice)
    if notice.kind != Kind.TURN:
        return []
    return [choice.pk for choice in untold(waiting_for(notice))]


def check_wanted(notice: Notice) -> None:
    """Raise `Dropped` for a notice that its receiver does not want, or must not get."""
    reason = _why_unwanted(notice)
    if reason:
        gathered = digesting.all_dropped(notice, reason)
        raise Dropped(reason, told=choices_of(notice), gathered=gathered)


def _why_unwanted(notice: Notice) -> str:
    player = notice.player
    if notice.kind not in ASKED_FOR and stops.is_stopped(stops.address_of(notice)):
        return stops.BOUNCES
    if player is None:
        return ""
    if notice.kind not in ASKED_FOR and (player.is_suspended or not player.is_active):
        return "the player is suspended"
    if notice.kind in SWITCHABLE and not preferences.wants(player, Kind(notice.kind)):
        return "switched off by the player"
    return ""


def _recipient(player: Player, address: str, own: Player) -> Recipient:
    return Recipient(address, player.display_name, player.language, player.time_zone, own)
