"""A table before its first deal: made, filled, changed, called off, begun."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.keyed import keyed
from accounts.models import Player
from accounts.validators import clean_address
from games import bots, clock, engine
from games.services import errors, recording
from games.services.inviting import invite_to
from games.services.seating import keep_words, sit_down, start_if_full, waiting
from games.services.tenures import begin_tenure, bot_name
from games.tables import Invitation, Match, MatchSecret, Seat, SeatWords
from games.tables.match import USUAL_STAND_IN, as_slug, new_slug

SeatKind = Literal["me", "player", "address", "bot", "open"]


@dataclass(frozen=True)
class SeatPlan:
    """Who shall sit at one seat of a new table: `value` is a player, an address, or a bot."""

    kind: SeatKind
    value: Player | str | None = None


def create_match(
    creator: Player,
    *,
    preset: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatPlan],
    turn_time: timedelta,
    watchable: bool = False,
    hints: bool = False,
    out_of_time: Match.OutOfTime = Match.OutOfTime.BOT_PLAYS,
    stand_in: str = USUAL_STAND_IN,
    words: str = "",
    deal_at_once: bool = True,
    asked: str = "",
    now: datetime,
) -> Match:
    """Make a table, invite who shall sit there, and begin if nobody has to be waited for.

    Without `deal_at_once` a table that is full already waits for `begin`, so that its creator sees
    the seed's commitment before they give their words (RECORD.md, Shuffle). Asking again with the
    same text in `asked` is asking once. Raises `RulesRefused` with a problem an option,
    `TableRefused` naming the field, or `TooManyAsks`.
    """
    _check_plan(creator, seats, turn_time)
    if stand_in not in bots.BOTS:
        raise errors.TableRefused("stand_in", _("There is no such bot."))
    rules = engine.resolve(preset, len(seats), **options)
    agreed = {"rules": rules.to_data(), "turn_time": turn_time, "watchable": watchable}
    agreed |= {"hints": hints, "out_of_time": out_of_time, "stand_in": stand_in}
    with transaction.atomic():
        match, is_new = _make(creator, asked, {**agreed, "created_at": now})
        if is_new:
            for number, plan in enumerate(seats):
                _lay_place(match, number, plan, creator, words, now)
            if deal_at_once:
                start_if_full(match, now)
    return match


def begin(match: Match, *, now: datetime) -> None:
    """Deal at a table that was full when it was made; raises `TableRefused` while a seat is free.

    Asking twice is asking once.
    """
    with transaction.atomic():
        if recording.lock(match.pk).state == Match.State.RUNNING:
            return
        match = waiting(match.pk)
        if not start_if_full(match, now):
            raise errors.TableRefused("seats", _("There is a free seat still."))


def give_words(seat: Seat, words: str, nonce: str = "") -> None:
    """Keep a player's words for the shuffle; they may be changed until the match starts."""
    with transaction.atomic():
        waiting(seat.match_id)
        keep_words(seat, words, nonce)
        recording.ring(seat.match_id)


def take_open_seat(
    match: Match, player: Player, *, words: str = "", nonce: str = "", now: datetime
) -> Seat:
    """Sit down at a seat that is open to all; raises `SeatTaken` if none is left."""
    with transaction.atomic():
        match = waiting(match.pk)
        seat = next((seat for seat in match.seats.all() if seat.open_to_all), None)
        if seat is None:
            raise errors.SeatTaken
        sit_down(seat, player, words, now, nonce)
        start_if_full(match, now)
    return seat


def open_seat(seat: Seat, *, now: datetime) -> None:
    """Let anybody take a seat that nobody has; withdraws the invitation to it."""
    _change_free_seat(seat, now, open_to_all=True)


def seat_bot(seat: Seat, bot: str, *, now: datetime) -> None:
    """Seat a bot where nobody sits; raises `TableRefused` for a bot there is not.

    The last free seat of a table of bots is kept for a person.
    """
    if bot not in bots.BOTS:
        raise errors.TableRefused("bot", _("There is no such bot."))
    if not seat.match.seats.filter(bot="").exclude(pk=seat.pk).exists():
        raise errors.TableRefused("bot", _("At least one seat is for a person."))
    _change_free_seat(seat, now, bot=bot)


