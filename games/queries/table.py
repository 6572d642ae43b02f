"""The page of a table: one round as a seat, or a watcher, may see it, and what waits beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import engine, store
from games.engine import Command, RuleViolation, SeatView
from games.queries.agreeing import (
    LastPlay,
    OfferLine,
    last_play,
    offer_lines,
    persons_at,
    play_in_words,
)
from games.queries.heads import PublicHead
from games.queries.matches import RoundTab, names_of, round_tabs, seats_of
from games.queries.views import Happened, RoundSeen, see_round
from games.queries.words import Line, tell
from games.tables import Choice, Match, Round, Seat

MOVES = frozenset({"tile_played", "turn_passed"})


class NoSuchRound(LookupError):
    """A round that the match does not have, or that was not dealt yet."""


@dataclass(frozen=True)
class SeatLine:
    """A seat in the list of seats; `deadline` stands while it has to decide in this round."""

    number: int
    name: str
    is_me: bool
    is_bot: bool
    mail_bounces: bool
    """Whether its player gets no mail: others wait for who does not know it."""
    total: int
    hand_size: int
    deadline: datetime | None
    elsewhere: int
    """In how many other rounds it has to decide."""


@dataclass(frozen=True)
class TablePage:
    """All that the page of a table shows, and nothing that its reader may not know (R8)."""

    match: Match
    round: int
    seat: int | None
    seats: Sequence[SeatLine]
    rounds: Sequence[RoundTab]
    view: SeatView
    last_seq: int
    head: PublicHead
    choice: Choice | None
    """What waits for this seat in this round."""
    waiting: Sequence[Choice]
    """Everything that waits for this seat at this match."""
    lines: Sequence[Line]
    """What happened since this seat's last move, that move first."""
    unseen: Sequence[Happened]
    """The same as events."""
    has_moved: bool
    """Whether this seat has made a move in this round."""
    happened: Sequence[Happened]
    """All that happened in this round."""
    corrections: Sequence[Line]
    """What was put right by hand, the newest first."""
    offers: Sequence[OfferLine]
    last_play: LastPlay | None
    """The play that may be taken back by agreement."""
    overdue: datetime | None
    """Since when the time of another seat that decides here has run out, if the table waits."""
    bot_asked: bool
    """Whether somebody has asked for a bot to move there, and it thinks still."""
    pause_reason: str
    """Why the match is paused, as a code; empty while it goes on."""

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [seat.name for seat in self.seats]

    @property
    def can_choose(self) -> bool:
        """Whether this seat's person may move here now, and no bot stands in for them."""
        return bool(self.view.legal) and not self.is_stood_in_for

    @property
    def is_stood_in_for(self) -> bool:
        """Whether a bot plays at this seat."""
        return any(line.is_me and line.is_bot for line in self.seats)

    @property
    def my_last_play(self) -> str:
        """This seat's play that may be taken back by agreement, in words; empty if none may."""
        last = self.last_play
        if last is None or last.seat != self.seat or self.match.paused or self.is_stood_in_for:
            return ""
        return play_in_words(last)


def table_page(match: Match, seat: int | None, round_number: int | None) -> TablePage:
    """Return the page of a round, or of the one that matters most to the seat.

    Raises `NoSuchRound`, and what `see_round` raises for a log that cannot be read. Costs five
    queries, whatever the match, and one more where something was corrected.
    """
    seats = seats_of(match)
    rounds = list(match.rounds.order_by("number"))
    choices = list(match.choices.order_by("round"))
    mine = [choice for choice in choices if seat is not None and choice.seat_id == seats[seat].pk]
    number = _most_wanted(rounds, mine) if round_number is None else round_number
    if all(row.number != number for row in rounds):
        raise NoSuchRound
    seen = see_round(match, number, seat)
    unseen = _since_my_move(seen, seat)
    return TablePage(
        match=match,
        round=number,
        seat=seat,
        seats=[_seat_line(row, choices, seen.view, seat) for row in seats],
        rounds=round_tabs(match, rounds, mine, number),
        view=seen.view,
        last_seq=seen.last_seq,
        head=seen.head,
        choice=next((choice for choice in mine if choice.round == number), None),
        waiting=mine,
        lines=tell(unseen, names_of(seats), seat),
        unseen=unseen,
        has_moved=unseen is not seen.happened,
        happened=seen.happened,
        corrections=tell(reversed(seen.corrections), names_of(seats), seat),
        offers=offer_lines(match, seat, seats, rounds),
        last_play=last_play(seen, persons_at(seats)),
        overdue=_overdue(choices, number, mine),
        bot_asked=any(choice.round == number and choice.bot_asked for choice in choices),
        pause_reason=_pause_reason(seen) if match.paused else "",
    )


def _overdue(choices: Sequence[Choice], number: int, mine: Sequence[Choice]) -> datetime | None:
    here = [choice for choice in choices if choice.round == number and choice not in mine]
    return here[0].deadline if here and here[0].ran_out_at else None


def _pause_reason(seen: RoundSeen) -> str:
    paused = [event for event in seen.corrections if event.type == "match_paused"]
    return str(paused[-1].data["reason"]) if paused else ""


def why_not(match: Match, round_number: int, command: Command) -> RuleViolation | None:
    """Return the rule that forbids a seat's move now, None where nothing does.

    What it names is what the seat knows: its own tile, an end on the table, whose turn it is.
    """
    stored, _tail = store.load_round(match.pk, round_number)
    state = engine.replay(store.numbered(stored))
    if state.paused:
        return engine.MatchOnPause()
    try:
        engine.decide(state.rounds[round_number], command)
    except RuleViolation as violation:
        return violation
    return None


def was_played(page: TablePage, command: Command, seq: int) -> bool:
    """Whether this seat's move at `seq` was this very one: a link opened again after its move."""
    for event in page.happened:
        if event.seq <= seq or event.taken_back:
            continue
        if event.data.get("seat") == command.seat and event.type in MOVES:
            asked = getattr(command, "tile", None), getattr(command, "on", None)
            found = event.data.get("tile"), event.data.get("on")
            return tuple(str(tile) if tile else None for tile in asked) == found
    return False


def _most_wanted(rounds: Sequence[Round], mine: Sequence[Choice]) -> int:
    """Return the round that waits for the seat most urgently, else the first that still runs."""
    if mine:
        return min(mine, key=lambda choice: (choice.deadline, choice.round)).round
    running = [row.number for row in rounds if not row.is_over]
    return running[0] if running else len(rounds)


def _seat_line(
    seat: Seat, choices: Sequence[Choice], view: SeatView, reader: int | None
) -> SeatLine:
    theirs = [choice for choice in choices if choice.seat_id == seat.pk]
    here = next((choice for choice in theirs if choice.round == view.round), None)
    return SeatLine(
        number=seat.number,
        name=seat.name,
        is_me=seat.number == reader,
        is_bot=bool(seat.bot),
        mail_bounces=seat.is_person and seat.player is not None and seat.player.mail_bounces,
        total=view.totals[seat.number],
        hand_size=view.hand_sizes[seat.number],
        deadline=here.deadline if here else None,
        elsewhere=len(theirs) - (here is not None),
    )


def _since_my_move(seen: RoundSeen, seat: int | None) -> Sequence[Happened]:
    """Return what a seat has not seen yet: from its last own choice on, else from the deal.

    What its plan played it has not seen either.
    """
    for index in reversed(range(len(seen.happened))):
        event = seen.happened[index]
        chosen = event.type in MOVES and event.cause not in {"forced", "plan"}
        if chosen and seat is not None and event.data["seat"] == seat:
            return seen.happened[index:]
    return seen.happened
