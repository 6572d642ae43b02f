"""Single tiles as small pictures."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import svg_tile
from games.engine import Tile

register = template.Library()


@register.filter
def tile_picture(tile: Tile) -> SafeString:
    """Return a tile of a hand as it stands there: upright, and named by what it is in."""
    return mark_safe(svg_tile(tile, upright=True))  # noqa: S308 - a drawing of numbers
