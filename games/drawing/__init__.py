"""Pictures of tables: where the tiles lie, and that as SVG, PNG and text. Pure, like the engine."""

from games.drawing.card import Words, card
from games.drawing.chart import Course, chart
from games.drawing.film import Films, Step, films
from games.drawing.geometry import Box, Layout, Place, Spot, lay_out
from games.drawing.lettering import written
from games.drawing.png import png
from games.drawing.poses import Pose
from games.drawing.svg import Laid, Mark, svg, svg_tile
from games.drawing.text import Branch, branches, branches_in_words, in_words, lines

__all__ = [
    "Box",
    "Branch",
    "Course",
    "Films",
    "Laid",
    "Layout",
    "Mark",
    "Place",
    "Pose",
    "Spot",
    "Step",
    "Words",
    "branches",
    "branches_in_words",
    "card",
    "chart",
    "films",
    "in_words",
    "lay_out",
    "lines",
    "png",
    "svg",
    "svg_tile",
    "written",
]
