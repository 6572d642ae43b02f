from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from tests.games.drawing.rounds import played
from tests.games.drawing.sheet import (
    COLUMNS,
    HEAVIEST,
    ROWS,
    SHEET,
    SIDE,
    TABLE,
    hardest,
    hardness,
    rounds,
    sheet,
    table,
)


@pytest.mark.filterwarnings("ignore:Palette images")
def test_a_sheet_shows_rounds_side_by_side() -> None:
    with Image.open(BytesIO(sheet(islice(rounds(1), 2)))) as drawn:
        assert drawn.size == (COLUMNS * SIDE, ROWS * SIDE)
        shown = [drawn.getpixel((x * SIDE + SIDE // 2, SIDE // 2)) for x in range(3)]
    assert shown[0] != shown[2] != shown[1]


def test_the_hardest_rounds_come_first() -> None:
    states = [played("trains", 9, seats, 0) for seats in (4, 7)]
    found = hardest(states)
    assert [hardness(state) for state in found] == sorted(map(hardness, states), reverse=True)


def test_the_sheet_in_the_documents_shows_forty_eight_and_is_of_moderate_size() -> None:
    assert COLUMNS * ROWS == 48
    assert SHEET.stat().st_size <= HEAVIEST
    with Image.open(SHEET) as drawn:
        assert drawn.size == (COLUMNS * SIDE, ROWS * SIDE)


def test_the_table_in_the_documents_is_what_is_drawn_now() -> None:
    assert TABLE.read_text() == table()
