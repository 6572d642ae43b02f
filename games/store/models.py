"""The table of stored events; only this package touches it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StoredEvent(models.Model):
    """One event of a match, exactly as RECORD.md exports it.

    `at` and `data` are the canonical texts that were digested: another type would give back
    another text. Triggers refuse every change, on both databases.
    """

    pk = models.CompositePrimaryKey("match_id", "seq")
    match = models.ForeignKey("games.Match", models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(null=True)
    type = models.CharField(max_length=24)
    cause = models.CharField(max_length=8)
    at = models.CharField(max_length=27)
    data = models.TextField()
    digest = models.BinaryField(max_length=32)

    class Meta:
        db_table = "games_event"
        verbose_name = _("event")
        verbose_name_plural = _("events")
        indexes = [
            models.Index(fields=["match", "round", "seq"], name="event_round"),
            models.Index(
                fields=["match", "seq"],
                name="event_round_ended",
                condition=models.Q(type="round_ended"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq} {self.type}"
