"""Leases, the second look before sending, and two drains at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games import services
from games.tables import Choice, Match
from notifications import noticing, outbox, preferences
from notifications.delivery import Refusal
from notifications.models import Kind, Notice
from notifications.preferences import Preference
from tests.factories import NOON, make_match, play_on, sensible, waiting
from tests.notifications.conftest import Drain, FileDatabase

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)
State = Notice.State


def noticed(people: int = 2, **options: Any) -> Match:
    match = make_match(people=people, bots=0, **options)
    noticing.notice_match(match.pk, now=NOON)
    return match


def states() -> set[str]:
    return set(Notice.objects.values_list("state", flat=True))


def test_a_claimed_notice_is_nobody_elses() -> None:
    noticed()
    assert outbox.claim(now=SOON) is not None
    assert outbox.claim(now=SOON) is None


def test_nothing_is_claimed_before_it_is_due() -> None:
    noticed()
    assert outbox.claim(now=NOON + timedelta(minutes=1)) is None


def test_a_lease_that_ran_out_can_be_claimed_again_with_the_same_message_id() -> None:
    noticed()
    first = outbox.claim(now=SOON)
    again = outbox.claim(now=SOON + outbox.LEASE)
    assert first is not None
    assert again is not None
    assert (first.pk, first.message_id) == (again.pk, again.message_id)
    assert again.tries == 2


def test_who_lost_the_lease_marks_nothing(drain: Drain) -> None:
    noticed()
    lost = outbox.claim(now=SOON)
    assert lost is not None
    drain(SOON + outbox.LEASE)
    outbox._finish(lost, State.FAILED, [], SOON)
    assert states() == {State.SENT}


def test_an_idle_drain_asks_two_questions(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        assert outbox.drain(clock=lambda: NOON) == 0


def test_a_mail_whose_move_was_made_is_dropped(drain: Drain) -> None:
    match = noticed()
    choice = waiting(match)
    services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
    match.choices.filter(seat=choice.seat).delete()
    assert [sent.to for sent in drain(SOON) if choice.seat.name in sent.to[0]] == []
    assert Notice.objects.get(player=choice.seat.player).state == State.DROPPED


def test_one_mail_gathers_everything_and_the_next_waits_for_another_day(drain: Drain) -> None:
    match = noticed(pace="side_by_side", rounds=10)
    assert len(drain(SOON)) == Notice.objects.filter(state=State.SENT).count()
    assert not match.choices.filter(told_at=None).exists()
    noticing.notice_match(match.pk, now=SOON)
    assert drain(SOON + timedelta(hours=1)) == []


def test_choices_that_arise_while_a_mail_is_on_its_way_get_the_next(drain: Drain) -> None:
    match = noticed(pace="side_by_side", rounds=10)
    player = match.creator
    assert player is not None
    Choice.objects.filter(seat__player=player).update(told_at=NOON)
    newest = Choice.objects.filter(seat__player=player).latest("round")
    Choice.objects.filter(pk=newest.pk).update(told_at=None)
    assert [to for sent in drain(SOON) for to in sent.to if player.email in to] == []
    (postponed,) = Notice.objects.filter(player=player)
    assert (postponed.state, postponed.tries) == (State.DUE, 0)
    assert postponed.due_at.hour == 7
    assert len(drain(postponed.due_at)) == 1


def test_while_one_turn_mail_is_on_its_way_another_waits(drain: Drain) -> None:
    match = noticed()
    choice = waiting(match)
    leased = outbox.claim(now=SOON)
    noticing.make(Kind.TURN, "another", SOON, now=SOON, player=choice.seat.player, match=match)
    assert drain(SOON) == []
    assert leased is not None
    outbox._finish(leased, State.SENT, [choice.pk], SOON)
    assert drain(SOON + timedelta(minutes=2)) == []
    assert states() == {State.SENT, State.DROPPED}


@pytest.mark.django_db(transaction=True)
def test_to_nobody_two_mails_at_once_that_may_tell_the_same(
    file_database: FileDatabase,
) -> None:
    """Ends of rounds ride along with others: in two mails at once they were told twice."""
    match = make_match(people=2, bots=0)
    for seat in match.seats.all():
        for number in range(9):
            key, words = str(number), {"player": seat.player, "match": match}
            noticing.make(Kind.ROUND_OVER, key, NOON, now=NOON, **words)
            noticing.make(Kind.MEMBER, key, NOON, now=NOON, **words)
    noticing.make(Kind.SIGN_IN, "now", NOON, now=NOON, player=match.creator)
    claimed: list[Notice] = []
    start = threading.Barrier(4)

    def claim_some() -> None:
        start.wait()
        while (notice := outbox.claim(now=SOON)) is not None:
            claimed.append(notice)
        connection.close()

    with file_database(), ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(claim_some) for _ in range(4)]:
            done.result()
        gathering = [notice for notice in claimed if notice.kind != Kind.SIGN_IN]
        assert len({notice.player_id for notice in gathering}) == len(gathering) == 2
        assert len(claimed) == 3
        outbox._finish(gathering[0], State.SENT, [], SOON)
        following = outbox.claim(now=SOON)
    assert following is not None
    assert following.player == gathering[0].player


def test_a_kind_that_is_switched_off_is_not_sent_and_its_clock_runs(drain: Drain) -> None:
    match = noticed()
    player = waiting(match).seat.player
    assert player is not None
    preferences.choose(Preference(player, Kind.TURN), wanted=False)
    assert drain(SOON) == []
    assert waiting(match).told_at == SOON


def test_a_suspended_player_gets_no_mail(drain: Drain) -> None:
    match = noticed()
    player = waiting(match).seat.player
    assert player is not None
    player.suspended_at = NOON
    player.save()
    assert drain(SOON) == []
    assert states() == {State.DROPPED}


def test_a_match_that_stands_still_is_looked_at_later(drain: Drain) -> None:
    match = noticed()
    Match.objects.update(fault="unreadable")
    assert drain(SOON) == []
    assert states() == {State.DUE}
    Match.objects.update(fault="")
    assert len(drain(SOON + timedelta(hours=1))) == 1
    assert match.choices.filter(told_at=None).count() == 0


def test_after_an_outage_what_is_stale_is_dropped(drain: Drain) -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=1)
    noticing.notice_match(match.pk, now=NOON)
    play_on(match)
    noticing.notice_match(match.pk, now=SOON)
    sent = drain(SOON + timedelta(days=3))
    assert len(sent) == 2
    assert set(Notice.objects.filter(state=State.SENT).values_list("kind", flat=True)) == {
        Kind.OVER
    }


def test_a_reminder_is_dropped_once_the_move_is_made(drain: Drain) -> None:
    match = noticed()
    drain(SOON)
    choice = waiting(match)
    assert choice.remind_at is not None
    noticing.notice_reminders(now=choice.remind_at)
    Choice.objects.all().delete()
    assert drain(choice.remind_at) == []
    assert Notice.objects.get(kind=Kind.REMINDER).state == State.DROPPED


def test_a_reminder_is_sent_and_reminds_of_all(drain: Drain) -> None:
    match = noticed()
    drain(SOON)
    remind_at = waiting(match).remind_at
    assert remind_at is not None
    noticing.notice_reminders(now=remind_at)
    (sent,) = drain(remind_at)
    assert "reminder" in str(sent.body)


def test_time_outs_are_told_together(drain: Drain) -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    services.time_out(now=NOON + timedelta(days=1, hours=1))
    late = NOON + timedelta(days=1, hours=1)
    noticing.notice_match(match.pk, now=late)
    drain(late)
    drain(late + timedelta(hours=1))
    told = Notice.objects.filter(kind=Kind.TIMED_OUT)
    assert told.count() == told.filter(state=State.SENT).count() == 2


def test_an_administrator_may_have_it_sent_again(drain: Drain) -> None:
    noticed()
    drain(SOON)
    notice = Notice.objects.get()
    outbox.send_again(notice, now=SOON + timedelta(hours=1))
    assert len(drain(SOON + timedelta(hours=1))) == 1
    assert drain(SOON + timedelta(hours=2)) == []


def test_pauses_grow_and_differ() -> None:
    refused = Refusal("451")
    pauses = [outbox.pause(tries, refused) for tries in range(1, 20)]
    assert pauses[0] < timedelta(minutes=1)
    assert pauses[5] > pauses[0] * 8
    assert max(pauses) < outbox.LONGEST_PAUSE * 1.3
    assert outbox.pause(5, refused) != outbox.pause(5, refused)


def test_pauses_stay_short_while_the_server_is_unreachable() -> None:
    assert outbox.pause(30, Refusal("refused", unreachable=True)) < timedelta(minutes=7)


@pytest.mark.django_db(transaction=True)
def test_two_drains_at_once_send_each_mail_once(file_database: FileDatabase) -> None:
    match = make_match(people=1, bots=1)
    player = match.creator
    for number in range(20):
        noticing.make(Kind.LINK, str(number), NOON, now=NOON, player=player, match=match)
    seen: list[int] = []
    start = threading.Barrier(3)

    def claim_all() -> None:
        start.wait()
        while (notice := outbox.claim(now=SOON)) is not None:
            seen.append(notice.pk)
        connection.close()

    with file_database(), ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(claim_all) for _ in range(3)]:
            done.result()
    assert len(seen) == len(set(seen)) == 20
