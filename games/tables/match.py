"""A match: what was agreed, and where it stands."""

import base64
import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

USUAL_STAND_IN: Final = "hen"
"""The bot that plays for a person whose time runs out or who has left, unless agreed otherwise."""


def new_slug() -> str:
    """Return an address that cannot be guessed: 128 random bits, 22 characters."""
    return as_slug(secrets.token_bytes(16))


def as_slug(digits: bytes) -> str:
    """Return 16 bytes as an address; none begins with a dash, as options of commands do."""
    slug = base64.urlsafe_b64encode(digits).decode().rstrip("=")
    return f"_{slug[1:]}" if slug.startswith("-") else slug


class Match(models.Model):
    """One match; `head`, `totals`, `ranks` and `state` once running are projected from the log."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")
        ABANDONED = "abandoned", _("abandoned")
        CANCELLED = "cancelled", _("cancelled")

    class OutOfTime(models.TextChoices):
        BOT_PLAYS = "bot_plays", _("a bot makes the move")
        WAIT = "wait", _("the table waits, and the others may ask for a bot")

    slug = models.CharField(max_length=22, unique=True, default=new_slug, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="created_matches",
        verbose_name=_("made by"),
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.WAITING, db_index=True
    )
    rules = models.JSONField(_("rules"), help_text=_("Every option of R1, resolved."))
    watchable = models.BooleanField(
        _("open to watchers"), default=False, help_text=_("Who has the address may watch it run.")
    )
    hints = models.BooleanField(
        _("hints"), default=False, help_text=_("Players may ask what the bot Hen would do.")
    )
    turn_time = models.DurationField(_("time for a move"), default=timedelta(days=3))
    out_of_time = models.CharField(
        _("when time runs out"), max_length=10, choices=OutOfTime, default=OutOfTime.BOT_PLAYS
    )
    stand_in = models.CharField(
        _("bot that stands in"),
        max_length=16,
        default=USUAL_STAND_IN,
        db_default=USUAL_STAND_IN,
        help_text=_("Makes the move of a player whose time runs out, and plays for who has left."),
    )
    seed_commitment = models.CharField(max_length=64, editable=False)
    imported = models.BooleanField(_("imported"), default=False, editable=False)
    paused = models.BooleanField(_("paused"), default=False, editable=False)
    has_offers = models.BooleanField(
        default=False, editable=False, help_text=_("Whether somebody asked something of the table.")
    )
    fault = models.CharField(
        _("fault"),
        max_length=200,
        blank=True,
        editable=False,
        help_text=_("Why the match cannot be replayed; its clock stands still."),
    )
    stopped_at = models.DateTimeField(
        _("stands still since"), null=True, editable=False, help_text=_("When the fault was found.")
    )
    verified = models.PositiveIntegerField(
        _("verified up to"),
        default=0,
        editable=False,
        help_text=_("The log was verified up to this event."),
    )
    verified_digest = models.BinaryField(
        max_length=32, default=b"", help_text=_("The digest that this event had then.")
    )
    head = models.PositiveIntegerField(_("last event"), default=0, editable=False)
    noticed = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The last event that notices were made for.")
    )
    talked = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text=_("How often its talk has changed without a move, for those who look on."),
    )
    totals = models.JSONField(_("totals"), default=list, editable=False)
    ranks = models.JSONField(_("ranks"), default=list, editable=False)
    created_at = models.DateTimeField(
        pgettext_lazy("a match", "made"), default=timezone.now, editable=False
    )
    started_at = models.DateTimeField(_("started"), null=True, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                "id", name="match_unnoticed", condition=models.Q(noticed__lt=models.F("head"))
            ),
            models.Index(
                "id", name="match_unverified", condition=models.Q(verified__lt=models.F("head"))
            ),
            models.Index("id", name="match_stopped", condition=~models.Q(fault="")),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow in its log."""
        return self.state in {self.State.ENDED, self.State.ABANDONED}


class MatchSecret(models.Model):
    """The seed of a match, apart from everything that a page or a list reads (R8.5)."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="secret")
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"the seed of {self.match_id}"
