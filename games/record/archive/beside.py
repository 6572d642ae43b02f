"""What lies beside a match's log and travels with it: its seed, its seats, its people, as JSON.

Links, cookies and notices do not travel: on another server who has to decide is told anew.
"""

import json
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from accounts.models import Player
from accounts.services import register_or_find
from games.bots import BOTS
from games.engine import MatchState
from games.tables import Match, MatchSecret, ReasonWords, Seat, SeatWords, Tenure
from games.tables.match import USUAL_STAND_IN

Json = dict[str, Any]
People = dict[str | None, Player | None]


def with_all(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with everything that `text_of` asks for, a few queries for all."""
    return matches.select_related("secret", "creator").prefetch_related(
        "seats__player", "seats__words", "seats__tenures__player", "reasons__by"
    )


def text_of(match: Match) -> str:
    """Return what lies beside a match; the same as long as nothing of it has changed."""
    seats = list(match.seats.all())
    told = {
        "format": "chickenfoot-table",
        "version": 1,
        "match": match.slug,
        "creator": _address(match.creator),
        "created_at": match.created_at.isoformat(),
        "turn_seconds": int(match.turn_time.total_seconds()),
        "out_of_time": match.out_of_time,
        "stand_in": match.stand_in,
        "watchable": match.watchable,
        "hints": match.hints,
        "imported": match.imported,
        "seed": bytes(match.secret.seed).hex(),
        "seats": [_seat(seat) for seat in seats],
        "reasons": [
            {"seq": row.seq, "words": row.words, "by": _address(row.by)}
            for row in sorted(match.reasons.all(), key=lambda row: row.seq)
        ],
        "people": _people(match, seats),
    }
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _seat(seat: Seat) -> Json:
    words: SeatWords | None = getattr(seat, "words", None)
    return {
        "number": seat.number,
        "player": _address(seat.player),
        "bot": seat.bot,
        "guest": seat.guest,
        "former": seat.former,
        "tenure": seat.tenure,
        "strikes": seat.strikes,
        "last_strike_on": seat.last_strike_on.isoformat() if seat.last_strike_on else None,
        "words": {"nonce": words.nonce, "words": words.words} if words else None,
        "tenures": [_tenure(row) for row in seat.tenures.all()],
    }


def _tenure(row: Tenure) -> Json:
    return {
        "number": row.number,
        "player": _address(row.player),
        "bot": row.bot,
        "since_seq": row.since_seq,
        "reason": row.reason,
        "since": row.since.isoformat(),
    }


def _address(player: Player | None) -> str | None:
    return player.email if player else None


def _people(match: Match, seats: Iterable[Seat]) -> dict[str, Json]:
    """Return everybody who is named by an address."""
    found = {match.creator, *(row.by for row in match.reasons.all())}
    for seat in seats:
        found |= {seat.player, *(row.player for row in seat.tenures.all())}
    return {
        player.email: {
            "name": player.display_name,
            "language": player.language,
            "time_zone": player.time_zone,
        }
        for player in found
        if player
    }


def lay_table(match: Match, state: MatchState, told: Json, now: datetime) -> None:
    """Save a match and its seats as `told`; people whose address is new here become players.

    Raises KeyError, ValueError, TypeError or ValidationError for what does not fit.
    """
    people: People = {
        address: register_or_find(
            address,
            display_name=person["name"],
            language=person["language"],
            time_zone=person["time_zone"],
            now=now,
        )
        for address, person in told["people"].items()
    }
    people[None] = None
    match.slug, match.creator = told["match"], people[told["creator"]]
    match.rules, match.seed_commitment = state.rules.to_data(), state.seed_commitment
    match.created_at = datetime.fromisoformat(told["created_at"])
    match.turn_time = timedelta(seconds=told["turn_seconds"])
    match.out_of_time, match.imported = told["out_of_time"], told["imported"]
    match.stand_in = told.get("stand_in", USUAL_STAND_IN)  # older archives do not say
    if match.stand_in not in BOTS:
        raise ValueError(match.stand_in)
    match.watchable, match.hints = told["watchable"], told["hints"]
    match.full_clean()
    match.save()
    MatchSecret.objects.create(match=match, seed=bytes.fromhex(told["seed"]))
    for number, seat in enumerate(told["seats"]):
        _lay_seat(match, number, seat, people)
    ReasonWords.objects.bulk_create(
        ReasonWords(match=match, seq=row["seq"], words=row["words"], by=people[row["by"]])
        for row in told["reasons"]
    )


def _lay_seat(match: Match, number: int, told: Json, people: People) -> None:
    struck = told["last_strike_on"]
    seat = Seat.objects.create(
        match=match,
        number=number,
        player=people[told["player"]],
        bot=told["bot"],
        guest=told["guest"],
        former=told["former"],
        tenure=told["tenure"],
        strikes=told["strikes"],
        last_strike_on=date.fromisoformat(struck) if struck else None,
    )
    if told["words"]:
        SeatWords.objects.create(seat=seat, **told["words"])
    Tenure.objects.bulk_create(
        Tenure(
            seat=seat,
            number=row["number"],
            player=people[row["player"]],
            bot=row["bot"],
            since_seq=row["since_seq"],
            reason=row["reason"],
            since=datetime.fromisoformat(row["since"]),
        )
        for row in told["tenures"]
    )