def leave(seat: Seat, *, now: datetime) -> None:
    """Get up from a table that has not begun; the seat is free again."""
    with transaction.atomic():
        match = waiting(seat.match_id)
        tenure, seat = seat.tenure, match.seats.get(pk=seat.pk)
        if seat.tenure != tenure or not seat.is_person:
            raise errors.SeatChanged
        SeatWords.objects.filter(seat=seat).delete()
        seat.player, seat.open_to_all = None, False
        begin_tenure(seat, "left", 0, now)
        recording.ring(match.pk)


def cancel(match: Match, *, now: datetime) -> None:
    """Call off a table that has not begun."""
    with transaction.atomic():
        match = waiting(match.pk)
        _withdraw_all(match)
        match.state, match.ended_at = Match.State.CANCELLED, now
        match.save(update_fields=["state", "ended_at"])
        recording.ring(match.pk)


def new_seed() -> bytes:
    """Return 32 bytes that nobody can guess, which all deals of a match come from (RECORD.md)."""
    return secrets.token_bytes(32)


def _make(creator: Player, asked: str, agreed: dict[str, Any]) -> tuple[Match, bool]:
    """Return the match that was asked for, and whether this is the first time."""
    seed = new_seed()
    match, is_new = Match.objects.get_or_create(
        creator=creator,
        slug=_slug(creator, asked) if asked else new_slug(),
        defaults={**agreed, "seed_commitment": engine.commitment(seed)},
    )
    if is_new:
        MatchSecret.objects.create(match=match, seed=seed)
    return match, is_new


def _slug(creator: Player, asked: str) -> str:
    """Return the address of the table that this request makes, each time the same."""
    digits = keyed("table", f"{creator.pk}:{asked}")
    return as_slug(bytes.fromhex(digits)[:16])


def _check_plan(creator: Player, seats: Sequence[SeatPlan], turn_time: timedelta) -> None:
    if not clock.SHORTEST <= turn_time <= clock.LONGEST:
        raise errors.TableRefused("turn_time", _("From one hour to thirty days a move."))
    seen: set[str] = {creator.email.casefold()}
    for number, plan in enumerate(seats):
        field = f"seat_{number}"
        if plan.kind == "bot" and plan.value not in bots.BOTS:
            raise errors.TableRefused(field, _("There is no such bot."))
        if plan.kind in {"player", "address"}:
            address = _address(plan, field)
            if address in seen:
                raise errors.TableRefused(field, _("This person already has a seat here."))
            seen.add(address)
    if sum(plan.kind == "me" for plan in seats) > 1:
        raise errors.TableRefused("seats", _("You can have one seat only."))
    if all(plan.kind == "bot" for plan in seats):
        raise errors.TableRefused("seats", _("At least one seat is for a person."))


def _address(plan: SeatPlan, field: str) -> str:
    if isinstance(plan.value, Player):
        return plan.value.email.casefold()
    try:
        return clean_address(str(plan.value)).casefold()
    except ValidationError as fault:
        raise errors.TableRefused(field, fault.messages[0]) from fault


def _lay_place(
    match: Match, number: int, plan: SeatPlan, creator: Player, words: str, now: datetime
) -> None:
    seat = Seat.objects.create(match=match, number=number, open_to_all=plan.kind == "open")
    if plan.kind == "me":
        sit_down(seat, creator, words, now)
    elif plan.kind == "bot":
        seat.bot = str(plan.value)
        seat.guest = bot_name(match, seat.bot)
        begin_tenure(seat, "joined", 0, now)
    elif plan.kind in {"player", "address"}:
        address = plan.value.email if isinstance(plan.value, Player) else str(plan.value)
        invite_to(match, seat, address, field=f"seat_{number}", now=now)


def _change_free_seat(seat: Seat, now: datetime, **fields: Any) -> None:
    with transaction.atomic():
        match = waiting(seat.match_id)
        seat = match.seats.get(pk=seat.pk)
        if seat.is_taken:
            raise errors.SeatTaken
        _withdraw_all(match, seat)
        seat.open_to_all = False
        for name, value in fields.items():
            setattr(seat, name, value)
        seat.guest = bot_name(match, seat.bot) if seat.bot else ""
        begin_tenure(seat, "changed", 0, now)
        start_if_full(match, now)
        recording.ring(match.pk)


def _withdraw_all(match: Match, seat: Seat | None = None) -> None:
    found = Invitation.objects.filter(seat__match=match, state=Invitation.State.OPEN)
    if seat is not None:
        found = found.filter(seat=seat)
    found.update(state=Invitation.State.WITHDRAWN)
