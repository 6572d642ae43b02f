"""What most tests of pages begin with: a match of two that runs, the seat to move, its browser."""

import pytest
from django.utils import timezone

from games.tables import Match, Seat
from tests.factories import make_match, play_on
from tests.games.web.browsing import Browser, sit, to_move


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


@pytest.fixture
def seat(match: Match) -> Seat:
    """Return the seat that the match waits for."""
    return to_move(match)


@pytest.fixture
def browser(seat: Seat) -> Browser:
    """Return a browser that sits at that seat by its link."""
    return sit(seat)


@pytest.fixture
def over() -> Match:
    """Return a match of three that was played to its end, two short rounds in turn."""
    match = make_match(people=3, bots=0, rounds=2, hand_size=5)
    return play_on(match, now=timezone.now())
