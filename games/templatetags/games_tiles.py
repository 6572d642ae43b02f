"""Single tiles as small pictures, and tiles in a sentence."""

import re
from typing import Final

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games.drawing import svg_tile
from games.engine import Tile

register = template.Library()
_TILE: Final = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])", re.ASCII)


@register.filter
def tile_picture(tile: Tile) -> SafeString:
    """Return a tile of a hand as it stands there: upright, and named by what it is in."""
    return mark_safe(svg_tile(tile, upright=True))  # noqa: S308 - a drawing of numbers


@register.filter
@stringfilter
def unbroken(sentence: str) -> SafeString:
    """Return a sentence whose tiles are not torn at the hyphen where a line ends."""
    kept = _TILE.sub(r'<span class="unbroken">\g<0></span>', conditional_escape(sentence))
    return mark_safe(kept)  # noqa: S308 - escaped above
