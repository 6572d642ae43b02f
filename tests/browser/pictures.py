"""The pictures of pages in `docs/`, photographed anew by `make pictures`."""

from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from PIL import Image

from accounts.models import Player
from tests.browser.places import places
from tests.browser.screens import DESKTOP, PHONE, Lend, Screen, keep, looking

pytestmark = pytest.mark.django_db(transaction=True)

TAKEN: Final[tuple[tuple[str, str, Screen, str], ...]] = (
    ("turn-phone", "my turn", PHONE, "light"),
    ("rounds-phone", "all rounds", PHONE, "dark"),
    ("replay-phone", "replay of a step", PHONE, "light"),
    ("turn-desktop", "my turn", DESKTOP, "dark"),
)
HEAVIEST: Final = 80 * 1024
NAMES: Final = ("Ana", "Ivo", "Rosa", "Marko", "Eleni", "Aziz", "Ioana", "Tine", "Lola", "Nikos")


def test_pictures_are_taken(live_server: Any, chromium: Lend) -> None:
    seen = {place.name: place for place in places()}
    nameless = Player.objects.filter(display_name__startswith="Player ").order_by("pk")
    for number, player in enumerate(nameless):
        player.display_name = NAMES[number % len(NAMES)]
        player.save(update_fields=["display_name"])
    with chromium() as browser:
        for name, shown, screen, scheme in TAKEN:
            with looking(browser, live_server.url, screen, color_scheme=scheme) as context:
                keep(context, live_server.url, seen[shown].cookies)
                page = context.new_page()
                page.goto(seen[shown].path, wait_until="networkidle")
                taken = page.screenshot()
            path = Path(settings.BASE_DIR) / "docs" / f"{name}.webp"
            Image.open(BytesIO(taken)).save(path, quality=82, method=6)
            assert path.stat().st_size <= HEAVIEST
