"""The tables beside the log: what pages, mails and clocks look things up in."""

from games.tables.capability import Capability
from games.tables.choice import Choice
from games.tables.invitation import Invitation
from games.tables.match import Match, MatchSecret
from games.tables.offer import Offer
from games.tables.outage import Heartbeat, Outage
from games.tables.plan import Plan
from games.tables.reason_words import ReasonWords
from games.tables.round import Round
from games.tables.seat import Seat, SeatWords, Tenure
from games.tables.talk import Mute, TalkLine

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
    "TalkLine",
    "Tenure",
]
