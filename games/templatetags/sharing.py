"""What chats and social pages are told of a page, and what its reader can share of it.

No tag names an address that only its reader may open: those of private pages say nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _

from games import services
from games.drawing import Films, in_words
from games.drawing.card import SIZE
from games.queries import ReplayPage, ResultPage, TablePage
from games.tables import Match
from games.web import cards
from games.web.preview import is_public

register = template.Library()

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
    """Tell of a step of a replay that anybody may open; one among all rounds is one of its own."""
    if seat is not None or not is_public(match):
        return {"preview": None}
    page = page.alone
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
class Share:
    """What can be shared of a step: its address, and the films of its round once it is over."""

    address: str
    films: Mapping[str, str]


@register.inclusion_tag("games/share.html")
def share_step(page: ReplayPage, match: Match, seat: int | None) -> dict[str, Share | None]:
    """Offer what can be shared of a step that anybody may open."""
    if seat is not None or not is_public(match):
        return {"share": None}
    place = [match.slug, page.round, page.step]
    name = "games:replay_step"
    if page.reel is None:
        place, name = [match.slug, page.step], "games:replay_all_step"
    query = urlencode({"lang": get_language() or ""})
    films = {
        form: f"{reverse(f'games:film_{form}', args=[match.slug, page.round])}?{query}"
        for form in Films._fields
    }
    address = services.absolute(reverse(name, args=place))
    return {"share": Share(address, films if page.is_open else {})}


def _of_match(match: Match, title: str, text: str, alt: str) -> Preview:
    url = services.absolute(reverse("games:match", args=[match.slug]))
    image = _image(reverse("games:match_preview", args=[match.slug]), f"{match.head}")
    return Preview(title, text, url, image, alt)


def _image(path: str, mark: str) -> str:
    """Return the address of a picture in the language of the page; another mark, another address.

    Whoever keeps pictures by their addresses is so never shown an old one.
    """
    return services.absolute(f"{path}?{urlencode({'lang': get_language() or '', 'v': mark})}")
