"""The page that says how the game goes, with pictures drawn by the game itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rules import TRAINS_HANDS
from games.web.examples import picture


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Return the rules of both presets, in plain words."""
    words = {
        "starter": picture("starter", _("A starter with three of its four places filled")),
        "foot": picture("foot", _("A double with one of its three toes")),
        "closed": picture("closed", _("The same double with all of its toes")),
        "hands": TRAINS_HANDS.items(),
    }
    return render(request, "games/rules.html", words)
