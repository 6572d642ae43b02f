"""The page that says how the game goes, with pictures drawn by the game itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rules import TRAINS_HANDS
from games.queries.naming import several
from games.web.examples import LEFT_IN_HAND, picture


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Return the rules of both presets, in plain words."""
    words = {
        "starter": picture("starter", _("A starter with three of its four places filled")),
        "move": picture("move", _("4-6 has been laid on 4-9: four beside four")),
        "foot": picture("foot", _("A double with one of its three toes")),
        "closed": picture("closed", _("The same double with all of its toes")),
        "blocked": picture("blocked", _("A double four that wants a toe, and no four is left")),
        "left": LEFT_IN_HAND,
        "left_said": several(map(str, LEFT_IN_HAND)),
        "points": sum(tile.pips for tile in LEFT_IN_HAND),
        "hands": TRAINS_HANDS.items(),
    }
    return render(request, "games/rules.html", words)
