"""What is told to which webhooks, and what is not, or no more."""

from datetime import timedelta

import pytest

import accounts.services
from games import services
from games.tables import Match
from notifications import holding, noticing
from notifications import outbox as mails
from notifications.models import Delivery, Webhook
from notifications.webhooks import outbox
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.webhooks.posts import HOUR, SOON, Posts, State, hook_of, states

pytestmark = pytest.mark.django_db


def test_a_turn_is_told_two_minutes_after_it_came_to_be(match: Match, posts: Posts) -> None:
    choice = waiting(match)
    hook_of(choice.seat.player)
    noticing.notice_match(match.pk, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert posts.drain(NOON + timedelta(minutes=1)) == []
    (told,) = posts.drain(SOON)
    assert (told["type"], told["version"]) == ("turn", 1)
    assert told["data"]["player"] == choice.seat.name
    assert told["data"]["rounds"] == [1]
    assert told["data"]["deadline"] == f"{choice.deadline:%Y-%m-%dT%H:%M:%SZ}"
    assert told["data"]["url"].endswith(f"/m/{match.slug}/")
    assert posts.drain(SOON + HOUR) == []


def test_who_moves_at_once_rings_nobody(match: Match, posts: Posts) -> None:
    hook_of(waiting(match).seat.player)
    noticing.notice_match(match.pk, now=NOON)
    play_on(match, choices=1)
    assert posts.drain(SOON) == []
    assert states() == [State.DROPPED]


def test_own_webhooks_tell_own_turns_and_a_tables_tells_everybodys(
    match: Match, posts: Posts
) -> None:
    first, other = waiting(match).seat, match.seats.exclude(pk=waiting(match).seat.pk)[0]
    own = hook_of(other.player)
    table = hook_of(other.player, match)
    elsewhere = hook_of(other.player, make_match(people=1, bots=1))
    noticing.notice_match(match.pk, now=NOON)
    assert set(Delivery.objects.values_list("webhook", flat=True)) == {table.pk}
    (told,) = posts.drain(SOON)
    assert told["data"]["player"] == first.name
    while waiting(match).seat != other:
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=SOON)
    turns = Delivery.objects.filter(kind="turn", seat=other)
    assert set(turns.values_list("webhook", flat=True)) == {own.pk, table.pk}
    assert not elsewhere.deliveries.exists()


def test_side_by_side_one_message_gathers_all_rounds(posts: Posts) -> None:
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=10)
    hook_of(match.creator)
    noticing.notice_match(match.pk, now=NOON)
    (told,) = posts.drain(SOON)
    mine = match.choices.filter(seat__player=match.creator).order_by("round")
    assert told["data"]["rounds"] == list(mine.values_list("round", flat=True))


def test_a_reminder_goes_to_own_webhooks_alone(match: Match, posts: Posts) -> None:
    choice = waiting(match)
    hook_of(choice.seat.player)
    hook_of(choice.seat.player, match)
    noticing.notice_match(match.pk, now=NOON)
    posts.drain(SOON)
    mails.drain(clock=lambda: SOON)
    remind_at = waiting(match).remind_at
    assert remind_at is not None
    noticing.notice_reminders(now=remind_at)
    assert [told["type"] for told in posts.drain(remind_at)] == ["reminder"]


def test_time_that_ran_out_is_told(match: Match, posts: Posts) -> None:
    seat = waiting(match).seat
    hook_of(seat.player)
    noticing.notice_match(match.pk, now=NOON)
    mails.drain(clock=lambda: SOON)
    late = NOON + timedelta(days=2)
    services.time_out(now=late)
    noticing.notice_match(match.pk, now=late)
    told = posts.drain(late)
    assert [one["type"] for one in told] == ["timed_out"]
    assert seat.name in told[0]["data"]["text"]


def test_the_end_of_a_round_and_of_a_match_is_told_once(posts: Posts) -> None:
    match = make_match(people=2, bots=0, hand_size=6, rounds=3)
    hook_of(match.creator, match)
    while not match.rounds.exclude(reason="").exists():
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=NOON)
    over = [told for told in posts.drain(NOON) if told["type"] == "round_over"]
    assert len(over) == 1
    points = match.rounds.get(number=1).points
    assert [score["points"] for score in over[0]["data"]["scores"]] == points
    play_on(match)
    noticing.notice_match(match.pk, now=SOON)
    assert [told["type"] for told in posts.drain(SOON)] == ["match_over"]


class TestNothingIsTold:
    @pytest.fixture
    def hook(self, match: Match) -> Webhook:
        hook = hook_of(waiting(match).seat.player)
        noticing.notice_match(match.pk, now=NOON)
        return hook

    def test_of_a_suspended_player(self, hook: Webhook, posts: Posts) -> None:
        accounts.services.suspend(hook.player, "", now=NOON)
        assert posts.drain(SOON) == []

    def test_to_who_sits_there_no_more(self, hook: Webhook, match: Match, posts: Posts) -> None:
        match.seats.filter(player=hook.player).update(player=None, bot="hen")
        assert posts.drain(SOON) == []

    @pytest.mark.usefixtures("hook")
    def test_while_the_table_is_paused_and_then_it_is(self, posts: Posts) -> None:
        Match.objects.update(paused=True)
        assert posts.drain(SOON) == []
        Match.objects.update(paused=False)
        assert len(posts.drain(SOON + HOUR)) == 1

    @pytest.mark.usefixtures("hook")
    def test_twice_after_a_restore(self, match: Match, posts: Posts) -> None:
        holding.hold(now=SOON)
        noticing.notice_match(match.pk, now=SOON)
        assert posts.drain(SOON + HOUR) == []
        assert set(states()) == {State.DROPPED}

    @pytest.mark.usefixtures("hook")
    def test_of_what_is_older_than_a_day(self, posts: Posts) -> None:
        Delivery.objects.update(first_tried_at=NOON, tries=3)
        assert posts.drain(NOON + timedelta(days=1)) == []
        assert states() == [State.FAILED]

    @pytest.mark.usefixtures("hook")
    def test_and_what_was_told_is_forgotten_after_a_month(self, posts: Posts) -> None:
        posts.drain(SOON)
        outbox.forget_old(now=NOON + timedelta(days=29))
        assert states() == [State.SENT]
        outbox.forget_old(now=NOON + timedelta(days=31))
        assert states() == []
