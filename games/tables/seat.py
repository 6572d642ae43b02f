"""A seat: who sits there now, who sat there before, and their words for the shuffle."""

import hashlib
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.habits import Habits
from accounts.quiet_hours import QuietHours
from games.tables.bot_names import in_words, kept_name


class Seat(models.Model):
    """A place at a table, numbered from 0 in playing order.

    A seat with a player and a bot is one where the bot stands in and the player may return.
    """

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=16, blank=True)
    guest = models.CharField(
        _("guest"), max_length=40, blank=True, help_text=_("A name for a bot, or for an import.")
    )
    open_to_all = models.BooleanField(_("open to all"), default=False)
    former = models.BooleanField(
        default=False, editable=False, help_text=_("Its player has left the server since.")
    )
    tenure = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The number of its current tenure.")
    )
    strikes = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text=_("Days in a row with nothing but time-outs.")
    )
    last_strike_on = models.DateField(null=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["match", "player"],
                name="one_seat_a_player",
                violation_error_message=_("This player already sits at the table."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_taken(self) -> bool:
        """Whether somebody, a person or a bot, sits here."""
        return self.player_id is not None or bool(self.bot or self.guest)

    @property
    def is_person(self) -> bool:
        """Whether a person decides here, and no bot."""
        return self.player_id is not None and not self.bot

    @property
    def night(self) -> QuietHours | None:
        """The quiet hours of the person who decides here; a bot has none."""
        return self.habits.night

    @property
    def habits(self) -> Habits:
        """How the person who decides here wants to be met by clocks; a bot has no wishes."""
        return self.player.habits if self.player is not None and not self.bot else Habits()

    @property
    def name(self) -> str:
        """The name that everybody sees."""
        if self.player is not None:
            return self.player.display_name
        if self.former:
            return str(_("former player"))
        if self.bot:
            return in_words(self.guest or kept_name(self.bot))
        return self.guest or str(_("free seat"))


class Tenure(models.Model):
    """A time during which one person or one bot decided for a seat; the last one is current."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tenures",
    )
    bot = models.CharField(max_length=16, blank=True)
    since_seq = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=10, blank=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("tenure")
        verbose_name_plural = _("tenures")
        ordering: ClassVar = ["seat", "number"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "number"], name="one_tenure_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.number}"


class SeatWords(models.Model):
    """A player's words for the shuffle (RECORD.md), outside the log so that they can be erased."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="words")
    nonce = models.CharField(max_length=32)
    words = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.digits

    @property
    def digits(self) -> str:
        """What enters the record: the first 40 hex digits of SHA-256(nonce + words)."""
        return hashlib.sha256((self.nonce + self.words).encode()).hexdigest()[:40]
