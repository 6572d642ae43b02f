"""What the players of a table may settle among themselves, and what they have asked each other."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine import Tile
from games.queries.naming import joined_to, laid, several
from games.queries.views import Happened, RoundSeen
from games.tables import Match, Offer, Round, Seat

COUNTED: Final = frozenset({"round_dealt", "tile_drawn", "tile_played", "turn_passed"})


@dataclass(frozen=True)
class LastPlay:
    """The play of a round that may be taken back by agreement, and the event it goes back to."""

    seat: int
    to_seq: int
    play: Happened


@dataclass(frozen=True)
class OfferLine:
    """An open offer as a seat reads it; only who has not answered yet can."""

    number: int
    text: str
    is_mine: bool
    can_answer: bool
    waits_for: str
    """Who has still to agree, as a list in words."""
    declined_by: str


def last_play(seen: RoundSeen, persons: Collection[int]) -> LastPlay | None:
    """Return the play that may be taken back by agreement, if there is one.

    It is the last one made by hand, as long as nothing was drawn, passed or played by a person
    since (what the rules forced a person to play counts as theirs); bots and plans, which nobody
    has had to think about, may have played on.
    """
    if seen.view.points is not None:
        return None
    counted = [row for row in seen.happened if row.type in COUNTED and not row.taken_back]
    for before, row in zip(reversed(counted[:-1]), reversed(counted), strict=False):
        seat = row.data.get("seat")
        if row.type != "tile_played" or not isinstance(seat, int):
            return None
        if row.cause == "player":
            return LastPlay(seat, before.seq, row)
        if seat in persons and row.cause != "plan":
            return None
    return None


def persons_at(seats: Sequence[Seat]) -> dict[int, Seat]:
    """Return the seats at which a person decides, by their numbers."""
    return {seat.number: seat for seat in seats if seat.is_person}


def is_open(offer: Offer, seats: Sequence[Seat], rounds: Sequence[Round]) -> bool:
    """Whether an offer stands: nobody has declined, who asked sits there, and no move was made."""
    asker = next(seat for seat in seats if seat.pk == offer.tenure.seat_id)
    if offer.declined_by_id or not asker.is_person or asker.tenure != offer.tenure.number:
        return False
    return offer.kind == Offer.Kind.PAUSE or any(
        row.number == offer.round and row.last_seq == offer.seq for row in rounds
    )


def missing(offer: Offer, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose persons have still to agree; bots agree to everything."""
    agreed = {(tenure.seat_id, tenure.number) for tenure in offer.agreed_by.all()}
    return [
        seat
        for seat in persons_at(seats).values()
        if seat.pk != offer.tenure.seat_id and (seat.pk, seat.tenure) not in agreed
    ]


def offers_of(match: Match) -> list[Offer]:
    """Return everything that was asked at a table; costs nothing where nobody has asked."""
    if not match.has_offers:
        return []
    found = match.offers.select_related("tenure", "declined_by__seat__player")
    return list(found.prefetch_related("agreed_by").order_by("made_at", "pk"))


def offer_lines(
    match: Match, seat: int | None, seats: Sequence[Seat], rounds: Sequence[Round]
) -> list[OfferLine]:
    """Return the offers that a seat is shown: those that are open, and its own that was declined.

    Watchers are shown none.
    """
    if seat is None:
        return []
    return [
        _line(match, offer, seats[seat], seats)
        for offer in offers_of(match)
        if is_open(offer, seats, rounds) or _was_declined(offer, seats[seat], rounds)
    ]


def _was_declined(offer: Offer, me: Seat, rounds: Sequence[Round]) -> bool:
    """Whether I am to be told that somebody said no: until the table has moved on."""
    if offer.declined_by_id is None or offer.tenure.seat_id != me.pk:
        return False
    return offer.seq == max(row.last_seq for row in rounds if offer.round in {None, row.number})


def _line(match: Match, offer: Offer, me: Seat, seats: Sequence[Seat]) -> OfferLine:
    waits_for = missing(offer, seats)
    has_to_wait = match.paused and offer.kind == Offer.Kind.TAKE_BACK
    asker = next(seat for seat in seats if seat.pk == offer.tenure.seat_id)
    return OfferLine(
        number=offer.pk,
        text=in_words(offer, asker.name, is_mine=asker == me),
        is_mine=asker == me,
        can_answer=me in waits_for and offer.declined_by_id is None and not has_to_wait,
        waits_for=several(seat.name for seat in waits_for),
        declined_by=offer.declined_by.seat.name if offer.declined_by else "",
    )


def in_words(offer: Offer, name: str, *, is_mine: bool = False) -> str:
    """Return what an offer asks, told to who asked it or to the others."""
    words = {"name": name, "round": offer.round}
    if offer.kind == Offer.Kind.PAUSE:
        if is_mine:
            return _("You asked whether the match may be paused.")
        return _("%(name)s asks whether the match may be paused.") % words
    if is_mine:
        return _("You asked to take back your last play in round %(round)s.") % words
    return _("%(name)s asks to take back their last play in round %(round)s.") % words


def play_in_words(last: LastPlay) -> str:
    """Return a play as the words of a button: `4-9 on the double nine`."""
    tile, on = last.play.data["tile"], last.play.data["on"]
    if on is None:
        return laid(Tile.parse(str(tile)))
    words = {"tile": laid(Tile.parse(str(tile))), "on": joined_to(Tile.parse(str(on)))}
    return _("%(tile)s on %(on)s") % words
