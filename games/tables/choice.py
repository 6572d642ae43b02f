"""A choice: what waits for a seat, and until when."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Choice(models.Model):
    """A row exists while a seat, a person's or a bot's, has to decide in a round."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="choices")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="choices")
    round = models.PositiveSmallIntegerField(_("round"))
    seq = models.PositiveIntegerField(
        _("since event"), help_text=_("The last event of its round when it arose.")
    )
    since = models.DateTimeField(_("since"))
    deadline = models.DateTimeField(_("deadline"))
    remind_at = models.DateTimeField(_("remind"), null=True, blank=True)
    told_at = models.DateTimeField(
        _("told"),
        null=True,
        blank=True,
        help_text=_("When a mail server took its turn mail; no deadline passes before that."),
    )
    ran_out_at = models.DateTimeField(
        _("ran out"),
        null=True,
        blank=True,
        help_text=_("When its time was found to have run out, at a table that waits."),
    )
    bot_asked = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Whether another player asked for the bot, which thinks about it."),
    )
    outage = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text=_("The last outage that moved its deadline."),
    )

    class Meta:
        verbose_name = _("choice")
        verbose_name_plural = _("choices")
        constraints = [
            models.UniqueConstraint(fields=["match", "round"], name="one_choice_a_round"),
        ]
        indexes = [
            models.Index(
                "deadline", name="choice_running_out", condition=models.Q(ran_out_at=None)
            ),
            models.Index(
                "match", name="choice_ran_out", condition=models.Q(ran_out_at__isnull=False)
            ),
            models.Index(fields=["remind_at"], name="choice_remind_at"),
            models.Index("match", name="choice_untold", condition=models.Q(told_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.round}"
