"""What happens to a player's row: made, changed, suspended, seen, gone."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts import habits, quiet_hours
from accounts.keyed import keyed
from accounts.models import Player, SignInCode
from accounts.redaction import redacted
from accounts.signals import player_leaving, player_suspended, suspension_lifted
from accounts.validators import clean_address, clean_name

SEEN_EVERY = timedelta(hours=1)


def register_or_find(
    address: str, *, display_name: str, language: str, time_zone: str, now: datetime
) -> Player:
    """Return the player with this address; somebody new gets the name and settings given.

    Raises `ValidationError` for values that no player may have. The address must have been proven
    by the caller: a link that was mailed to it.
    """
    address = clean_address(address)
    if found := Player.objects.with_address(address).first():
        return found
    player = Player(
        email=address,
        display_name=clean_name(display_name),
        language=language,
        time_zone=time_zone,
        joined_at=now,
    )
    player.set_unusable_password()
    player.clean_fields()
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError:  # the same link, confirmed twice at the same moment
        return Player.objects.with_address(address).get()
    return player


def settle_in(player_id: int) -> None:
    """Take somebody by the hand no more: they know their way."""
    Player.objects.filter(pk=player_id, is_newcomer=True).update(is_newcomer=False)


def change_profile(
    player: Player,
    *,
    display_name: str,
    language: str,
    time_zone: str,
    quiet_from: time | None,
    quiet_until: time | None,
) -> None:
    """Keep how the player likes to be met; raises `ValidationError`.

    Deadlines that stand are promised: what changes their night holds from the next choice on, so
    that nobody moves a deadline on by moving the night.
    """
    quiet_hours.check(quiet_from, quiet_until)
    player.display_name = clean_name(display_name)
    player.language = language
    player.time_zone = time_zone
    player.quiet_from, player.quiet_until = quiet_from, quiet_until
    player.clean_fields(exclude={"email", "password"})
    kept = ["display_name", "language", "time_zone", "quiet_from", "quiet_until"]
    player.save(update_fields=kept)


def change_mail_habits(player: Player, *, reminders: Iterable[str], digest_at: time | None) -> None:
    """Keep when the player is reminded, and at which hour one mail a day comes, if it shall.

    Raises `ValidationError` for reminders that there are not.
    """
    player.reminders, player.digest_at = " ".join(reminders), digest_at
    habits.validate_reminders(player.reminders)
    player.save(update_fields=["reminders", "digest_at"])


def touch(player: Player, *, now: datetime) -> None:
    """Note a sign of life, at most once an hour."""
    due = now - SEEN_EVERY
    if player.last_seen_at is None or player.last_seen_at <= due:
        Player.objects.filter(
            Q(last_seen_at__isnull=True) | Q(last_seen_at__lte=due), pk=player.pk
        ).update(last_seen_at=now)
        player.last_seen_at = now


@transaction.atomic
def suspend(player: Player, reason: str, *, now: datetime) -> None:
    """Keep the player from signing in, and end every session, until it is lifted."""
    player.suspended_at = now
    player.suspension_reason = reason
    player.save(update_fields=["suspended_at", "suspension_reason"])
    player_suspended.send(sender=Player, player=player, now=now)


@transaction.atomic
def lift_suspension(player: Player, *, now: datetime) -> None:
    """Let the player in again."""
    player.suspended_at = None
    player.suspension_reason = ""
    player.save(update_fields=["suspended_at", "suspension_reason"])
    suspension_lifted.send(sender=Player, player=player, now=now)


@transaction.atomic
def delete_account(player: Player, *, now: datetime) -> None:
    """Erase the player; who keeps seats for them hears of it first, in the same transaction."""
    leaving = Player.objects.select_for_update().filter(pk=player.pk).first()
    if leaving is None:  # asked twice
        return
    player_leaving.send(sender=Player, player=leaving, now=now)
    SignInCode.objects.filter(address_key=keyed("address", leaving.email.lower())).delete()
    _redact_reasons(leaving)
    leaving.delete()


def _redact_reasons(leaving: Player) -> None:
    """Leave somebody's name and address out of the reasons why others are suspended."""
    names = [leaving.display_name, leaving.email]
    for other in Player.objects.exclude(pk=leaving.pk).exclude(suspension_reason=""):
        reason = redacted(other.suspension_reason, names)
        Player.objects.filter(pk=other.pk).update(suspension_reason=reason)
