"""Pictures of tables: where the tiles lie, and that as SVG, PNG and text. Pure, like the engine."""

from games.drawing.geometry import Box, Layout, Place, Spot, lay_out
from games.drawing.png import png
from games.drawing.poses import Pose
from games.drawing.svg import Laid, Mark, svg, svg_tile
from games.drawing.text import Branch, branches, in_words, lines

__all__ = [
    "Box",
    "Branch",
    "Laid",
    "Layout",
    "Mark",
    "Place",
    "Pose",
    "Spot",
    "branches",
    "in_words",
    "lay_out",
    "lines",
    "png",
    "svg",
    "svg_tile",
]
