"""Whose deadlines can be subscribed to, and by which generation of links."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CalendarFeed(models.Model):
    """A player's calendar; its row stays when it is switched off, so that no old link revives."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="calendar_feed",
        verbose_name=_("player"),
    )
    generation = models.PositiveIntegerField(default=1, editable=False)
    is_on = models.BooleanField(_("switched on"), default=True, editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("calendar")
        verbose_name_plural = _("calendars")

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"
