"""What the players settle among themselves: one asks, and once all others agree it is done.

They may take back the last play made by hand, and pause the match; bots agree to everything.
Anybody ends a pause that was agreed on: no time was lost by it, and nobody can hold the table up
by not answering. What an administrator has paused, an administrator lets go on.
"""

from datetime import datetime

from django.db import transaction

from games import queries
from games.queries import agreeing
from games.services import errors, pausing, recording, rewinding
from games.tables import Match, Offer, Seat


def ask_to_take_back(seat: Seat, round_number: int, seq: int, *, now: datetime) -> None:
    """Ask the table to take back this seat's play, the last one of a round seen at `seq`.

    Without other persons it is taken back at once. Raises `Stale`, `NotForAgreement`,
    `SeatChanged`, `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match, seats = _at_table(seat)
        if match.paused:
            raise errors.MatchNotRunning
        if not match.rounds.filter(number=round_number, last_seq=seq).exists():
            raise errors.Stale
        last = _last_play(match, round_number, seats)
        if last is None or last.seat != seat.number:
            raise errors.NotForAgreement
        offer = _ask(seat, Offer.Kind.TAKE_BACK, seq, now, round=round_number)
        _settle(match, offer, seats, now)


def ask_for_pause(seat: Seat, *, now: datetime) -> None:
    """Ask the table for a pause; without other persons it begins at once.

    Raises `AlreadyPaused`, `SeatChanged`, `MatchNotRunning` or `MatchFaulted`.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match, seats = _at_table(seat)
        if match.paused:
            raise errors.AlreadyPaused
        offer = _ask(seat, Offer.Kind.PAUSE, _last_seq(match), now)
        _settle(match, offer, seats, now)


def agree(seat: Seat, number: int, *, now: datetime) -> None:
    """Say yes to an offer; who says it last has it done. Raises `OfferLapsed` and as above.

    In a pause nothing is taken back, so that has to wait until the match goes on.
    """
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match, seats = _at_table(seat)
        offer = _open(match, number, seats)
        if match.paused and offer.kind == Offer.Kind.TAKE_BACK:
            raise errors.MatchNotRunning
        offer.agreed_by.add(seat.tenures.get(number=seat.tenure))
        _settle(match, offer, seats, now)


def disagree(seat: Seat, number: int) -> None:
    """Say no to an offer, or take one's own back; raises `OfferLapsed` and as above."""
    with transaction.atomic():
        match, seats = _at_table(seat)
        offer = _open(match, number, seats)
        if offer.tenure.seat_id == seat.pk:
            _close(match, offer)
            return
        offer.declined_by = seat.tenures.get(number=seat.tenure)
        offer.seq = offer.seq if offer.round else _last_seq(match)
        offer.save(update_fields=["declined_by", "seq"])


def end_pause(seat: Seat, *, now: datetime) -> None:
    """Let a match go on that the players had paused; raises `NotYourPause` and `NotPaused`."""
    with recording.faults_stop(seat.match_id, now), transaction.atomic():
        match, _seats = _at_table(seat)
        if match.paused and pausing.reason_of(match) != "agreed":
            raise errors.NotYourPause
        pausing.resume(match, reason="agreed", cause="player", now=now)


def _at_table(seat: Seat) -> tuple[Match, list[Seat]]:
    """Return the match, locked, and its seats; raises `SeatChanged` for who sits there no more."""
    match = recording.running(recording.lock(seat.match_id))
    seats = queries.seats_of(match)
    current = seats[seat.number]
    if current.tenure != seat.tenure or not current.is_person:
        raise errors.SeatChanged
    return match, seats


def _last_play(match: Match, round_number: int, seats: list[Seat]) -> agreeing.LastPlay | None:
    seen = queries.see_round(match, round_number, None)
    return agreeing.last_play(seen, agreeing.persons_at(seats))


def _ask(seat: Seat, kind: Offer.Kind, seq: int, now: datetime, round: int | None = None) -> Offer:
    """Write the offer in the place of one that has lapsed; asked again, it is the same one."""
    tenure = seat.tenures.get(number=seat.tenure)
    same = {"tenure": tenure, "round": round, "seq": seq, "declined_by": None}
    known = Offer.objects.filter(match_id=seat.match_id, kind=kind, round=round)
    if found := known.filter(**same).first():
        return found
    known.delete()
    offer = Offer.objects.create(match_id=seat.match_id, kind=kind, made_at=now, **same)
    Match.objects.filter(pk=seat.match_id).update(has_offers=True)
    recording.ring(seat.match_id)
    return offer


def _open(match: Match, number: int, seats: list[Seat]) -> Offer:
    offer = match.offers.select_related("tenure").filter(pk=number).first()
    if offer is None or not agreeing.is_open(offer, seats, list(match.rounds.all())):
        raise errors.OfferLapsed
    return offer


def _settle(match: Match, offer: Offer, seats: list[Seat], now: datetime) -> None:
    """Do what was asked once nobody is missing."""
    if agreeing.missing(offer, seats):
        return
    _close(match, offer)
    if offer.kind == Offer.Kind.PAUSE:
        pausing.pause(match, reason="agreed", cause="player", now=now)
    elif offer.round is not None and (last := _last_play(match, offer.round, seats)):
        rewinding.rewind(match, offer.round, last.to_seq, reason="agreed", cause="player", now=now)


def _close(match: Match, offer: Offer) -> None:
    offer.delete()
    Match.objects.filter(pk=match.pk).update(has_offers=match.offers.exists())


def _last_seq(match: Match) -> int:
    return max(match.rounds.values_list("last_seq", flat=True))
