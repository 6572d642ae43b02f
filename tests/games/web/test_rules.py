"""The rules page: its pictures show what their captions say, and have names."""

import re

import pytest
from bs4 import Tag
from django.test import Client

from games import engine
from games.engine import Tile, legal
from games.web.examples import ARMS, LEFT_IN_HAND, TABLES
from tests.games.web.browsing import page_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def figures() -> list[Tag]:
    return page_of(Client().get("/rules/")).select("main figure")


def figure(figures: list[Tag], words: str) -> Tag:
    """Return the figure whose caption begins so."""
    return next(part for part in figures if part.figcaption.get_text().startswith(words))


def test_the_rules_are_there_for_everybody() -> None:
    page = Client().get("/rules/")
    assert page.status_code == 200
    assert "chicken foot" in text_of(page)


def test_every_picture_has_a_name_and_a_caption(figures: list[Tag]) -> None:
    drawn = [picture for part in figures for picture in part.select("svg.cf-table")]
    assert len(drawn) == 5
    assert len({picture["aria-label"] for picture in drawn}) == 5
    assert all(picture["role"] == "img" for picture in drawn)
    assert all(part.figcaption.get_text(strip=True) for part in figures)


def test_the_ordinary_move_is_the_one_that_is_marked(figures: list[Tag]) -> None:
    shown = figure(figures, "An ordinary move: 4-6")
    marked = [tile["data-tile"] for tile in shown.select(".cf-tile") if tile.select(".cf-new")]
    assert marked == ["4-6"]
    table = engine.table(TABLES["move"].text, arms=ARMS)
    end = next(end for end in table.ends if end.tile == Tile(4, 6))
    assert end.pips == 6


def test_the_blocked_round_is_blocked_whatever_is_held() -> None:  # R4.2, R6.2
    found = TABLES["blocked"]
    hand = "0-0 1-1 5-5 0-1 0-2 0-3 0-5 1-2 1-3 1-5 2-3 2-5 3-5 3-6 5-6"
    table = engine.table(found.text, arms=ARMS, highest=found.highest, hand=hand, yard="")
    assert table.foot == Tile(4, 4)
    assert not table.drawable
    assert not [command for command in legal(table) if getattr(command, "tile", None)]
    laid = {placement.tile for placement in table.placements}
    assert {Tile(4, pips) for pips in range(7)} <= laid


def test_the_pips_left_in_a_hand_are_counted_as_the_game_counts_them(figures: list[Tag]) -> None:
    counted = figure(figures, "Whoever is left with")  # R7.1
    rows = [item.get_text(" ", strip=True) for item in counted.select("li")]
    assert rows == ["3 + 4 = 7", "0 + 6 = 6", "5 + 5 = 10"]
    points = int(re.findall(r"(\d+) points", counted.figcaption.get_text())[0])
    double_blank = engine.resolve("trains", 2).double_blank
    assert points == engine.Hand.of(LEFT_IN_HAND).pips(double_blank) == 23


def test_each_tile_is_drawn_once(figures: list[Tag]) -> None:
    for part in figures:
        tiles = [str(tile["data-tile"]) for tile in part.select(".cf-tile[data-tile]")]
        assert len(tiles) == len(set(tiles))
