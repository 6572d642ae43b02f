"""What the server knows of its own life: when it was last awake, and when it was not."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When the server's clock last ran; for mail, since when no mail server can be reached."""

    name = models.CharField(max_length=8, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M}"


class Outage(models.Model):
    """A time during which the server or its outgoing mail did not work."""

    since = models.DateTimeField()
    until = models.DateTimeField()
    moved_at = models.DateTimeField(
        null=True, help_text=_("When every deadline had been moved by it.")
    )

    class Meta:
        indexes = [
            models.Index("id", name="outage_unmoved", condition=models.Q(moved_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M} – {self.until:%Y-%m-%d %H:%M}"
