"""The player's language and time zone for every page, and the sign of life in every POST."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import services
from accounts.models import Player
from accounts.validators import known_time_zones

# Set by the page's script, so that people without an account see their own time too.
TIME_ZONE_COOKIE = "time_zone"


class PlayerMiddleware:
    """Show each page in the reader's language and time; a GET is no sign of life."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer, made in the reader's language and time zone."""
        player = request.user
        zone = browser_time_zone(request)
        if isinstance(player, Player):
            zone = player.time_zone
            if translation.check_for_language(player.language):
                translation.activate(player.language)
                request.LANGUAGE_CODE = translation.get_language()
            if request.method == "POST":
                services.touch(player, now=timezone.now())
        with timezone.override(ZoneInfo(zone) if zone in known_time_zones() else None):
            return self.get_response(request)


def browser_time_zone(request: HttpRequest) -> str:
    """Return the zone that the browser names in its cookie, or UTC where it names none."""
    zone = request.COOKIES.get(TIME_ZONE_COOKIE, "")
    return zone if zone in known_time_zones() else "UTC"
