"""The picture of a table is drawn once for all who are shown it, and shows what all may see."""

from typing import Any

import pytest

from games import drawing, queries
from games.engine import SeatView
from notifications.mails import pictures
from tests.factories import make_match, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the renderer was given, a value a drawing."""
    asked: list[Any] = []

    def png(table: Any, *_: Any, **__: Any) -> bytes:
        asked.append(table)
        return str(len(asked)).encode()

    monkeypatch.setattr(drawing, "png", png)
    return asked


def seen_by_all(people: int = 4, moves: int = 6) -> list[SeatView]:
    match = play_on(make_match(people=people, bots=0), moves)
    return [queries.see_round(match, 1, seat).view for seat in range(people)]


def test_the_same_table_is_drawn_once_for_all_its_seats(drawings: list[Any]) -> None:
    views = seen_by_all()
    assert len({view.hand for view in views}) == len(views)
    newest = [views[0].placements[-1].tile]
    found = [pictures.draw(view, newest) for view in views]
    assert len(drawings) == 1
    assert {picture.png for picture in found} == {b"1"}
    assert len({picture.cid for picture in found}) == len(views)


def test_what_differs_to_the_eye_is_drawn_anew(drawings: list[Any]) -> None:
    (view, *_), (later, *_) = seen_by_all(moves=6), seen_by_all(moves=7)
    tiles = [placement.tile for placement in view.placements]
    for newest in (tiles[-1:], tiles[-2:], []):
        pictures.draw(view, newest)
    pictures.draw(later, tiles[-1:])
    assert len(drawings) == 4


def test_the_renderer_is_given_nothing_that_one_seat_knows(drawings: list[Any]) -> None:
    view = seen_by_all()[0]
    pictures.draw(view, [])
    (table,) = drawings
    assert {"hand", "seat", "legal", "drawn"} <= set(SeatView.__slots__)
    assert not {"hand", "seat", "legal", "drawn", "hands"} & set(vars(table))


def test_what_is_kept_has_a_bound() -> None:
    assert 0 < (pictures.drawn.cache_info().maxsize or 0) <= 1000
