"""What is kept of one person at their tables, for them to download: theirs alone (R8)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import Q

from accounts.models import Player
from games import engine, store
from games.engine import EventMalformed, RulesRefused
from games.store import Stored
from games.tables import (
    Invitation,
    Match,
    Mute,
    ReasonWords,
    Seat,
    SeatWords,
    TalkLine,
    Tenure,
)

MINE: Final = frozenset({"tile_drawn", "tile_played", "turn_passed", "hint_given"})


def personal_data(player: Player) -> dict[str, Any]:
    """Return a player's tables, moves, invitations and words; nobody else's name or tile."""
    seats = Seat.objects.filter(Q(player=player) | Q(tenures__player=player)).distinct()
    made = Match.objects.filter(creator=player).order_by("pk")
    invitations = Invitation.objects.filter(
        Q(player=player) | Q(player=None, address__iexact=player.email)
    )
    reasons = ReasonWords.objects.filter(by=player).select_related("match").order_by("pk")
    return {
        "tables_made": [_table(match) for match in made],
        "seats": [_seat(seat, player) for seat in seats.select_related("match").order_by("pk")],
        "invitations": [
            _invitation(invitation)
            for invitation in invitations.select_related("seat__match").order_by("pk")
        ],
        "reasons_written": [
            {"table": reason.match.slug, "event": reason.seq, "words": reason.words}
            for reason in reasons
        ],
        "talk": list(_talk(player)),
        "muted": list(_muted(player)),
    }


def _talk(player: Player) -> Iterator[dict[str, Any]]:
    lines = TalkLine.objects.filter(player=player).select_related("match").order_by("pk")
    for line in lines:
        yield {
            "table": line.match.slug,
            "words": line.words,
            "said_at": line.said_at,
            "round": line.round,
            "removed_at": line.removed_at,
        }


def _muted(player: Player) -> Iterator[dict[str, Any]]:
    """Yield where they fold somebody's lines away; the seat says whose, nobody's name does."""
    for mute in Mute.objects.filter(player=player).select_related("match").order_by("pk"):
        seat = Seat.objects.filter(match=mute.match_id, player=mute.muted_id).first()
        yield {"table": mute.match.slug, "seat": seat.number if seat else None}


def _table(match: Match) -> dict[str, Any]:
    return {
        "table": match.slug,
        "state": match.state,
        "rules": match.rules,
        "seconds_a_move": int(match.turn_time.total_seconds()),
        "made_at": match.created_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
    }


def _seat(seat: Seat, player: Player) -> dict[str, Any]:
    """Return one seat of theirs, the present or a former one, with their own moves."""
    tenures = list(seat.tenures.order_by("number"))
    mine = seat.player_id == player.pk
    match = seat.match
    words = SeatWords.objects.filter(seat=seat).first() if _gave_words(tenures, player) else None
    return {
        **_table(match),
        "seat": seat.number,
        "is_yours_now": mine,
        "bot_stands_in": mine and bool(seat.bot),
        "days_of_time_outs": seat.strikes if mine else 0,
        "points": match.totals[seat.number] if match.totals else None,
        "rank": match.ranks[seat.number] if match.ranks else None,
        "words_for_the_shuffle": {"nonce": words.nonce, "words": words.words} if words else None,
        "tenures": [
            {"since": tenure.since, "since_event": tenure.since_seq, "why": tenure.reason}
            for tenure in tenures
            if tenure.player_id == player.pk
        ],
        "waiting": [
            {"round": choice.round, "since": choice.since, "deadline": choice.deadline}
            for choice in (seat.choices.order_by("round") if mine else [])
        ],
        "plans": [
            {"round": plan.round, "wishes": plan.wishes, "otherwise": plan.otherwise}
            for plan in (seat.plans.order_by("pk") if mine else [])
        ],
        "moves": list(_moves(seat, tenures, player)),
    }


def _gave_words(tenures: Sequence[Tenure], player: Player) -> bool:
    """Whether it was they who sat at a seat when its match began."""
    first = [tenure for tenure in tenures if tenure.since_seq == 0]
    return bool(first) and first[-1].player_id == player.pk


def _moves(seat: Seat, tenures: Sequence[Tenure], player: Player) -> Iterator[dict[str, Any]]:
    """Yield the events of a seat from the times when it was theirs, as they saw them."""
    times = _times(tenures, player)
    if not times:
        return
    rows = list(store.load_all(seat.match_id))
    back = store.taken_back(rows)
    for row in rows:
        if row.type in MINE and any(first < row.seq <= last for first, last in times):
            data = _data(row, seat.number)
            if data is not None:
                told = {"event": row.seq, "type": row.type, "cause": row.cause, "at": row.at}
                yield {**told, **data, "taken_back": row.seq in back}


def _times(tenures: Sequence[Tenure], player: Player) -> list[tuple[float, float]]:
    """Return behind and up to which events a seat was theirs."""
    ends = [*(tenure.since_seq for tenure in tenures[1:]), float("inf")]
    return [
        (tenure.since_seq, end)
        for tenure, end in zip(tenures, ends, strict=True)
        if tenure.player_id == player.pk
    ]


def _data(row: Stored, seat: int) -> dict[str, Any] | None:
    """Return an event's data, None for another seat's and for what cannot be read."""
    try:
        event = row.event()
    except (EventMalformed, RulesRefused):
        return None
    if getattr(event, "seat", None) != seat:
        return None
    return engine.redact(event, seat, ended=False)


def _invitation(invitation: Invitation) -> dict[str, Any]:
    return {
        "table": invitation.seat.match.slug,
        "address": invitation.address,
        "state": invitation.state,
        "made_at": invitation.created_at,
        "expires_at": invitation.expires_at,
    }
