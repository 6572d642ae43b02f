import struct
from xml.etree import ElementTree as ET

import pytest

from games.drawing import Laid, Mark, png, svg, svg_tile
from games.drawing.pips import COLOURS, spots
from games.engine import RoundState, Tile, table, tile_set
from tests.games.drawing.rounds import part, played

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def state() -> RoundState:
    return part(played("four-arms", 9, 3, 5), 17)


def classed(picture: str, name: str) -> list[ET.Element]:
    """Return the parts of a picture that have this class."""
    root = ET.fromstring(picture)  # noqa: S314
    return [part for part in root.iter() if name in part.get("class", "").split()]


def luminance(colour: str) -> float:
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("pips", range(19))
def test_a_half_has_as_many_pips_as_it_says(pips: int) -> None:
    places = spots(pips)
    assert len(set(places)) == pips
    assert all(abs(x) < 0.4 and abs(y) < 0.4 for x, y in places)


@pytest.mark.parametrize("colour", COLOURS)
def test_pips_stand_out_from_the_tile(colour: str) -> None:  # WCAG 1.4.11
    assert (luminance("#efe6d3") + 0.05) / (luminance(colour) + 0.05) >= 3


def test_every_tile_is_in_the_picture(state: RoundState) -> None:
    names = [part.get("data-tile") for part in classed(svg(state), "cf-tile")]
    assert names == [str(placement.tile) for placement in state.placements]


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_a_strict_policy_lets_the_picture_be(state: RoundState, theme: str) -> None:
    picture = svg(state, theme=theme)  # type: ignore[arg-type]
    for forbidden in ("<style", " style=", "<script", "href", "url(", " id=", " on"):
        assert forbidden not in picture


def test_no_picture_needs_a_font(state: RoundState) -> None:
    """Whatever script names are written in: who draws a PNG has no font but a machine's own."""
    assert "text" not in {part.tag.removeprefix(SVG) for part in ET.fromstring(svg(state)).iter()}  # noqa: S314


def test_the_picture_says_in_words_what_it_shows(state: RoundState) -> None:
    root = ET.fromstring(svg(state, title="Round 1 <&>"))  # noqa: S314
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Round 1 <&>"
    assert root.findtext(f"{SVG}title") == "Round 1 <&>"
    assert "9-9 ⟵" in (root.findtext(f"{SVG}desc") or "")


def test_the_newest_tile_is_marked(state: RoundState) -> None:
    assert len(classed(svg(part(state, 9)), "cf-new")) == 1
    newest = {placement.tile for placement in state.placements[6:9]}
    assert len(classed(svg(part(state, 9), newest=newest), "cf-new")) == 3
    assert len(classed(svg(part(state, 9), newest=set()), "cf-new")) == 0


def test_an_unfinished_foot_is_marked_with_its_free_places() -> None:
    whole = played("four-arms", 9, 3, 5)
    number = next(n for n in range(6, 30) if whole.placements[n - 1].tile.is_double)
    picture = svg(part(whole, number))
    assert len(classed(picture, "cf-foot")) == 1
    assert len(classed(picture, "cf-toe")) == 3


def test_marks_are_links_with_names(state: RoundState) -> None:
    marks = [Mark(end.tile, href=f"?on={end.tile}&x=1", label="here") for end in state.ends]
    picture = svg(state, marks=marks)
    links = classed(picture, "cf-mark")
    assert [link.get("data-on") for link in links] == [str(end.tile) for end in state.ends]
    assert all(link.tag == f"{SVG}a" and link.get("aria-label") == "here" for link in links)
    assert ET.fromstring(picture).get("role") == "group"  # noqa: S314


def test_a_move_to_confirm_is_shown_as_not_quite_there() -> None:
    whole = played("four-arms", 9, 3, 5)
    tile, on, _ = whole.placements[12]
    assert on is not None
    (laid,) = classed(svg(part(whole, 12), laid=Laid(tile, on)), "cf-laid")
    assert laid.get("data-tile") == str(tile)


def test_an_empty_table_is_a_bare_board() -> None:
    bare = table("", hand="1-5")
    assert classed(svg(bare), "cf-board")
    assert not classed(svg(bare), "cf-tile")


@pytest.mark.parametrize("tile", [tile_set(18)[0], Tile(3, 7), Tile(18, 18)])
def test_a_single_tile_is_a_small_picture(tile: Tile) -> None:
    for upright in (False, True):
        ET.fromstring(svg_tile(tile, upright=upright))  # noqa: S314
        assert len(svg_tile(tile, upright=upright)) < 1800


def test_a_png_has_the_width_asked_for(state: RoundState) -> None:
    image = png(state, 360)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", image[16:20]) == (360,)


def test_the_fullest_table_fits_into_a_mail() -> None:
    assert len(png(played("four-arms", 18, 4, 1), 720)) <= 60_000
