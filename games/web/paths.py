"""What may stand in the addresses of a match: anything else is no page."""

from typing import Final

from django.urls import register_converter
from django.urls.converters import IntConverter

A_MATCH: Final = "m/<slug:slug>/"
A_SEAT: Final = f"{A_MATCH}<seat:number>/"


class SeatConverter(IntConverter):
    """A seat, of the most that a table may have (R1.1)."""

    regex = "[0-9]|1[01]"


class RoundConverter(IntConverter):
    """A round, of the most that a set allows (R1)."""

    regex = "[1-9]|1[0-9]"


class StepConverter(IntConverter):
    """A step of a round."""

    regex = "0|[1-9][0-9]{0,4}"


def register() -> None:
    """Make the converters known as `seat`, `round` and `step`."""
    register_converter(SeatConverter, "seat")
    register_converter(RoundConverter, "round")
    register_converter(StepConverter, "step")
