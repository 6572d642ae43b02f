"""A match to which anything happens in any order, and what must hold of it after each step."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from accounts.errors import AccountError
from accounts.models import Player
from games import engine, projections, queries, services, store
from games.engine import RuleViolation, Wish
from games.queries import NoSuchRound
from games.record.export import check_match
from games.services import ServiceError, recording
from games.tables import Choice, Match, Plan, Round, Seat
from tests.factories import NOON, make_match, make_player, sensible

STATES: Final = {"running": "unfinished", "ended": "ok", "abandoned": "abandoned"}
Act = Callable[["Course", int], None]


class Course:
    """A match with two people and a bot, and a clock that goes on as it is told."""

    def __init__(self, pace: str) -> None:
        self.now: datetime = NOON
        self.match: Match = make_match(
            people=2, bots=1, pace=pace, rounds=2, hand_size=4, now=self.now
        )
        self.strangers: list[Player] = [make_player(), make_player()]

    def do(self, name: str, number: int) -> bool:
        """Do something, or have it refused; returns whether it was done."""
        try:
            ACTS[name](self, number)
        except (ServiceError, RuleViolation, AccountError, NoSuchRound):
            return False
        finally:
            self.match.refresh_from_db()
        return True

    def pick(self, rows: Any, number: int) -> Any:
        """Return one of some rows, or say that there is nothing to do."""
        found = list(rows)
        if not found:
            raise services.Stale
        return found[number % len(found)]

    def seat(self, number: int) -> Seat:
        """Return one of the seats as it is now."""
        seat: Seat = self.pick(self.match.seats.select_related("match", "player"), number)
        return seat

    def choice(self, number: int) -> Choice:
        """Return one of the choices that wait for persons."""
        waiting = self.match.choices.select_related("seat", "match").filter(seat__bot="")
        found: Choice = self.pick(waiting.order_by("round"), number)
        return found


def move(course: Course, number: int) -> None:
    choice = course.choice(number)
    if course.match.paused:
        state = recording.load(course.match, choice.round).state
        command = engine.legal(state.rounds[choice.round])[0]
    else:
        command = sensible(choice)
    services.play(choice.seat, choice.round, command, choice.seq, now=course.now)
    assert not course.match.paused


def bots(course: Course, number: int) -> None:
    services.play_bots(course.match.pk, now=course.now, limit=number % 3 + 1)


def plan(course: Course, number: int) -> None:
    """Plan some of a hand, in some order, perhaps for any round or on a tile of the hand."""
    seat, row = course.seat(number), course.pick(course.match.rounds.order_by("number"), number)
    state = recording.load(course.match, row.number).state.rounds[row.number]
    hand = list(state.hands[seat.number])
    Random(number).shuffle(hand)
    named = hand[-1] if hand and number % 5 == 0 else None
    wishes = [Wish(tile, named if tile is not named else None) for tile in hand[: number % 5]]
    otherwise = course.pick(["ask", "next", "next", "stop"], number)
    for_round = row.number if number % 3 else None
    services.make_plan(seat, for_round, wishes, otherwise, now=course.now)


def wait(course: Course, number: int) -> None:
    course.now += timedelta(hours=7 * (number % 9))


def told(course: Course, number: int) -> None:
    services.told([course.choice(number).pk], now=course.now)


def time_out(course: Course, number: int) -> None:
    made = services.time_out(now=course.now)
    assert not (made and course.match.paused)


def pause(course: Course, number: int) -> None:
    services.pause(course.match, now=course.now)


def resume(course: Course, number: int) -> None:
    before = dict(course.match.choices.values_list("round", "deadline"))
    services.resume(course.match, now=course.now)
    after = dict(course.match.choices.values_list("round", "deadline"))
    assert after.keys() == before.keys()
    assert all(after[each] >= before[each] for each in after)


def rewind(course: Course, number: int) -> None:
    round_number = 1 + number % 2
    rows = [row for row in store.load_all(course.match.pk) if row.round == round_number]
    to_seq = course.pick(rows, number // 2).seq
    services.rewind(course.match, round_number, to_seq, now=course.now)
    waiting = course.match.choices.get(round=round_number)
    assert waiting.deadline >= course.now + course.match.turn_time
    assert waiting.told_at is None


def to_bot(course: Course, number: int) -> None:
    services.give_to_bot(course.seat(number), "admin", cause="admin", now=course.now)


def back(course: Course, number: int) -> None:
    services.give_back(course.seat(number), now=course.now)


def to_player(course: Course, number: int) -> None:
    player = course.strangers[number % 2]
    services.give_to_player(course.seat(number // 2), player, now=course.now)


def returned(course: Course, number: int) -> None:
    services.return_to_seat(course.seat(number), now=course.now)


def deadline(course: Course, number: int) -> None:
    until = course.now + timedelta(days=1 + number % 5)
    services.move_deadline(course.choice(number), until, now=course.now)


def ask(course: Course, number: int) -> None:
    seat, row = course.seat(number), course.pick(Round.objects.filter(match=course.match), number)
    if number % 3:
        services.ask_to_take_back(seat, row.number, row.last_seq, now=course.now)
    else:
        services.ask_for_pause(seat, now=course.now)


def answer(course: Course, number: int) -> None:
    offer = course.pick(course.match.offers.order_by("pk"), number)
    if number % 4:
        services.agree(course.seat(number), offer.pk, now=course.now)
    else:
        services.disagree(course.seat(number), offer.pk)


def end_pause(course: Course, number: int) -> None:
    services.end_pause(course.seat(number), now=course.now)


def abandon(course: Course, number: int) -> None:
    if number % 8 == 0:
        services.abandon(course.match, now=course.now)


ACTS: Final[dict[str, Act]] = {
    act.__name__: act
    for act in (
        move, bots, plan, wait, told, time_out, pause, resume, rewind, to_bot, back, to_player,
        returned, deadline, ask, answer, end_pause, abandon,
    )
}  # fmt: skip


def check(course: Course) -> None:
    """Assert what must hold of a match at any moment."""
    match = course.match
    report = check_match(match)
    assert report.fault is None, report
    assert (report.events, report.state) == (match.head, STATES[match.state])
    state = engine.replay(store.numbered(store.load_all(match.pk)))
    found = {number: engine.choice(row) for number, row in state.rounds.items()}
    waits = {
        number: chooser
        for number, chooser in found.items()
        if chooser is not None and not state.ended
    }
    assert dict(match.choices.values_list("round", "seat__number")) == waits
    assert match.paused == state.paused
    for seat in match.seats.all():
        assert list(seat.tenures.values_list("number", flat=True))[-1] == seat.tenure
    for each in Plan.objects.filter(seat__match=match).select_related("seat"):
        assert (each.tenure, each.seat.is_person) == (each.seat.tenure, True)
    for offer in queries.agreeing.offers_of(match):
        assert match.has_offers
        assert offer.match_id == match.pk
    before = tables(match)
    projections.rebuild(match, now=course.now + timedelta(days=99))
    assert tables(match) == before


def tables(match: Match) -> list[Any]:
    """Return every projected row without the keys that number them."""
    return [
        list(Match.objects.filter(pk=match.pk).values()),
        [{**row, "id": None} for row in match.rounds.order_by("number").values()],
        [{**row, "id": None} for row in match.choices.order_by("round").values()],
    ]
