"""Moves as the pages of a table send them, right and wrong."""

from typing import Any

from games.engine import PlaceTile, SeatView
from games.queries import see_round
from games.tables import Seat
from tests.factories import sensible, waiting
from tests.games.web.browsing import Browser, address, fields_of, form_of


def view_of(seat: Seat, round_number: int = 1) -> SeatView:
    return see_round(seat.match, round_number, seat.number).view


def fields(seat: Seat, **changes: Any) -> dict[str, Any]:
    """Return the fields of a legal move, with changes; None leaves a field out."""
    choice = waiting(seat.match, seat)
    command = sensible(choice)
    assert isinstance(command, PlaceTile)
    whole = {
        "round": choice.round,
        "seq": choice.seq,
        "tile": str(command.tile),
        "on": str(command.on),
        **changes,
    }
    return {name: value for name, value in whole.items() if value is not None}


def token_of(browser: Browser, seat: Seat) -> str:
    """Return a browser's token against forgery."""
    form = form_of(browser.get(address(seat, "resign")), "resign/")
    return fields_of(form)["csrfmiddlewaretoken"]


def post_move(browser: Browser, seat: Seat, data: Any, **extra: Any) -> Any:
    """Send a move with this browser's own token against forgery."""
    headers = {"X-CSRFToken": token_of(browser, seat)}
    return browser.post(address(seat, "play"), data, headers=headers, **extra)
