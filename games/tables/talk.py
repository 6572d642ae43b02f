"""Table talk: what players say to each other beside the log, whose events hold no words."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_LINE = 280


class TalkLine(models.Model):
    """One line of words, said at a table by who sat there; nobody changes it afterwards.

    An administrator may remove it: the words go, and that there was a line stays.
    """

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="talk", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("Where it was said."))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="talk",
        verbose_name=_("player"),
        help_text=_("Who said it, whoever sits there now."),
    )
    words = models.CharField(_("words"), max_length=LONGEST_LINE, blank=True)
    said_at = models.DateTimeField(_("said"), default=timezone.now)
    round = models.PositiveSmallIntegerField(
        _("round"), null=True, blank=True, help_text=_("Of the move that it went with.")
    )
    seq = models.PositiveIntegerField(
        _("event"), null=True, blank=True, help_text=_("What that move had seen last.")
    )
    key = models.CharField(
        max_length=64, editable=False, help_text=_("Of the form that said it: twice is once.")
    )
    noticed = models.BooleanField(
        default=False, editable=False, help_text=_("Whether its mail was planned.")
    )
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("removed by"),
    )

    class Meta:
        verbose_name = _("line of table talk")
        verbose_name_plural = _("lines of table talk")
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "key"], name="one_line_a_form")
        ]
        indexes = [
            models.Index("match", name="talk_unnoticed", condition=models.Q(noticed=False)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.pk}"


class Mute(models.Model):
    """Somebody whose lines a player does not want to read at one table; nobody else sees it.

    At one table, for the link to a seat opens nothing else of an account (MAIL.md, Links 2).
    """

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="mutes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player", "muted"], name="one_mute_a_pair_and_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id} mutes {self.muted_id}"
