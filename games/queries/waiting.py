"""A table before its first deal: who sits, who is asked, what can be checked of the shuffle."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db.models import Max, Q

from accounts.models import Player
from games.queries.naming import several
from games.queries.options import Options, options_of
from games.tables import Invitation, Match, Seat, SeatWords

State = Literal["person", "bot", "invited", "open", "free"]
TAKEN = frozenset({"person", "bot"})
MET_AT_MOST = 50


@dataclass(frozen=True)
class Place:
    """A seat of a table that waits; `guest` is who is invited, for the creator's eyes alone."""

    seat: Seat
    state: State
    is_me: bool
    guest: str = ""
    invitation: Invitation | None = None


@dataclass(frozen=True)
class WaitingRoom:
    """What somebody sees of a table that waits for players."""

    match: Match
    options: Options
    places: Sequence[Place]
    me: Seat | None
    is_creator: bool
    words: SeatWords | None
    met: Sequence[Player] = field(default_factory=tuple)

    @property
    def is_full(self) -> bool:
        """Whether nobody has to be waited for any more."""
        return not self.missing

    @property
    def here(self) -> str:
        """Who sits there already, as a list in a sentence; empty while nobody does."""
        return several(place.seat.name for place in self.places if place.state in TAKEN)

    @property
    def missing(self) -> int:
        """How many seats nobody has yet."""
        return sum(place.state not in TAKEN for place in self.places)

    @property
    def has_open_seat(self) -> bool:
        """Whether a visitor may sit down."""
        return any(place.state == "open" for place in self.places)


def waiting_room(match: Match, me: Seat | None, reader: Player | None) -> WaitingRoom:
    """Return the waiting room as `reader`, signed in or not, sees it from the seat `me`."""
    is_creator = reader is not None and match.creator_id == reader.pk
    met = met_before(reader) if is_creator and reader else []
    places = places_of(match, me, met if is_creator else None)
    return WaitingRoom(
        match=match,
        options=options_of(match, len(places), sum(place.state != "bot" for place in places)),
        places=places,
        me=me,
        is_creator=is_creator,
        words=SeatWords.objects.filter(seat=me).first() if me else None,
        met=met,
    )


def places_of(
    match: Match, me: Seat | None, creators_friends: Sequence[Player] | None = None
) -> list[Place]:
    """Return the seats of a table that waits; only its creator, who has friends, sees guests."""
    seats = list(match.seats.select_related("player"))
    found = Invitation.objects.filter(seat__in=seats, state=Invitation.State.OPEN)
    asked = {invitation.seat_id: invitation for invitation in found.select_related("player")}
    met = None if creators_friends is None else {player.pk for player in creators_friends}
    return [_place(seat, me, asked.get(seat.pk), met) for seat in seats]


@dataclass(frozen=True)
class Gathering:
    """The seats of a table that waits, as who follows it has to know them."""

    mark: str
    """Another one as soon as anything of the seats looks another way."""
    has_open_seat: bool


def gathering(match: Match) -> Gathering:
    """Return how far a table has come that waits for players; costs one query."""
    asked = Max("invitations", filter=Q(invitations__state=Invitation.State.OPEN))
    seats = match.seats.order_by("number").annotate(asked=asked)
    rows = list(seats.values_list("open_to_all", "asked", "player__display_name", "bot", "tenure"))
    mark = hashlib.sha256(repr(rows).encode()).hexdigest()[:16]
    has_open_seat = any(
        is_open and asked is None and name is None and not bot
        for is_open, asked, name, bot, _tenure in rows
    )
    return Gathering(mark, has_open_seat)


def met_before(player: Player) -> list[Player]:
    """Return whom a player has shared a table with, in the order of their names."""
    found = (
        Player.objects.filter(seats__match__seats__player=player, is_active=True)
        .exclude(pk=player.pk)
        .filter(suspended_at=None)
        .distinct()
    )
    return list(found.order_by("display_name", "pk")[:MET_AT_MOST])


def _place(seat: Seat, me: Seat | None, asked: Invitation | None, met: set[int] | None) -> Place:
    state: State = "free"
    if seat.bot:
        state = "bot"
    elif seat.is_taken:
        state = "person"
    elif asked is not None:
        state = "invited"
    elif seat.open_to_all:
        state = "open"
    if asked is None or met is None:
        return Place(seat, state, seat == me)
    return Place(seat, state, seat == me, _guest(asked, met), asked)


def _guest(asked: Invitation, met: set[int]) -> str:
    """Return who is invited: by name only whom the creator knows; an address tells no account."""
    if asked.player is not None and asked.player_id in met:
        return asked.player.display_name
    return asked.address
