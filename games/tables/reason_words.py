"""The words of a reason: they lie beside the log, whose events hold its code alone (RECORD.md)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST = 200


class ReasonWords(models.Model):
    """Why an event of a match was caused, as somebody wrote it; the players read it."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="reasons")
    seq = models.PositiveIntegerField(_("event"))
    words = models.CharField(_("why"), max_length=LONGEST)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reasons"
    )

    class Meta:
        verbose_name = _("words of a reason")
        verbose_name_plural = _("words of reasons")
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_reason_an_event")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq}"
