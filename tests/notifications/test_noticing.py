"""One notice a thing: what the log and the waiting choices make of it."""

from datetime import timedelta

import pytest

from accounts.models import Player
from games import projections, services
from games.services import SeatPlan
from games.tables import Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

A_MINUTE = timedelta(minutes=1)


def due(kind: Kind, player: Player | None = None) -> list[Notice]:
    found = Notice.objects.filter(kind=kind, state=Notice.State.DUE).order_by("pk")
    return list(found.filter(player=player) if player else found)


def test_a_choice_has_one_notice_however_often_it_is_seen() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    for _ in range(3):
        noticing.notice_match(match.pk, now=NOON)
    (notice,) = due(Kind.TURN)
    assert notice.player == choice.seat.player
    assert notice.due_at == choice.since + timedelta(minutes=2)


def test_a_bot_is_told_nothing() -> None:
    match = make_match(people=1, bots=3)
    choice = waiting(match)
    noticing.notice_match(match.pk, now=NOON)
    assert [notice.player for notice in due(Kind.TURN)] == [match.creator] * (not choice.seat.bot)


def test_side_by_side_one_notice_gathers_all_tables_of_a_person() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    noticing.notice_match(match.pk, now=NOON)
    assert match.choices.count() > len(due(Kind.TURN)) > 0
    assert len({notice.player_id for notice in due(Kind.TURN)}) == len(due(Kind.TURN))


def test_what_was_noticed_is_not_read_again() -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    match.refresh_from_db()
    assert match.noticed == match.head
    assert noticing.unnoticed(now=NOON) == set()


def test_the_sweep_finds_a_match_whose_bell_was_lost() -> None:
    match = make_match(people=2, bots=0)
    assert noticing.unnoticed(now=NOON) == {match.pk}


def test_the_sweep_finds_a_choice_without_a_notice() -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.all().delete()
    assert noticing.unnoticed(now=NOON) == {match.pk}


def test_a_mail_that_is_answered_frees_the_next(drain: Drain) -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    noticing.notice_match(match.pk, now=NOON)
    drain(NOON + 3 * A_MINUTE)
    player = match.seats.get(number=0).player
    told = match.choices.filter(seat__player=player)
    # The other one makes a move that gives a table to the player, who has not answered yet.
    while True:
        theirs = match.choices.exclude(seat__player=player).select_related("seat", "match")[0]
        services.play(theirs.seat, theirs.round, sensible(theirs), theirs.seq, now=NOON)
        if told.filter(told_at=None).exists():
            break
    later = NOON + 5 * A_MINUTE
    noticing.notice_match(match.pk, now=later)
    (postponed,) = due(Kind.TURN, player)
    assert postponed.due_at > NOON + timedelta(hours=12)
    assert drain(later + 3 * A_MINUTE) == []
    for choice in told.filter(told_at__isnull=False).select_related("seat", "match"):
        services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=later)
    noticing.notice_match(match.pk, now=later)
    (freed,) = due(Kind.TURN, player)
    assert freed.due_at == later + 2 * A_MINUTE


def test_a_seat_that_comes_back_to_its_player_is_told_again() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.update(state=Notice.State.DROPPED)
    choice.seat.bot = "hen"
    services.tenures.begin_tenure(choice.seat, "clock", 0, NOON)
    choice.seat.bot = ""
    services.tenures.begin_tenure(choice.seat, "returned", 0, NOON)
    noticing.notice_choices(match, now=NOON)
    assert len(due(Kind.TURN)) == 1


def test_a_reminder_comes_once_for_each_time() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    half = waiting(match).remind_at
    assert half is not None
    noticing.notice_reminders(now=half - A_MINUTE)
    assert due(Kind.REMINDER) == []
    noticing.notice_reminders(now=half)
    noticing.notice_reminders(now=half)
    assert len(due(Kind.REMINDER)) == 1
    assert waiting(match).remind_at != half


def test_no_reminder_before_the_turn_mail() -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_reminders(now=NOON + timedelta(hours=23))
    assert due(Kind.REMINDER) == []
    assert match.choices.exists()


def test_reminders_that_are_near_go_together() -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    services.told([choice.pk for choice in match.choices.all()], now=NOON)
    noticing.notice_reminders(now=NOON + timedelta(hours=12))
    people = {choice.seat_id for choice in match.choices.all()}
    assert len(due(Kind.REMINDER)) == len(people) < match.choices.count()


def test_what_the_clock_played_is_told_to_who_missed_it() -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    services.told([choice.pk], now=NOON)
    services.time_out(now=choice.deadline)
    noticing.notice_match(match.pk, now=choice.deadline)
    (notice,) = due(Kind.TIMED_OUT)
    assert notice.player == choice.seat.player


def test_the_end_is_told_to_everybody_once() -> None:
    match = play_on(make_match(people=2, bots=0, hand_size=5, rounds=1))
    for _ in range(2):
        noticing.notice_match(match.pk, now=NOON)
    assert {notice.player_id for notice in due(Kind.OVER)} == set(
        match.seats.values_list("player", flat=True)
    )
    assert len(due(Kind.OVER)) == 2


def test_an_abandoned_match_is_told_too() -> None:
    match = make_match(people=2, bots=0)
    services.abandon(match, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert len(due(Kind.OVER)) == 2
    assert due(Kind.TURN) == []


def test_an_invitation_whose_bell_was_lost_is_found() -> None:
    invite_somebody()
    (invitation,) = noticing.uninvited()
    noticing.notice_invitation(invitation, now=NOON)
    assert list(noticing.uninvited()) == []


def test_a_link_asked_for_twice_within_minutes_is_one_mail() -> None:
    seat = make_match(people=1, bots=1).seats.get(number=0)
    noticing.notice_link(seat, now=NOON)
    noticing.notice_link(seat, now=NOON + A_MINUTE)
    noticing.notice_link(seat, now=NOON + timedelta(hours=1))
    assert len(due(Kind.LINK)) == 2


def invite_somebody() -> Match:
    return services.create_match(
        make_player("Ana"),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("address", "Ben@Example.org")],
        turn_time=timedelta(days=1),
        now=NOON,
    )


def test_a_choice_that_a_rebuild_made_anew_is_told_again(drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    noticing.notice_match(match.pk, now=NOON)
    drain(NOON + 5 * A_MINUTE)
    match.choices.all().delete()
    projections.rebuild(match, now=NOON + 6 * A_MINUTE)
    assert noticing.unnoticed(now=NOON) == {match.pk}
    noticing.notice_match(match.pk, now=NOON + 6 * A_MINUTE)
    drain(NOON + 9 * A_MINUTE)
    assert waiting(match).told_at
