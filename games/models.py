"""The models of this app, gathered for Django; import them from `games.tables` or `games.store`."""

from games.store.models import StoredEvent
from games.tables import (
    Capability,
    Choice,
    Heartbeat,
    Invitation,
    Match,
    MatchSecret,
    Mute,
    Offer,
    Outage,
    Plan,
    ReasonWords,
    Round,
    Seat,
    SeatWords,
    TalkLine,
    Tenure,
)

__all__ = [
    "Capability",
    "Choice",
    "Heartbeat",
    "Invitation",
    "Match",
    "MatchSecret",
    "Mute",
    "Offer",
    "Outage",
    "Plan",
    "ReasonWords",
    "Round",
    "Seat",
    "SeatWords",
    "StoredEvent",
    "TalkLine",
    "Tenure",
]
