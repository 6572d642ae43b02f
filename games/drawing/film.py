"""A round as a film: an animated picture, a frame a step, the last one held.

Nothing that lies on a table moves, so a frame is the one before with a few places drawn anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from math import ceil, floor
from typing import Final, NamedTuple

from PIL import Image

from games.drawing.geometry import Box, Layout, Place, growing
from games.drawing.lettering import line, measure, wrapped, written
from games.drawing.poses import Pose
from games.drawing.raster import raster
from games.drawing.svg import tiles
from games.drawing.theme import INK, PAPER, SOFT_INK, THEMES
from games.engine import Placement, Tile

WIDEST: Final = 800
HIGHEST: Final = 800
MOST_FRAMES: Final = 100

_PAINT = THEMES["light"]
_LARGEST_SQUARE = 44.0
_NARROWEST = 360
_STRIP = 44
_MARGIN = 0.9
_RIM = 3
_EDGE = 12
# How far a tile reaches from its centre with its rings and its shadow, in squares.
_REACH = 1.5
# How long a frame is shown that lays a tile, one that does not, and the last: in milliseconds.
_LAID, _SAID, _HELD = 900, 600, 4000

Pixels = tuple[int, int, int, int]


@dataclass(frozen=True)
class Step:
    """What a frame shows: how many tiles lie, and what happened, in words."""

    number: int
    """Its number in the replay."""
    tiles: int
    text: str


class Films(NamedTuple):
    """The same film in two forms: the small one, and the one that every program shows."""

    webp: bytes
    gif: bytes


@dataclass(frozen=True)
class _Stage:
    """Where the squares of a table lie among the pixels of a film."""

    width: int
    height: int
    square: float
    left: float
    top: float

    @property
    def all(self) -> Pixels:
        """All pixels that show the table."""
        return 0, 0, self.width, self.height

    def pixels(self, box: Box) -> Pixels:
        """Return the pixels that a box of squares touches."""
        return (
            max(0, floor(self.left + box.left * self.square)),
            max(0, floor(self.top + box.top * self.square)),
            min(self.width, ceil(self.left + box.right * self.square)),
            min(self.height, ceil(self.top + box.bottom * self.square)),
        )


def films(placements: Sequence[Placement], arms: int, steps: Sequence[Step]) -> Films:
    """Return the film of a round, the last of whose steps shows all that was laid."""
    layouts = list(growing(placements, arms))
    shown = merged(steps)
    frames = list(_frames(_stage(layouts), layouts, shown))
    times = [_LAID if after.tiles > step.tiles else _SAID for step, after in pairwise(shown)]
    small = _written(frames[0], frames[1:], [*times, _HELD], "WEBP")
    return Films(small, _written(frames[0], _handed_over(frames), [*times, _HELD], "GIF"))


def merged(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of a film, not more than it may have frames, the last one always.

    Those before the first tile are left out. Of too many those go that lay no tile, and where
    that does not suffice, every so many of the others: what they laid comes with the next.
    """
    found = [step for step in steps if step.tiles]
    if len(found) > MOST_FRAMES:
        laying = [step for before, step in pairwise(found) if step.tiles > before.tiles]
        found = [found[0], *(step for step in laying if step != found[-1]), found[-1]]
    return found[:: -ceil(len(found) / MOST_FRAMES)][::-1] if found else []


def _stage(layouts: Sequence[Layout]) -> _Stage:
    """Return the stage on which every frame finds room, as large as a film may be."""
    box = layouts[-1].box.round(spot.pose for layout in layouts for spot in layout.missing)
    wide, high = box.width + 2 * _MARGIN, box.height + 2 * _MARGIN
    square = min(_LARGEST_SQUARE, WIDEST / wide, (HIGHEST - _STRIP) / high)
    width, height = max(round(wide * square), _NARROWEST), round(high * square)
    return _Stage(
        width=width,
        height=height,
        square=square,
        left=(width - (box.left + box.right) * square) / 2,
        top=(height - (box.top + box.bottom) * square) / 2,
    )


def _frames(
    stage: _Stage, layouts: Sequence[Layout], steps: Sequence[Step]
) -> Iterator[Image.Image]:
    """Yield the frames, all of one palette: a byte a pixel is what a small machine can spare."""
    colours = _palette(stage, layouts)
    picture = Image.new("P", (stage.width, stage.height + _STRIP))
    picture.putpalette(colours.getpalette() or ())
    looks: dict[Pose, str] = {}
    new: Collection[Tile] = ()
    before = 0
    for step in steps:
        layout = layouts[step.tiles - 1]
        new = [place.tile for place in layout.places[before : step.tiles]] or new
        looks, seen, before = _looks(layout, new), looks, step.tiles
        changed = [pose for pose in {**seen, **looks} if seen.get(pose) != looks.get(pose)]
        places = [stage.pixels(box) for box in _joined(map(_around, changed))]
        for pixels in places if seen else [stage.all]:
            picture.paste(_few(_patch(stage, layout, new, pixels), colours), pixels[:2])
        count = f"{step.number}/{steps[-1].number}"
        strip = _few(_strip(stage.width, step.text, count), colours)
        picture.paste(strip, (0, stage.height))
        yield picture.copy()


