"""A round as lists and feeds see it, projected from the log."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Round(models.Model):
    """Where one round of a match stands; a row exists from its deal on."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    dealt_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField(
        help_text=_("Its last event: what a move must have seen not to be stale.")
    )
    reason = models.CharField(pgettext_lazy("a round", "ended"), max_length=8, blank=True)
    points = models.JSONField(_("points"), default=list)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_round_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_over(self) -> bool:
        """Whether its points are known."""
        return bool(self.reason)
