"""Notices: what was told to whom, what could not be, and sending it again."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from chickenfoot.admin.acts import Act, ActingAdmin, Asked
from chickenfoot.admin.stock import ReadingAdmin
from notifications import outbox
from notifications.models import Notice

FINISHED = (Notice.State.SENT, Notice.State.DROPPED, Notice.State.FAILED)


class SendAgain(Act[Notice]):
    """Have a notice sent once more."""

    name = "send-again"
    title = gettext_lazy("Send again")
    explanation = gettext_lazy(
        "It is due at once, and checked again like any other: what is no longer true is not told."
    )
    in_bulk = True

    def fits(self, target: Notice) -> bool:
        """Return whether nobody is about to send it anyway."""
        return target.state in FINISHED

    def do(self, asked: Asked[Notice]) -> None:
        """Make it due."""
        outbox.send_again(asked.target, now=asked.now)


@admin.register(Notice)
class NoticeAdmin(ActingAdmin, ReadingAdmin):
    """A list to search and a page a notice, to read. A sign-in mail's link is never shown."""

    acts = (SendAgain(),)
    list_display = ("kind", "to", "match", "state", "due_at", "sent_at", "last_error")
    list_filter = ("state", "kind", "due_at")
    list_select_related = ("player", "match")
    search_fields = (
        "player__display_name",
        "player__email",
        "address",
        "match__slug__startswith",
        "last_error",
        "=message_id",
    )
    ordering = ("-pk",)
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("kind", "to", "match", "key", "subject")}),
        (
            gettext_lazy("Sending"),
            {
                "fields": (
                    "state",
                    "due_at",
                    "sent_at",
                    "tries",
                    "first_tried_at",
                    "last_error",
                    "message_id",
                )
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the notices without what is sealed in them."""
        return super().get_queryset(request).defer("sealed")

    @admin.display(description=gettext_lazy("to"), ordering="player__display_name")
    def to(self, notice: Notice) -> str:
        """Return whom it is for."""
        who = str(notice.player) if notice.player else ""
        return " ".join(filter(None, (who, notice.address)))
