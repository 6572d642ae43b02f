"""The chart of totals can be read without its colours, and nothing on it covers a name."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from games.drawing import Course, chart

SVG = "{http://www.w3.org/2000/svg}"


def courses(seats: int, rounds: int = 3) -> list[Course]:
    """Return courses that end close to each other, as those of a match do."""
    return [
        Course(f"Seat {seat}", [(seat + 4) * stop for stop in range(rounds + 1)])
        for seat in range(seats)
    ]


def drawn(seats: int, rounds: int = 3, here: int | None = None) -> ET.Element:
    stops = ["", *map(str, range(1, rounds + 1))]
    return ET.fromstring(chart(courses(seats, rounds), stops, here=here, title="Totals"))  # noqa: S314


def lines_of(svg: ET.Element) -> list[ET.Element]:
    return [group for group in svg.iter(f"{SVG}g") if "chart-seat" in group.get("class", "")]


def names_of(svg: ET.Element) -> list[ET.Element]:
    return [text for group in lines_of(svg) for text in group.findall(f"{SVG}text")]


def test_twelve_seats_differ_in_shape_and_dash_without_a_colour() -> None:
    signs = set()
    for group in lines_of(drawn(12)):
        line, _lead, shapes = group.findall(f"{SVG}path")
        shape = re.sub(r"M[^a-z]+", "", shapes.get("d", "")).split("z")[0]
        signs.add((shape, shapes.get("class"), line.get("stroke-dasharray")))
    assert len(signs) == 12


@pytest.mark.parametrize("seats", [2, 8, 12])
@pytest.mark.parametrize("rounds", [1, 19])
def test_every_line_has_its_name_beside_it_and_no_name_covers_another(
    seats: int, rounds: int
) -> None:
    svg = drawn(seats, rounds)
    names = names_of(svg)
    assert [name.text for name in names] == [f"Seat {seat}" for seat in range(seats)]
    heights = sorted(float(name.get("y", "")) for name in names)
    assert all(b - a > 14.9 for a, b in pairwise(heights))
    bottom = float(svg.get("viewBox", "").split()[3])
    assert heights[0] > 8
    assert heights[-1] < bottom


def test_names_stand_in_the_order_of_the_totals() -> None:
    svg = drawn(12)
    order = sorted(names_of(svg), key=lambda name: -float(name.get("y", "")))
    assert [name.text for name in order] == [f"Seat {seat}" for seat in range(12)]


def test_a_line_goes_through_its_totals() -> None:
    most = Course("Most", [0, 10, 30])
    none = Course("None", [0, 0, 0])
    svg = ET.fromstring(chart([most, none], ["", "1", "2"], title="Totals"))  # noqa: S314
    up, flat = (
        [
            tuple(map(float, point.split()))
            for point in group.findall(f"{SVG}path")[0].get("d", "").lstrip("M").split("L")
        ]
        for group in lines_of(svg)
    )
    assert len({y for _, y in flat}) == 1
    base = flat[0][1]
    risen = [base - y for _, y in up]
    assert risen[0] == 0
    assert risen[2] == pytest.approx(3 * risen[1], rel=0.01)
    assert up[1][0] - up[0][0] == pytest.approx(up[2][0] - up[1][0])


def test_the_round_that_is_looked_at_is_marked_and_written() -> None:
    for rounds, here in ((3, 2), (19, 4)):
        svg = drawn(4, rounds, here=here)
        (band,) = [rect for rect in svg.iter(f"{SVG}rect") if rect.get("class") == "chart-here"]
        (now,) = [text for text in svg.iter(f"{SVG}text") if "chart-now" in text.get("class", "")]
        assert now.text == str(here)
        middle = float(band.get("x", "")) + float(band.get("width", "")) / 2
        assert middle == pytest.approx(float(now.get("x", "")), abs=0.01)
    assert "chart-here" not in ET.tostring(drawn(4), "unicode")


def test_numbers_of_many_rounds_do_not_run_into_each_other() -> None:
    texts = [text for text in drawn(4, 19).iter(f"{SVG}text") if text.get("class") == "chart-stop"]
    places = sorted(float(text.get("x", "")) for text in texts)
    assert len(places) > 5
    assert all(b - a >= 14 for a, b in pairwise(places))


def test_a_name_is_written_as_text_and_a_long_one_is_cut() -> None:
    long = "Αλεξάνδρα <script> & Μαρία"
    svg = ET.fromstring(chart([Course(long, [0, 5])], ["", "1"], title='"Totals"'))  # noqa: S314
    (name,) = names_of(svg)
    assert name.text == "Αλεξάνδρα…"
    assert lines_of(svg)[0].findtext(f"{SVG}title") == long
    assert svg.get("aria-label") == '"Totals"'


def test_a_match_in_which_nobody_has_a_point_is_drawn_too() -> None:
    svg = ET.fromstring(chart([Course("A", [0, 0])], ["", "1"], title="Totals"))  # noqa: S314
    assert len(lines_of(svg)) == 1


def test_my_own_line_stands_out() -> None:
    two = [Course("A", [0, 1]), Course("B", [0, 2], is_mine=True)]
    svg = ET.fromstring(chart(two, ["", "1"], title="Totals"))  # noqa: S314
    widths = [
        float(group.findall(f"{SVG}path")[0].get("stroke-width", "")) for group in lines_of(svg)
    ]
    assert widths[1] > widths[0]
