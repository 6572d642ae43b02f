"""What chats and social pages are told of a page, and what its reader can share of it.

No tag names an address that only its reader may open: those of private pages say nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _

from games import services
from games.drawing import in_words
from games.drawing.card import SIZE
from games.drawing.film import MOST_FRAMES
from games.engine import tile_set
from games.queries import ReplayPage, ResultPage, TablePage
from games.tables import Match
from games.web import cards
from games.web.preview import is_public

register = template.Library()

FRAMES_A_TILE: Final = 1.1
BYTES_A_FRAME: Final = {"webp": 1600, "gif": 9600}
"""What rounds of all sets and seats have come to, for a size to expect before one is made."""
ROUNDED_TO: Final = 50 * 1024
TAGS: Final = "games/preview.html"


@dataclass(frozen=True)
class Preview:
    """What is told of a page: its name, a sentence, its address, and a picture with its words."""

    title: str
    text: str
    url: str
    image: str
    alt: str
    width: int = SIZE[0]
    height: int = SIZE[1]


@register.inclusion_tag(TAGS)
def preview(title: str, text: str, name: str = "games:home", *args: object) -> dict[str, Preview]:
    """Tell of a page that has no table to show, by the name of its address."""
    url = services.absolute(reverse(name, args=args))
    image = _image(reverse("games:preview"), cards.plain().mark)
    return {"preview": Preview(title, text, url, image, _("A chicken foot of dominoes"))}


@register.inclusion_tag(TAGS)
def step_preview(page: ReplayPage, match: Match, seat: int | None) -> dict[str, Preview | None]:
    """Tell of a step of a replay that anybody may open."""
    if seat is not None or not is_public(match):
        return {"preview": None}
    place = [match.slug, page.round, page.step]
    words = {"round": page.round, "step": page.step, "last": page.last_step}
    return {
        "preview": Preview(
            title=_("Round %(round)s, step %(step)s of %(last)s") % words,
            text=cards.points_said(page.seats),
            url=services.absolute(reverse("games:replay_step", args=place)),
            image=_image(reverse("games:step_preview", args=place), cards.of_step(page).mark),
            alt=" ".join(in_words(page.view, gettext, ngettext)),
        )
    }


@register.inclusion_tag(TAGS)
def result_preview(page: ResultPage, match: Match) -> dict[str, Preview]:
    """Tell of a match that is over."""
    words = cards.points_said(page.standings)
    return {
        "preview": _of_match(match, cards.result_said(page), words, _("The last table, and points"))
    }


@register.inclusion_tag(TAGS)
def table_preview(page: TablePage, match: Match, seat: Any) -> dict[str, Preview | None]:
    """Tell of a table that is watched; nothing of one that is looked at from a seat."""
    if seat or not is_public(match):
        return {"preview": None}
    rules = page.view.rules
    words = {"number": page.round, "all": rules.rounds, "starter": page.view.starter}
    title = _("Round %(number)s of %(all)s, on %(starter)s") % words
    alt = " ".join(in_words(page.view, gettext, ngettext))
    return {"preview": _of_match(match, title, cards.points_said(page.seats), alt)}


@dataclass(frozen=True)
class Download:
    """A film as a page offers it: where it is, its form, and how large films of this set are."""

    href: str
    form: str
    size: int


@dataclass(frozen=True)
class Share:
    """What can be shared of a step: its address, and the films of its round once it is over."""

    address: str
    films: Sequence[Download]


@register.inclusion_tag("games/share.html")
def share_step(page: ReplayPage, match: Match, seat: int | None) -> dict[str, Share | None]:
    """Offer what can be shared of a step that anybody may open."""
    if seat is not None or not is_public(match):
        return {"share": None}
    place = [match.slug, page.round, page.step]
    address = services.absolute(reverse("games:replay_step", args=place))
    return {"share": Share(address, _films(match, page) if page.is_open else ())}


def _films(match: Match, page: ReplayPage) -> list[Download]:
    query = urlencode({"lang": get_language() or ""})
    frames = min(MOST_FRAMES, FRAMES_A_TILE * len(tile_set(page.view.rules.highest)))
    return [
        Download(
            href=f"{reverse(f'games:film_{form}', args=[match.slug, page.round])}?{query}",
            form=form,
            size=math.ceil(frames * bytes_a_frame / ROUNDED_TO) * ROUNDED_TO,
        )
        for form, bytes_a_frame in BYTES_A_FRAME.items()
    ]


def _of_match(match: Match, title: str, text: str, alt: str) -> Preview:
    url = services.absolute(reverse("games:match", args=[match.slug]))
    image = _image(reverse("games:match_preview", args=[match.slug]), f"{match.head}")
    return Preview(title, text, url, image, alt)


def _image(path: str, mark: str) -> str:
    """Return the address of a picture in the language of the page; another mark, another address.

    Whoever keeps pictures by their addresses is so never shown an old one.
    """
    return services.absolute(f"{path}?{urlencode({'lang': get_language() or '', 'v': mark})}")
