"""Where players want to be told by machine, and every single thing that is told there."""

import base64
import secrets
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

URL_LENGTH: Final = 500


def new_secret() -> str:
    """Return a secret as Standard Webhooks writes it: 192 random bits behind `whsec_`."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}"


def new_message_id() -> str:
    """Return the name under which a delivery goes out, the same at every try."""
    return f"msg_{secrets.token_hex(16)}"


class Webhook(models.Model):
    """An address that a player has chosen: for their own tables, or for all that one table does.

    The secret lies here readable, as HMAC needs it on both sides; no page, list or download shows
    it, but the one answer to the player who asked for it.
    """

    class Form(models.TextChoices):
        JSON = "json", _("JSON")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    class Off(models.TextChoices):
        FAILING = "failing", _("it failed for 24 hours")
        GONE = "gone", _("the address said that it is gone")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="webhooks",
        verbose_name=_("player"),
    )
    match = models.ForeignKey(
        "games.Match",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="webhooks",
        verbose_name=_("match"),
        help_text=_("The one table that it tells of."),
    )
    form = models.CharField(_("format"), max_length=8, choices=Form)
    url = models.CharField(_("address"), max_length=URL_LENGTH)
    secret = models.CharField(max_length=80, default=new_secret, editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    told_at = models.DateTimeField(_("last told"), null=True, editable=False)
    failing_since = models.DateTimeField(_("failing since"), null=True, editable=False)
    failures = models.PositiveIntegerField(
        _("failures"), default=0, editable=False, help_text=_("In a row.")
    )
    trouble = models.CharField(_("trouble"), max_length=16, blank=True, editable=False)
    off_since = models.DateTimeField(_("switched off"), null=True, editable=False)
    off_because = models.CharField(
        _("because"), max_length=8, choices=Off, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"{self.form} {self.host}"

    @property
    def host(self) -> str:
        """The machine it posts to; the rest of the address may be a password."""
        return urlsplit(self.url).netloc

    @property
    def is_on(self) -> bool:
        """Whether anything is posted."""
        return self.off_since is None


class Delivery(models.Model):
    """One thing to post to one webhook: unique, claimed under a lease, posted, kept for a while.

    It holds what it is about, never what was said: that is made when it is posted.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("a turn")
        REMINDER = "reminder", _("reminder")
        TIMED_OUT = "timed_out", _("time that ran out")
        ROUND_OVER = "round_over", _("end of a round")
        MATCH_OVER = "match_over", _("end of a match")
        TEST = "test", _("test message")

    class State(models.TextChoices):
        DUE = "due", _("due")
        LEASED = "leased", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped")
        FAILED = "failed", _("failed")

    webhook = models.ForeignKey(
        Webhook, models.CASCADE, related_name="deliveries", verbose_name=_("webhook")
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    key = models.CharField(_("about"), max_length=80)
    match = models.ForeignKey(
        "games.Match", models.CASCADE, null=True, related_name="+", verbose_name=_("match")
    )
    seat = models.ForeignKey("games.Seat", models.CASCADE, null=True, related_name="+")
    round = models.PositiveSmallIntegerField(_("round"), null=True)
    message_id = models.CharField(
        max_length=40, unique=True, default=new_message_id, editable=False
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.DUE)
    due_at = models.DateTimeField(_("due"))
    lease = models.CharField(max_length=32, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0, editable=False)
    first_tried_at = models.DateTimeField(null=True, editable=False)
    last_error = models.CharField(_("last error"), max_length=100, blank=True, editable=False)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, editable=False)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "kind", "key"], name="one_delivery_a_thing_to_a_webhook"
            )
        ]
        indexes = [
            models.Index("due_at", name="delivery_due", condition=models.Q(state="due")),
            models.Index("lease_until", name="delivery_leased", condition=models.Q(state="leased")),
            models.Index("created_at", name="delivery_made"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
