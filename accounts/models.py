"""Players: who they are and how they like to be met. Knows no game."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.habits import USUAL, Habits, validate_reminders
from accounts.quiet_hours import USUAL_BEGIN, USUAL_END, QuietHours
from accounts.validators import (
    ADDRESS_LENGTH,
    NAME_LENGTH,
    language_choices,
    validate_address,
    validate_name,
    validate_time_zone,
)


class PlayerManager(BaseUserManager["Player"]):
    """Finds and makes players by their address, whose case is kept and does not count."""

    def with_address(self, address: str) -> models.QuerySet["Player"]:
        """Return the one player with this address in any case, or none; answered by the index."""
        return self.alias(address=Lower("email")).filter(address=address.lower())

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player with this address in any case; raises `Player.DoesNotExist`."""
        return self.with_address(username or "").get()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Make a player; without a password they sign in by mail alone."""
        player = self.model(email=email, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Make an administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person, known by an e-mail address; administrators may have a password, players none."""

    email = models.EmailField(
        _("e-mail address"), max_length=ADDRESS_LENGTH, validators=[validate_address]
    )
    display_name = models.CharField(_("name"), max_length=NAME_LENGTH, validators=[validate_name])
    language = models.CharField(
        _("language"),
        max_length=10,
        default=settings.LANGUAGE_CODE,
        choices=language_choices,
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True, default=USUAL_BEGIN)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True, default=USUAL_END)
    reminders = models.CharField(
        _("reminders"),
        max_length=40,
        blank=True,
        default=USUAL,
        db_default=USUAL,
        validators=[validate_reminders],
    )
    digest_at = models.TimeField(
        _("one mail a day at"),
        null=True,
        blank=True,
        help_text=_("Empty for a mail whenever something happens."),
    )
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("administrator"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    last_seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)
    is_newcomer = models.BooleanField(
        default=True,
        db_default=True,
        editable=False,
        help_text=_("Whether the pages still take them by the hand."),
    )
    bouncing_address = models.CharField(
        max_length=ADDRESS_LENGTH, default="", blank=True, editable=False
    )
    suspended_at = models.DateTimeField(_("suspended"), null=True, blank=True, editable=False)
    suspension_reason = models.CharField(_("reason"), max_length=200, blank=True, editable=False)

    objects = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["display_name"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="one_player_an_address",
                violation_error_message=_("There is a player with this address already."),
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.email

    @property
    def is_suspended(self) -> bool:
        """Whether an administrator keeps this player from signing in."""
        return self.suspended_at is not None

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The night of this player, None for who has none."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return QuietHours(ZoneInfo(self.time_zone), self.quiet_from, self.quiet_until)

    @property
    def habits(self) -> Habits:
        """How this player wants to be met by clocks."""
        return Habits(self.quiet_hours, self.reminders)

    @property
    def mail_bounces(self) -> bool:
        """Whether mail to this very address came back; a changed one is not the same."""
        return self.bouncing_address == self.email.lower()

    def get_full_name(self) -> str:
        """Return the name that other players see."""
        return self.display_name

    def get_short_name(self) -> str:
        """Return the name that other players see."""
        return self.display_name


class SignInCode(models.Model):
    """The newest six-digit code of an address, known or not; only keyed hashes are kept."""

    address_key = models.CharField(max_length=64, primary_key=True)
    code_hash = models.CharField(max_length=64)
    tries = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"code of {self.asked_at:%Y-%m-%d %H:%M}, {self.tries} tries"


class Throttle(models.Model):
    """How often something was asked for, by one address or from one network, until it resets."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    resets_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} until {self.resets_at:%Y-%m-%d %H:%M}"


class Refusal(models.Model):
    """An address that wants no invitations, ever; kept as a keyed hash, so it cannot be read."""

    address_key = models.CharField(max_length=64, primary_key=True)
    refused_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"refused on {self.refused_at:%Y-%m-%d}"


class TimeOff(models.Model):
    """A time during which a player's clocks stand still, at every table (MAIL.md, Clocks)."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="times_off",
        verbose_name=_("player"),
    )
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), db_index=True)
    settled_at = models.DateTimeField(
        _("settled"),
        null=True,
        blank=True,
        help_text=_("When every deadline that stood still had been moved."),
    )

    class Meta:
        verbose_name = _("time off")
        verbose_name_plural = _("times off")
        indexes = [
            models.Index("player", name="time_off_open", condition=models.Q(settled_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d} – {self.until:%Y-%m-%d}"
