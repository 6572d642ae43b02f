"""Who did what and why: every act is kept, and nothing that is kept is changed."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountError
from accounts.models import Player
from accounts.redaction import redacted
from accounts.signals import player_leaving
from chickenfoot.admin.stock import ReadingAdmin


class ActsAreKept(AccountError):
    """The account of somebody who has acted as an administrator is not deleted."""

    code = "acts_are_kept"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            str(
                _(
                    "What was done here as an administrator is kept under this account, so it "
                    "cannot be deleted. It can be suspended."
                )
            )
        )


def keep(by: Player, target: Model, what: str) -> None:
    """Keep that somebody did something to `target`, and why."""
    LogEntry.objects.create(
        user_id=by.pk,
        content_type=ContentType.objects.get_for_model(target),
        object_id=str(target.pk),
        object_repr=str(target)[:200],
        action_flag=CHANGE,
        change_message=what,
    )


def connect() -> None:
    """Follow the signal that a player leaves."""
    player_leaving.connect(_player_leaves)


def _player_leaves(player: Player, **_: Any) -> None:
    """Keep what was done to somebody without their name; keep the account of who did things."""
    if LogEntry.objects.filter(user=player).exists():
        raise ActsAreKept
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    entries.update(object_repr=f"#{player.pk}")
    _redact([player.display_name, player.email])


def _redact(names: Sequence[str]) -> None:
    """Leave names out of the reasons that were given for acts of any kind."""
    for name in filter(None, names):
        for entry in LogEntry.objects.filter(change_message__icontains=name):
            message = redacted(entry.change_message, names)
            LogEntry.objects.filter(pk=entry.pk).update(change_message=message)


@admin.register(LogEntry)
class ActsAdmin(ReadingAdmin):
    """Everything that was done here: a list to read."""

    list_display = ("action_time", "user", "content_type", "object_repr", "what")
    list_display_links = None
    list_select_related = ("user", "content_type")
    list_filter = (("content_type", admin.RelatedOnlyFieldListFilter),)
    search_fields = ("object_repr", "change_message", "user__display_name", "=object_id")
    date_hierarchy = "action_time"
    show_full_result_count = False

    @admin.display(description=_("what, and why"))
    def what(self, entry: LogEntry) -> str:
        """Return the act and its reason."""
        return str(entry.get_change_message()) or entry.get_action_flag_display()
