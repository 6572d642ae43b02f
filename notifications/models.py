"""What was, is and shall be told to whom, and what somebody wants no mail about."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notifications.bouncing.rows import BouncingAddress
from notifications.calendars.rows import CalendarFeed
from notifications.replies.rows import Reply, ReplyAddress
from notifications.webhooks.rows import Delivery, Webhook

__all__ = [
    "GATHERING",
    "SWITCHABLE",
    "BouncingAddress",
    "CalendarFeed",
    "Delivery",
    "Kind",
    "MailChoice",
    "Notice",
    "Reply",
    "ReplyAddress",
    "Webhook",
]


class Kind(models.TextChoices):
    """The kinds of mails (MAIL.md, Which mails)."""

    INVITATION = "invitation", _("invitation")
    TURN = "turn", _("your turn")
    REMINDER = "reminder", _("reminder")
    TIMED_OUT = "timed_out", _("your time ran out")
    RAN_OUT = "ran_out", _("time of another player that ran out")
    TIME_OFF = "time_off", _("time off of another player")
    ROUND_OVER = "round_over", _("end of a round")
    OVER = "match_over", _("end of a match")
    MEMBER = "member", _("change at a table")
    PAUSE = "pause", _("pause of a match")
    CORRECTION = "correction", _("correction at a table")
    OFFER = "offer", _("question to a table")
    TALK = "talk", _("table talk")
    STOPPED = "stopped", _("table that stands still")
    DIGEST = "digest", _("one mail for all")
    LINK = "link", _("new link to a table")
    ANSWER = "answer", _("answer to a reply")
    SIGN_IN = "sign_in", _("sign-in")
    ADDRESS_CHANGE = "address_change", _("confirmation of a new address")
    ADDRESS_CHANGED = "address_changed", _("change of address")
    HOOK_OFF = "hook_off", _("webhook that was switched off")


SWITCHABLE = (
    Kind.TURN,
    Kind.REMINDER,
    Kind.TIMED_OUT,
    Kind.RAN_OUT,
    Kind.TIME_OFF,
    Kind.ROUND_OVER,
    Kind.OVER,
    Kind.MEMBER,
    Kind.PAUSE,
    Kind.CORRECTION,
    Kind.OFFER,
    Kind.TALK,
    Kind.STOPPED,
    Kind.DIGEST,
    Kind.HOOK_OFF,
)
"""What can be switched off; an invitation can be refused for ever, the rest was asked for."""

GATHERING = (Kind.TURN, Kind.REMINDER, Kind.TIMED_OUT)
"""Kinds of which one mail tells all there is to tell about a match."""


class Notice(models.Model):
    """One thing to tell one person: unique, claimed under a lease, sent, and kept as a record.

    It holds what it is about and never what was rendered: a mail is made when it is sent.
    """

    class State(models.TextChoices):
        DUE = "due", _("due")
        LEASED = "leased", _("being sent")
        HELD = "held", _("held for a mail of several")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped")
        FAILED = "failed", _("failed")

    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("player"),
    )
    address = models.EmailField(
        _("address"),
        max_length=254,
        blank=True,
        help_text=_("Where it goes if not to the player's own address."),
    )
    language = models.CharField(
        max_length=10, blank=True, editable=False, help_text=_("Of who has no account yet.")
    )
    key = models.CharField(_("about"), max_length=80, help_text=_("What it is about."))
    match = models.ForeignKey(
        "games.Match",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("match"),
    )
    invitation = models.ForeignKey(
        "games.Invitation", models.CASCADE, null=True, blank=True, related_name="notices"
    )
    seq = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The event it is about; once sent, the last one.")
    )
    talk = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text=_("Once sent, the last line of table talk that it told of."),
    )
    sealed = models.TextField(
        blank=True, editable=False, help_text=_("A link and a code, unreadable, until it is sent.")
    )
    asked_again = models.BooleanField(
        default=False, editable=False, help_text=_("An administrator asked to send it once more.")
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.DUE)
    due_at = models.DateTimeField(_("due"))
    lease = models.CharField(max_length=32, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0, editable=False)
    first_tried_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_error = models.CharField(_("last error"), max_length=300, blank=True, editable=False)
    message_id = models.CharField(max_length=200, unique=True, editable=False)
    subject = models.CharField(_("subject"), max_length=200, blank=True, editable=False)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "key"],
                condition=Q(player__isnull=False),
                name="one_notice_a_thing_to_a_player",
            ),
            models.UniqueConstraint(
                Lower("address"),
                "kind",
                "key",
                condition=Q(player=None),
                name="one_notice_a_thing_to_an_address",
            ),
            models.UniqueConstraint(
                fields=["player", "match", "kind"],
                condition=Q(state="due", kind__in=["turn", "reminder", "timed_out"]),
                name="one_gathering_notice_due",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(address=""), name="notice_goes_somewhere"
            ),
        ]
        indexes = [
            models.Index("due_at", "id", name="notice_due", condition=Q(state="due")),
            models.Index("lease_until", name="notice_leased", condition=Q(state="leased")),
            models.Index("player", name="notice_held", condition=Q(state="held")),
            models.Index("match", "player", "kind", name="notice_of_a_match"),
            models.Index(
                "match",
                "player",
                name="notice_turn_coming",
                condition=Q(kind="turn", state__in=["due", "leased", "held"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class MailChoice(models.Model):
    """A kind of mail that a player does not want, or wants again."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_choices"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    wanted = models.BooleanField(_("wanted"))

    class Meta:
        verbose_name = _("choice of mails")
        verbose_name_plural = _("choices of mails")
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_mail_choice_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.wanted}"
