"""Table talk: what was said where, to read, and taking the words of a line away."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chickenfoot.admin.acts import Act, ActingAdmin, Asked
from chickenfoot.admin.stock import ReadingAdmin
from games import services
from games.tables import TalkLine


class RemovedFilter(admin.SimpleListFilter):
    """Those whose words were taken away, or are still there."""

    title = gettext_lazy("removed")
    parameter_name = "removed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return yes and no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the list that fit."""
        if self.value() in {"yes", "no"}:
            return queryset.filter(removed_at__isnull=self.value() == "no")
        return queryset


class RemoveLine(Act[TalkLine]):
    """Take the words of a line away for good."""

    name = "remove-line"
    title = gettext_lazy("Remove this line")
    explanation = gettext_lazy(
        "Its words are gone for good, everywhere but in mails that were sent. The table sees that "
        "an administrator has removed a line, and not why."
    )
    in_bulk = True

    def fits(self, target: TalkLine) -> bool:
        """Return whether its words are still there."""
        return target.removed_at is None

    def do(self, asked: Asked[TalkLine]) -> None:
        """Remove them."""
        services.remove_line(asked.target, by=asked.by, now=asked.now)


@admin.register(TalkLine)
class TalkLineAdmin(ActingAdmin, ReadingAdmin):
    """A list to search, of one match where its page leads here."""

    acts = (RemoveLine(),)
    list_display = ("said_at", "match", "player", "what")
    list_select_related = ("match", "player")
    list_filter = (RemovedFilter, "said_at")
    asked_by_links = frozenset({"match__id__exact"})
    search_fields = ("match__slug__startswith", "player__display_name", "player__email", "words")
    ordering = ("-pk",)
    show_full_result_count = False
    fields = ("match", "player", "said_at", "round", "what", "removed_at", "removed_by")

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """Return whether a link may ask for it: the page of a match asks for its own lines."""
        return lookup == "match__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.display(description=gettext_lazy("words"))
    def what(self, line: TalkLine) -> str:
        """Return what was said, or that it was removed."""
        return line.words if line.removed_at is None else _("removed")
