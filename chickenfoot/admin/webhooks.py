"""Webhooks: whose they are, and whether they work; never their addresses and secrets."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chickenfoot.admin.stock import ReadingAdmin
from notifications.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadingAdmin):
    """A list to search and a page a webhook, to read. Of an address only its machine is shown."""

    list_display = ("machine", "player", "match", "form", "told_at", "failing_since", "off_since")
    list_filter = ("form", "off_because", "off_since")
    list_select_related = ("player", "match")
    search_fields = ("player__display_name", "player__email", "match__slug__startswith")
    ordering = ("-pk",)
    show_full_result_count = False
    fields = (
        "machine",
        "player",
        "match",
        "form",
        "made_at",
        "told_at",
        "failing_since",
        "failures",
        "trouble",
        "off_since",
        "off_because",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the webhooks without their secrets."""
        return super().get_queryset(request).defer("secret")

    @admin.display(description=_("machine"))
    def machine(self, hook: Webhook) -> str:
        """Return what it posts to: the rest of the address may be a password."""
        return hook.host
