"""Which mails somebody wants and when, and the links that change it without signing in."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from django.core import signing
from django.db import transaction

import accounts.services
from accounts.models import Player
from games import services
from notifications import gathering
from notifications.models import SWITCHABLE, Kind, MailChoice

_SIGNER: Final = signing.Signer(salt="notifications.preferences")
_LONGEST: Final = 200
_ALL: Final = "all"


class BadLink(Exception):
    """A link that is not whole, or went to an address that is this player's no more."""


@dataclass(frozen=True)
class Preference:
    """Whose mails, and of which kind, a link may switch on and off."""

    player: Player
    kind: Kind


@dataclass(frozen=True)
class Settings:
    """Every choice of a player's mails, as one form gives it."""

    wanted: Mapping[Kind, bool]
    digest_at: time | None
    """When one mail a day comes, in the player's own time; None for single mails."""
    reminders: Sequence[str]


def wants(player: Player, kind: Kind) -> bool:
    """Return whether the player wants this kind; all are wanted until switched off."""
    return not MailChoice.objects.filter(player=player, kind=kind, wanted=False).exists()


def choose(preference: Preference, *, wanted: bool) -> None:
    """Switch a kind of mail on or off; saying it twice is saying it once."""
    MailChoice.objects.update_or_create(
        player=preference.player, kind=preference.kind, defaults={"wanted": wanted}
    )


def unwanted(player: Player) -> set[str]:
    """Return the kinds that the player has switched off."""
    return set(
        MailChoice.objects.filter(player=player, wanted=False).values_list("kind", flat=True)
    )


def labels_of_unwanted(player: Player) -> list[str]:
    """Return what the kinds are called that the player has switched off."""
    off = unwanted(player)
    return [str(kind.label) for kind in SWITCHABLE if kind in off]


@transaction.atomic
def choose_all(player: Player, chosen: Settings, *, now: datetime) -> None:
    """Keep all choices at once; other reminders hold for what waits already, too."""
    before = unwanted(player)
    for kind, wanted in chosen.wanted.items():
        if wanted == (kind in before):
            choose(Preference(player, kind), wanted=wanted)
    was_at, others = player.digest_at, player.reminders != " ".join(chosen.reminders)
    accounts.services.change_mail_habits(
        player, reminders=chosen.reminders, digest_at=chosen.digest_at
    )
    if others:
        services.remind_anew(player, now=now)
    if chosen.digest_at != was_at:
        gathering.hour_changed(player, now=now)


def token(player: Player, kind: Kind) -> str:
    """Return the signed text that stands for one kind of one player's mails in a link."""
    return _signed(player, kind)


def token_of_all(player: Player) -> str:
    """Return the signed text that stands for all of one player's mails in a link."""
    return _signed(player, _ALL)


def resolve(text: str) -> Preference:
    """Return what a token may change; raises `BadLink`. A changed address voids it."""
    player, kind = _resolved(text)
    if kind not in SWITCHABLE:
        raise BadLink
    return Preference(player, Kind(kind))


def resolve_all(text: str) -> Player:
    """Return whose mails a token may change, all of them; raises `BadLink` as `resolve` does.

    A link that switches one kind off, which mail programs press by themselves, is none of these.
    """
    player, kind = _resolved(text)
    if kind != _ALL:
        raise BadLink
    return player


def _signed(player: Player, what: str) -> str:
    return _SIGNER.sign(f"{player.pk}-{what}-{_mark(player)}").replace(":", "~")


def _resolved(text: str) -> tuple[Player, str]:
    if len(text) > _LONGEST:
        raise BadLink
    try:
        number, what, mark = _SIGNER.unsign(text.replace("~", ":")).split("-")
    except (signing.BadSignature, ValueError) as fault:
        raise BadLink from fault
    player = Player.objects.filter(pk=number).first()
    if player is None or mark != _mark(player):
        raise BadLink
    return player, what


def _mark(player: Player) -> str:
    return hashlib.sha256(player.email.lower().encode()).hexdigest()[:12]
