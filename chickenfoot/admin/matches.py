"""Matches: where each stands, its log as nobody may peek into it, and what can be done."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chickenfoot.admin.acts import ActingAdmin
from chickenfoot.admin.match_acts import Abandon, ExtendDeadline, LetGoOn, Pause, Resume, Rewind
from chickenfoot.admin.seat_acts import GiveBack, GiveToBot, GiveToPlayer
from chickenfoot.admin.stock import ReadingAdmin
from games import queries
from games.queries.options import rules_said
from games.record.check import Report
from games.record.export import check_match
from games.tables import Choice, Match
from games.tables.bot_names import bot_in_words
from games.web.asking import read_page


class FaultFilter(admin.SimpleListFilter):
    """Those that stand still because their record cannot be read."""

    title = gettext_lazy("stands still")
    parameter_name = "fault"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the one thing to ask for."""
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the list who fit."""
        return queryset.exclude(fault="") if self.value() == "yes" else queryset


@admin.register(Match)
class MatchAdmin(ActingAdmin, ReadingAdmin):
    """A list to search and a page a match, to read; what is changed is changed by acts."""

    acts = (
        ExtendDeadline(),
        Pause(),
        Resume(),
        Rewind(),
        GiveToBot(),
        GiveBack(),
        GiveToPlayer(),
        Abandon(),
        LetGoOn(),
    )
    change_form_template = "admin/games/match/page.html"
    list_display = ("table", "players", "state", "head", "next_deadline", "created_at")
    list_filter = ("state", FaultFilter, "paused", "imported", "watchable")
    search_fields = (
        "slug__startswith",
        "seats__player__display_name",
        "seats__player__email",
        "seats__guest",
        "=id",
    )
    ordering = ("-pk",)
    show_full_result_count = False
    fieldsets = (
        (
            None,
            {"fields": ("address", "state", "standing_still", "stopped_at", "paused", "creator")},
        ),
        (
            gettext_lazy("Agreed"),
            {"fields": ("rules_in_words", "turn_time", "out_of_time", "standing_in", "watchable")},
        ),
        (
            gettext_lazy("Record"),
            {"fields": ("head", "verified", "totals", "ranks", "seed_commitment", "imported")},
        ),
        (gettext_lazy("Times"), {"fields": ("created_at", "started_at", "ended_at")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the matches with their seats, and when the next choice has to be made."""
        waiting = Choice.objects.filter(match=OuterRef("pk")).order_by("deadline")
        seated = super().get_queryset(request).prefetch_related("seats__player")
        dated: QuerySet[Any] = seated.annotate(soonest=Subquery(waiting.values("deadline")[:1]))
        return dated.select_related("creator")

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses, those of the log and of the check before the stock ones."""
        view = self.admin_site.admin_view
        log = path("<path:object_id>/log/", view(self.log_view), name="games_match_log")
        check = path("<path:object_id>/check/", view(self.check_view), name="games_match_check")
        return [log, check, *super().get_urls()]

    def words_for(self, request: HttpRequest, target: Any) -> dict[str, Any]:
        """Return the acts, the seats and what waits."""
        words = super().words_for(request, target)
        addresses = {act.name: address for act, address in self.open_acts(request, target)}
        return {
            **words,
            "seats": target.seats.all(),
            "seat_act": addresses.get("give-to-bot", ""),
            "choices": target.choices.select_related("seat__player").order_by("deadline"),
            "choice_act": addresses.get("extend-deadline", ""),
            "rounds": target.rounds.order_by("number"),
        }

    def log_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show a page of the log, hidden tiles masked until their round ends."""
        match = self._found(request, object_id)
        number = read_page(request.GET, "page")
        words = {"page": queries.log_page(match, number), "title": _("Event log")}
        return self._page(request, "admin/games/match/log.html", match, words)

    def check_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Check the record as it is stored, and say what of the answer gives no tile away."""
        match = self._found(request, object_id)
        report = check_match(match)
        words = {
            "report": report,
            "fault": masked(report, match),
            "what": queries.fault_in_words(report.fault.place) if report.fault else "",
            "title": _("Check of the record"),
        }
        return self._page(request, "admin/games/match/check.html", match, words)

    def _found(self, request: HttpRequest, object_id: str) -> Match:
        match: Match | None = self.get_object(request, unquote(object_id))
        if match is None:
            raise Http404
        if not self.has_view_permission(request, match):
            raise PermissionDenied
        return match

    def _page(
        self, request: HttpRequest, template: str, match: Match, words: dict[str, Any]
    ) -> HttpResponse:
        context = self.admin_site.each_context(request)
        return TemplateResponse(
            request, template, {**context, **words, "opts": self.opts, "original": match}
        )

    @admin.display(description=gettext_lazy("match"), ordering="pk")
    def table(self, match: Match) -> str:
        """Return what it is called: its address."""
        return match.slug

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        """Return who sits there."""
        return ", ".join(seat.name for seat in match.seats.all())

    @admin.display(description=gettext_lazy("next deadline"), ordering="soonest")
    def next_deadline(self, match: Any) -> Any:
        """Return when the next choice has to be made."""
        return match.soonest

    @admin.display(description=gettext_lazy("address"))
    def address(self, match: Match) -> SafeString:
        """Return a link to what a visitor sees."""
        page = reverse("games:match", args=[match.slug])
        return format_html('<a href="{}">{}</a>', page, page)

    @admin.display(description=gettext_lazy("stands still"))
    def standing_still(self, match: Match) -> str:
        """Return why its record cannot be read."""
        return queries.fault_in_words(match.fault) if match.fault else _("No")

    @admin.display(description=gettext_lazy("bot that stands in"))
    def standing_in(self, match: Match) -> str:
        """Return what the bot is called that plays for who is out of time, or has left."""
        return bot_in_words(match.stand_in)

    @admin.display(description=gettext_lazy("rules"))
    def rules_in_words(self, match: Match) -> str:
        """Return what was agreed to be played."""
        return " · ".join(rules_said(match, match.seats.count()))


def masked(report: Report, match: Match) -> str:
    """Return a report's fault; without the sentence while the match is not over (R8.5).

    A sentence may name a tile that lies in a hand or in the yard.
    """
    if report.fault is None:
        return ""
    return str(report.fault) if match.is_over else report.fault.place
