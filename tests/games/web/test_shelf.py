"""What is kept on a shelf stays as long as it is asked for."""

from games.web.shelf import Shelf


def test_what_was_not_asked_for_the_longest_makes_room() -> None:
    shelf = Shelf[str, int](2)
    shelf.keep("a", 1)
    shelf.keep("b", 2)
    assert shelf.find("a") == 1
    shelf.keep("c", 3)
    assert [shelf.find(key) for key in "abc"] == [1, None, 3]


def test_a_cleared_shelf_is_empty() -> None:
    shelf = Shelf[str, int](2)
    assert shelf.keep("a", 1) == 1
    shelf.clear()
    assert shelf.find("a") is None