def _few(picture: Image.Image, colours: Image.Image) -> Image.Image:
    return picture.quantize(palette=colours, dither=Image.Dither.NONE)


def _palette(stage: _Stage, layouts: Sequence[Layout]) -> Image.Image:
    """Return a picture with the palette of all frames: of one with all that they can show."""
    every = Image.new("RGB", (stage.width, 2 * stage.height + _STRIP))
    every.paste(_patch(stage, layouts[0], (), stage.all), (0, 0))
    marked = [place.tile for place in layouts[-1].places[::2]]
    every.paste(_patch(stage, layouts[-1], marked, stage.all), (0, stage.height))
    every.paste(_strip(stage.width, "ABC abc", "123"), (0, 2 * stage.height))
    return every.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _looks(layout: Layout, new: Collection[Tile]) -> dict[Pose, str]:
    """Return what is drawn where, as far as it can differ from frame to frame."""
    looks = {
        place.pose: f"{place.tile} {place.tile in new} {place.tile == layout.foot}"
        for place in layout.places
    }
    return looks | {spot.pose: "free" for spot in layout.missing}


def _around(pose: Pose) -> Box:
    """Return what a tile, its rings and its shadow can reach."""
    return Box(pose.x - _REACH, pose.y - _REACH, pose.x + _REACH, pose.y + _REACH)


def _joined(boxes: Iterable[Box]) -> list[Box]:
    """Return boxes that hold these and do not meet."""
    apart: list[Box] = []
    for box in boxes:
        whole = box
        while meets := [other for other in apart if _meet(whole, other)]:
            apart = [other for other in apart if other not in meets]
            lefts, tops, rights, bottoms = zip(whole, *meets, strict=True)
            whole = Box(min(lefts), min(tops), max(rights), max(bottoms))
        apart.append(whole)
    return apart


def _meet(a: Sequence[float], b: Sequence[float]) -> bool:
    """Whether two boxes have an area in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _patch(stage: _Stage, layout: Layout, new: Collection[Tile], pixels: Pixels) -> Image.Image:
    """Return some pixels of a table."""
    left, top, right, bottom = pixels
    width, height = right - left, bottom - top
    places = [place for place in layout.places if place.link or _shows(stage, place, pixels)]
    drawn = tiles(replace(layout, places=tuple(places)), _PAINT, new)
    return raster(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<rect x="{_RIM - left}" y="{_RIM - top}" width="{stage.width - 2 * _RIM}"'
        f' height="{stage.height - 2 * _RIM}" rx="16" fill="{_PAINT.board}"'
        f' stroke="{_PAINT.rim}" stroke-width="4"/>'
        f'<g transform="translate({stage.left - left:.4f} {stage.top - top:.4f})'
        f' scale({stage.square:.6f})">{drawn}</g></svg>'
    )


def _shows(stage: _Stage, place: Place, pixels: Pixels) -> bool:
    return _meet(stage.pixels(_around(place.pose)), pixels)


def _strip(width: int, text: str, count: str) -> Image.Image:
    """Return what is said below the table: in one line, or in two small ones."""
    room = width - 2 * _EDGE - 12 - measure(count, "plain", 17)
    for size, lines in ((19, 1), (15, 2)):
        parts = wrapped(text, "plain", size, room, lines)
        if " ".join(parts) == written(text):
            break
    first = (_STRIP - 1.25 * size * (len(parts) - 1)) / 2 + 0.36 * size
    said = [line(part, _EDGE, first + 1.25 * size * at, size, INK) for at, part in enumerate(parts)]
    return raster(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_STRIP}">'
        f'<rect width="{width}" height="{_STRIP}" fill="{PAPER}"/>{"".join(said)}'
        f"{line(count, width - _EDGE, 28, 17, SOFT_INK, end=True)}</svg>",
        has_words=True,
    )


def _handed_over(frames: list[Image.Image]) -> Iterator[Image.Image]:
    """Yield all frames but the first and forget each: who writes a GIF keeps copies of its own."""
    frames.reverse()
    frames.pop()
    while frames:
        yield frames.pop()


def _written(
    first: Image.Image, others: Iterable[Image.Image], times: Sequence[int], form: str
) -> bytes:
    """Return frames as a file that plays again and again, in a time that stays bounded."""
    quick = {"lossless": True, "quality": 20, "method": 1, "kmin": 0, "kmax": 0}
    options = quick if form == "WEBP" else {"optimize": False}
    written = BytesIO()
    first.save(
        written,
        form,
        save_all=True,
        append_images=others,
        duration=list(times),
        loop=0,
        **options,
    )
    return written.getvalue()
