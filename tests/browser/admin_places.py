"""The pages of the administration that are ours: lists, a match, a player, and acts on them."""

from django.utils import timezone

from games.tables import Match
from tests.browser.place import Place, signed
from tests.chickenfoot.admin.pages import act, listed, page
from tests.factories import make_match, make_player, play_on


def admin_places() -> list[Place]:
    """Return them as somebody sees them who may do everything."""
    now = timezone.now()
    match = play_on(make_match(people=2, bots=1, now=now), 6, now=now)
    player = match.seats.get(number=0).player
    assert player is not None
    chief = signed(make_player("Chief", is_staff=True, is_superuser=True))
    paths = {
        "the administration": "/admin/",
        "all matches": listed(Match),
        "a match": page(match),
        "its log": f"{page(match).removesuffix('change/')}log/",
        "its check": f"{page(match).removesuffix('change/')}check/",
        "an act on a match": act(match, "pause"),
        "all players": listed(type(player)),
        "a player": page(player),
        "an act on a player": act(player, "suspend"),
    }
    return [Place(name, path, chief) for name, path in paths.items()]
