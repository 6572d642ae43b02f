"""Players: who they are, when they were last here, where they sit, and what can be done."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounts import habits
from accounts.models import Player
from accounts.services import days_left, open_times_off
from chickenfoot.admin.acts import Act, ActingAdmin
from chickenfoot.admin.player_acts import ACTS
from chickenfoot.admin.player_forms import NewPlayerForm, PlayerForm
from chickenfoot.admin.stock import StockUserAdmin
from games.tables import Match, Seat
from notifications import preferences

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
MAIL = ("one_mail_a_day", "reminded", "unwanted_mails")
LAST_TABLES = 50
_BREAK = mark_safe("<br>")


class SuspendedFilter(admin.SimpleListFilter):
    """Those who are suspended, or are not."""

    title = gettext_lazy("suspended")
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return yes and no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the list who fit."""
        if self.value() in {"yes", "no"}:
            return queryset.filter(suspended_at__isnull=self.value() == "no")
        return queryset


class SeenFilter(admin.SimpleListFilter):
    """When somebody gave the last sign of life."""

    title = gettext_lazy("last seen")
    parameter_name = "seen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return some spans of time."""
        return [
            ("7", _("within a week")),
            ("30", _("within 30 days")),
            ("longer", _("longer ago")),
            ("never", _("never")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the list who fit."""
        now = timezone.now()
        match self.value():
            case "7" | "30" as days:
                return queryset.filter(last_seen_at__gte=now - timedelta(days=int(days)))
            case "longer":
                return queryset.filter(last_seen_at__lt=now - timedelta(days=30))
            case "never":
                return queryset.filter(last_seen_at=None)
        return queryset


@admin.register(Player)
class PlayerAdmin(ActingAdmin, StockUserAdmin):
    """A list to search and a page a player; what has consequences is an act."""

    acts = ACTS
    form = PlayerForm
    add_form = NewPlayerForm
    add_form_template = None
    list_display = (
        "display_name",
        "email",
        "running_tables",
        "last_seen_at",
        "joined_at",
        "is_well",
    )
    list_filter = (SuspendedFilter, SeenFilter, "is_staff", "language")
    search_fields = ("display_name", "email", "=id")
    ordering = ("-joined_at",)
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("email", "display_name", "language", "time_zone")}),
        (
            gettext_lazy("At the tables"),
            {"fields": ("joined_at", "last_seen_at", "time_off", "suspension", "tables")},
        ),
        (gettext_lazy("Mail"), {"fields": MAIL}),
        (gettext_lazy("Rights"), {"fields": RIGHTS, "classes": ("collapse",)}),
    )
    add_fieldsets = ((None, {"fields": ("email", "display_name", "language", "time_zone")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the players, each with the number of running tables they sit at."""
        seats = Seat.objects.filter(player=OuterRef("pk"), match__state=Match.State.RUNNING)
        count = seats.order_by().values("player").annotate(count=Count("pk")).values("count")
        players = super().get_queryset(request)
        counted: QuerySet[Any] = players.annotate(running=Subquery(count))
        return counted

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Return what is shown only; rights are given by those alone who have all."""
        shown = ["joined_at", "last_seen_at", "time_off", "suspension", "tables", *MAIL]
        rights = [] if _has_all_rights(request) else list(RIGHTS)
        return [*shown, *rights] if obj is None else ["email", *shown, *rights]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether they may change somebody: other administrators only with all rights."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or _may_touch(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: deleting is an act, which lets the seats go first."""
        return False

    def may(self, request: HttpRequest, act: Act[Any], target: Model | None = None) -> bool:
        """Return whether somebody may do this, to an administrator only with all rights."""
        touches = target is None or _may_touch(request, target)
        return touches and super().may(request, act, target)

    def words_for(self, request: HttpRequest, target: Any) -> dict[str, Any]:
        """Return the acts, and where an administrator's password is set."""
        words = super().words_for(request, target)
        if target.is_staff and _has_all_rights(request):
            address = reverse("admin:auth_user_password_change", args=[target.pk])
            words["acts"].append((_("Set a password"), address))
        return words

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set the password of an administrator; players have none."""
        player = self.get_object(request, id)
        if player is not None and not (player.is_staff and _has_all_rights(request)):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save what was changed and nothing else: the row lives on while the page is open."""
        if change:
            columns = {field.name for field in self.opts.concrete_fields}
            obj.save(update_fields=columns.intersection(form.changed_data))
        else:
            obj.set_unusable_password()
            obj.save()

    @admin.display(description=gettext_lazy("running tables"), ordering="running")
    def running_tables(self, player: Any) -> int:
        """Return at how many running tables they sit."""
        return player.running or 0

    @admin.display(
        description=pgettext_lazy("a player who may sign in", "welcome"),
        boolean=True,
        ordering="-suspended_at",
    )
    def is_well(self, player: Player) -> bool:
        """Return whether they are not suspended."""
        return not player.is_suspended

    @admin.display(description=gettext_lazy("suspended"))
    def suspension(self, player: Player) -> str:
        """Return since when and why they are suspended."""
        if player.suspended_at is None:
            return _("No")
        since = timezone.localtime(player.suspended_at)
        return f"{since:%Y-%m-%d %H:%M %Z}: {player.suspension_reason}"

    @admin.display(description=gettext_lazy("time off"))
    def time_off(self, player: Player) -> SafeString | str:
        """Return the times off that run or are to come, and how many days of this year are left."""
        now = timezone.localtime()
        lines = [
            f"{timezone.localtime(off.since):%Y-%m-%d %H:%M} – "
            f"{timezone.localtime(off.until):%Y-%m-%d %H:%M %Z}"
            for off in open_times_off(player)
        ]
        left = {"left": days_left(player, now.year), "year": now.year}
        lines.append(_("days left in %(year)d: %(left)d") % left)
        return format_html_join(_BREAK, "{}", ((line,) for line in lines))

    @admin.display(description=gettext_lazy("one mail a day"))
    def one_mail_a_day(self, player: Player) -> str:
        """Return at which hour of theirs a digest comes, if they read digests."""
        if player.digest_at is None:
            return _("No")
        words = {"hour": f"{player.digest_at:%H:%M}", "zone": player.time_zone}
        return _("At %(hour)s (%(zone)s)") % words

    @admin.display(description=gettext_lazy("reminders"))
    def reminded(self, player: Player) -> str:
        """Return when they are reminded."""
        chosen = (str(habits.LABELS[name]) for name in player.reminders.split())
        return ", ".join(chosen) or pgettext("reminders", "None")

    @admin.display(description=pgettext_lazy("kinds of mail", "switched off"))
    def unwanted_mails(self, player: Player) -> str:
        """Return the kinds of mail that they do not want."""
        return ", ".join(preferences.labels_of_unwanted(player)) or pgettext(
            "kinds of mail", "None"
        )

    @admin.display(description=gettext_lazy("tables"))
    def tables(self, player: Player) -> SafeString | str:
        """Return where they sit, the newest table first, with links."""
        seats = player.seats.select_related("match").order_by("-match__pk")[:LAST_TABLES]
        lines = (
            (
                reverse("admin:games_match_change", args=[seat.match_id]),
                seat.match.slug,
                seat.match.get_state_display(),
                _("seat %(number)d") % {"number": seat.number + 1},
            )
            for seat in seats
        )
        return format_html_join(_BREAK, '<a href="{}">{}</a> {}, {}', lines) or pgettext(
            "tables", "None"
        )


def _has_all_rights(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))


def _may_touch(request: HttpRequest, target: Any) -> bool:
    """Whether a player is no administrator, or who asks has all rights."""
    return _has_all_rights(request) or not (target.is_staff or target.is_superuser)
