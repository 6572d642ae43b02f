"""A player's time off: take some, and end it early."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import services
from accounts.errors import TimeOffRefused
from accounts.forms import TimeOffForm
from accounts.models import Player
from accounts.views.manners import PlayerRequest, own_page, status_of


@own_page
def time_off(request: PlayerRequest) -> HttpResponse:
    """Show what time off there is and what is left, and take some when asked to by POST."""
    form = TimeOffForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            services.take_time_off(request.user, **form.cleaned_data, now=timezone.now())
        except TimeOffRefused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("Your clocks stand still then, and your tables know."))
            return redirect("accounts:time_off")
    words = _words(request.user, form)
    return render(request, "accounts/time_off.html", words, status=status_of(form))


@own_page
def end(request: PlayerRequest) -> HttpResponse:
    """End a time off early."""
    number = request.POST.get("number", "")
    if request.method == "POST" and number.isascii() and number.isdigit() and len(number) < 16:
        services.end_time_off(request.user, int(number), now=timezone.now())
        messages.success(request, _("Your clocks go on."))
    return redirect("accounts:time_off")


def _words(player: Player, form: TimeOffForm) -> dict[str, object]:
    now = timezone.now()
    year = now.astimezone(ZoneInfo(player.time_zone)).year
    return {
        "form": form,
        "times": services.open_times_off(player).filter(until__gt=now),
        "now": now,
        "year": year,
        "left": services.days_left(player, year),
    }
