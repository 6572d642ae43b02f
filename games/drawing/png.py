"""A table as a PNG, small enough for a mail."""

from __future__ import annotations

from collections.abc import Collection

import resvg_py

from games.drawing.palette import reduced
from games.drawing.svg import Drawn, Laid, svg
from games.drawing.theme import ThemeName
from games.engine import Tile

MOST_BYTES = 60_000
_LEAST_WIDTH = 120


def png(
    view: Drawn,
    width: int = 720,
    *,
    theme: ThemeName = "light",
    newest: Collection[Tile] | None = None,
    laid: Laid | None = None,
) -> bytes:
    """Return the picture as a PNG `width` pixels wide, narrower if it would exceed `MOST_BYTES`."""
    while True:
        # The size is the picture's own: asked for a width, the renderer crops to whole squares.
        picture = svg(view, theme=theme, width=width, newest=newest, laid=laid, desc="")
        drawn = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)
        image = reduced(bytes(drawn))
        if len(image) <= MOST_BYTES or width <= _LEAST_WIDTH:
            return image
        # The size falls a little slower than the area; a few steps are enough.
        width = max(_LEAST_WIDTH, int(width * min(0.92, (MOST_BYTES / len(image)) ** 0.6)))
