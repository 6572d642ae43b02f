"""Our own SVG as pixels."""

from __future__ import annotations

from io import BytesIO

import resvg_py
from PIL import Image

from games.drawing.lettering import FONT_FILES


def raster(picture: str, *, has_words: bool = False) -> Image.Image:
    """Return a drawn SVG of its own size; the fonts are read only where it `has_words`."""
    fonts = list(FONT_FILES.values()) if has_words else None
    drawn = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True, font_files=fonts)
    with Image.open(BytesIO(bytes(drawn))) as image:
        return image.convert("RGB")
