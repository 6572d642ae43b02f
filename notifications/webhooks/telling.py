"""From a delivery to what is posted: looks once more whether it is true, and says it.

Everything here is what all who sit at the table may know; the links open no seat.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries, services
from games.queries.naming import several
from games.tables import Choice, Match, Round, Seat
from notifications.letters import Recipient
from notifications.mails.checking import STANDS_STILL, Dropped, Later
from notifications.mails.composing import speaking
from notifications.noticing import persons_choices
from notifications.webhooks.dialects import DIALECTS, Dialect, Said, encoded, iso
from notifications.webhooks.rows import Delivery

Kind = Delivery.Kind


def tell(delivery: Delivery, *, now: datetime) -> bytes:
    """Return the body to post; raises `Dropped` for what is true no more, and `Later`."""
    hook = delivery.webhook
    player = hook.player
    if not hook.is_on:
        raise Dropped("switched off")
    if player.is_suspended or not player.is_active:
        raise Dropped("the player is suspended")
    dialect = DIALECTS[hook.form]
    reader = Recipient("", player.display_name, player.language, player.time_zone, player)
    with speaking(reader):
        said = _SAYERS[delivery.kind](delivery, dialect, now)
    at = delivery.created_at.astimezone(UTC)
    return encoded(dialect.body(delivery.kind, at, said))


def _turn(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:
    match, seat, choices = _waiting(delivery, now)
    sentence = _("%(name)s, it is your turn at the table with %(names)s. You have until %(until)s.")
    return _of_choices(sentence, match, seat, choices, dialect)


def _reminder(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:
    match, seat, choices = _waiting(delivery, now)
    sentence = _(
        "%(name)s, the table with %(names)s still waits for you. You have until %(until)s."
    )
    return _of_choices(sentence, match, seat, choices, dialect)


def _of_choices(
    sentence: str, match: Match, seat: Seat, choices: Sequence[Choice], dialect: Dialect
) -> Said:
    until = choices[0].deadline
    words = _words(match, seat, dialect) | {"until": dialect.moment(until)}
    rounds = sorted(choice.round for choice in choices)
    facts = {"seat": seat.number, "player": seat.name, "rounds": rounds}
    deadline = {"deadline": iso(until.astimezone(UTC))}
    return Said(sentence % words, _address(match), {**_table(match), **facts, **deadline})


def _timed_out(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:  # noqa: ARG001
    match, seat = _match(delivery), delivery.seat
    if seat is None or match.state != Match.State.RUNNING or match.fault:
        raise Dropped("the match does not run")
    sentence = _("Time ran out for %(name)s at the table with %(names)s, so a bot played.")
    facts = {**_table(match), "seat": seat.number, "player": seat.name}
    return Said(sentence % _words(match, seat, dialect), _address(match), facts)


def _round_over(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:  # noqa: ARG001
    match = _match(delivery)
    if match.is_over:
        raise Dropped("the end of the match says it")
    found = Round.objects.filter(match=match, number=delivery.round or 0).first()
    if found is None or not found.is_over:
        raise Dropped("it was taken back")
    names = queries.names_of(queries.seats_of(match))
    lines = [
        _("%(name)s %(points)d") % {"name": dialect.plain(name), "points": points}
        for name, points in zip(names, found.points, strict=True)
    ]
    sentence = _("Round %(round)d is over. Its points: %(points)s.")
    scores = [
        {"seat": number, "player": name, "points": points}
        for number, (name, points) in enumerate(zip(names, found.points, strict=True))
    ]
    return Said(
        sentence % {"round": found.number, "points": ", ".join(lines)},
        _address(match),
        {**_table(match), "round": found.number, "scores": scores},
    )


def _match_over(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:  # noqa: ARG001
    match = _match(delivery)
    if not match.is_over:
        raise Dropped("the match is not over")
    standings = queries.result_page(match).standings
    everybody = several(dialect.plain(standing.name) for standing in standings)
    if match.state == Match.State.ABANDONED:
        sentence = _("The match of %(names)s was abandoned.") % {"names": everybody}
    else:
        winners = [dialect.plain(one.name) for one in standings if one.rank == 1]
        words = {"names": everybody, "winners": several(winners), "total": standings[0].total}
        sentence = (
            _("The match of %(names)s is over. The fewest points, %(total)d: %(winners)s.") % words
        )
    scores = [
        {"seat": one.number, "player": one.name, "rank": one.rank, "total": one.total}
        for one in standings
    ]
    return Said(sentence, _address(match), {**_table(match), "scores": scores})


def _test(delivery: Delivery, dialect: Dialect, now: datetime) -> Said:  # noqa: ARG001
    words = {"name": dialect.plain(delivery.webhook.player.display_name)}
    sentence = _("A test from Chicken Foot: what %(name)s wants to be told arrives here.") % words
    return Said(sentence, services.absolute(reverse("games:home")), {})


_SAYERS: Final[Mapping[str, Callable[[Delivery, Dialect, datetime], Said]]] = {
    Kind.TURN: _turn,
    Kind.REMINDER: _reminder,
    Kind.TIMED_OUT: _timed_out,
    Kind.ROUND_OVER: _round_over,
    Kind.MATCH_OVER: _match_over,
    Kind.TEST: _test,
}


def _match(delivery: Delivery) -> Match:
    """Return the match, if the webhook's player still sits there."""
    match = delivery.match
    if match is None or not match.seats.filter(player=delivery.webhook.player).exists():
        raise Dropped("no seat at this match any more")
    return match


def _waiting(delivery: Delivery, now: datetime) -> tuple[Match, Seat, list[Choice]]:
    """Return what waits for the delivery's seat, the most urgent first; nothing else is told."""
    match, hook = _match(delivery), delivery.webhook
    if match.state == Match.State.RUNNING and (match.paused or match.fault):
        raise Later("the match stands still", now + STANDS_STILL)
    newer = Delivery.objects.filter(
        webhook=hook, seat=delivery.seat, kind=delivery.kind, pk__gt=delivery.pk
    )
    if newer.exists():
        raise Dropped("a newer one tells it")
    choices = list(persons_choices().filter(seat=delivery.seat).order_by("deadline", "round"))
    if hook.match_id is None:
        choices = [one for one in choices if one.seat.player_id == hook.player_id]
    if not choices:
        raise Dropped("nothing waits any more")
    return match, choices[0].seat, choices


def _words(match: Match, seat: Seat, dialect: Dialect) -> dict[str, str]:
    others = queries.company(queries.seats_of(match), seat)
    return {"name": dialect.plain(seat.name), "names": several(map(dialect.plain, others))}


def _table(match: Match) -> dict[str, Any]:
    return {"table": match.slug}


def _address(match: Match) -> str:
    return services.absolute(reverse("games:match", args=[match.slug]))
