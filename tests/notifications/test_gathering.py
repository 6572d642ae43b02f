"""One mail instead of many: the day's digest at a local hour, and what an outage held up."""

import smtplib
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend

from accounts.models import Player
from games import services
from games.tables import Choice, Match
from notifications import gathering, noticing, preferences, tasks
from notifications.models import SWITCHABLE, Kind, Notice
from notifications.preferences import Preference, Settings
from tests.factories import NOON, make_match, make_player, play_on, sensible, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

State = Notice.State
A_MINUTE = timedelta(minutes=1)
AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
SOON = NOON + 3 * A_MINUTE
EIGHT = datetime(2026, 3, 3, 8, tzinfo=UTC)
"""When the next digest of a reader in UTC comes after NOON."""


def chosen(player: Player, digest_at: time | None, now: datetime = NOON) -> None:
    """Choose digests, or none, as the form does."""
    everything = dict.fromkeys(SWITCHABLE, True)
    reminders = player.reminders.split()
    preferences.choose_all(player, Settings(everything, digest_at, reminders), now=now)


def reader_of(match: Match, at: time = time(8)) -> Player:
    """Return whose turn it is, who reads digests from now on."""
    player = waiting(match).seat.player
    assert player is not None
    chosen(player, at)
    return player


def noticed(**options: Any) -> Match:
    match = make_match(people=2, bots=0, **options)
    noticing.notice_match(match.pk, now=NOON)
    return match


def mails_to(player: Player, mails: list[Any]) -> list[Any]:
    return [sent for sent in mails if player.email in sent.to[0]]


def digest_of(player: Player) -> Notice:
    return Notice.objects.get(player=player, kind=Kind.DIGEST)


class TestADigest:
    def test_a_turn_waits_for_the_hour_and_its_clock_begins_with_the_digest(
        self, drain: Drain
    ) -> None:
        match = noticed()
        player = reader_of(match)
        before = waiting(match)
        assert drain(SOON) == []
        assert waiting(match).told_at is None
        assert digest_of(player).due_at == EIGHT
        services.time_out(now=before.deadline)
        assert waiting(match).seq == before.seq
        assert drain(EIGHT - A_MINUTE) == []
        (sent,) = drain(EIGHT)
        assert sent.extra_headers["Precedence"] == "bulk"
        assert "References" not in sent.extra_headers
        told = waiting(match)
        assert (told.told_at, told.deadline) == (EIGHT, EIGHT + match.turn_time)
        assert Notice.objects.filter(player=player, state=State.SENT).count() == 2

    def test_it_tells_hand_deadline_moves_and_links_that_play(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        (sent,) = drain(EIGHT)
        assert "1 table waits for you" in str(sent.body)
        assert "/t/" in str(sent.body)
        assert f"seq={waiting(match).seq}" in str(sent.body)
        assert "until" in str(sent.body)
        others = match.seats.exclude(player=player).get()
        assert f"Your table with {others.name}" in str(sent.body)

    def test_tables_come_by_the_time_left(self, drain: Drain) -> None:
        player = make_player("Ana", digest_at=time(8))
        names = []
        for days in (3, 2):
            match = noticed()
            choice = waiting(match)
            services.give_to_player(choice.seat, player, now=NOON)
            Choice.objects.filter(pk=waiting(match).pk).update(deadline=NOON + days * A_DAY)
            noticing.notice_match(match.pk, now=NOON)
            names.append(match.seats.exclude(pk=choice.seat_id).get().name)
        drain(SOON)
        (sent,) = mails_to(player, drain(EIGHT))
        assert str(sent.body).index(names[1]) < str(sent.body).index(names[0])

    def test_what_was_played_meanwhile_makes_no_mail(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        choice = waiting(match)
        services.play(choice.seat, 1, sensible(choice), choice.seq, now=SOON)
        match.choices.all().delete()
        assert drain(EIGHT) == []
        assert set(Notice.objects.filter(player=player).values_list("state", flat=True)) == {
            State.DROPPED
        }

    def test_a_day_with_nothing_to_tell_has_none(self, drain: Drain) -> None:
        match = noticed()
        reader_of(match)
        drain(SOON)
        drain(EIGHT)
        tasks.tell_unnoticed()
        assert drain(EIGHT + A_DAY - A_MINUTE) == []
        assert Notice.objects.filter(kind=Kind.DIGEST).count() == 1

    def test_there_is_one_a_day_whatever_else_happens(self, drain: Drain) -> None:
        first = noticed()
        player = reader_of(first)
        drain(SOON)
        drain(EIGHT)
        other = make_match(people=2, bots=0, now=EIGHT)
        services.give_to_player(waiting(other).seat, player, now=EIGHT)
        noticing.notice_match(other.pk, now=EIGHT)
        assert mails_to(player, drain(EIGHT + AN_HOUR)) == []
        chosen(player, time(18), now=EIGHT + AN_HOUR)
        assert mails_to(player, drain(EIGHT + 11 * AN_HOUR)) == []
        (sent,) = mails_to(player, drain(EIGHT + A_DAY))
        assert "2 tables wait for you" in str(sent.body)

    def test_the_news_of_a_pause_and_of_the_end_go_into_it(self, drain: Drain) -> None:
        player = make_player("Ana", digest_at=time(8))
        paused, over = noticed(), make_match(people=2, bots=0, hand_size=5, rounds=1)
        for match in (paused, over):
            services.give_to_player(match.seats.get(number=1), player, now=NOON)
        services.pause(paused, now=NOON)
        play_on(over)
        for match in (paused, over):
            noticing.notice_match(match.pk, now=NOON)
        assert mails_to(player, drain(SOON)) == []
        (sent,) = mails_to(player, drain(EIGHT))
        assert "The match was paused." in str(sent.body)
        assert "The match is over" in str(sent.body)
        assert f"/m/{over.slug}/replay/" in str(sent.body)

    def test_fast_tables_write_at_once(self, drain: Drain) -> None:
        match = noticed()
        reader_of(match)
        Match.objects.update(turn_time=timedelta(hours=3))
        (sent,) = drain(SOON)
        assert "It is your turn" in str(sent.body)

    def test_the_last_reminder_before_a_deadline_that_comes_first_is_sent_alone(
        self, drain: Drain
    ) -> None:
        match = noticed()
        drain(SOON)
        player = reader_of(match)
        choice = waiting(match)
        Choice.objects.update(deadline=EIGHT - AN_HOUR, remind_at=NOON + 3 * AN_HOUR)
        at = NOON + 3 * AN_HOUR
        noticing.notice_reminders(now=at)
        Choice.objects.update(remind_at=None)
        (sent,) = mails_to(player, drain(at))
        assert "reminder" in str(sent.body)
        assert choice.seat.player == player

    @pytest.mark.parametrize("until", [EIGHT + AN_HOUR, EIGHT - AN_HOUR])
    def test_other_reminders_wait_for_it(self, drain: Drain, until: datetime) -> None:
        match = noticed()
        drain(SOON)
        reader_of(match)
        at = NOON + 3 * AN_HOUR
        Choice.objects.update(deadline=until, remind_at=at)
        noticing.notice_reminders(now=at)
        later = None if until > EIGHT else until - AN_HOUR
        Choice.objects.update(remind_at=later)
        assert drain(at) == []
        assert Notice.objects.get(kind=Kind.REMINDER).state == State.HELD

    def test_sign_in_links_and_invitations_are_never_held(self, drain: Drain) -> None:
        match = make_match(people=1, bots=1)
        player = match.creator
        assert player is not None
        chosen(player, time(8))
        noticing.notice_link(match.seats.get(number=0), now=NOON)
        assert len(drain(NOON)) == 1

    def test_who_wants_none_of_a_kind_gets_nothing_of_it(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        preferences.choose(Preference(player, Kind.TURN), wanted=False)
        assert drain(SOON) == []
        assert waiting(match).told_at == SOON
        assert not Notice.objects.filter(kind=Kind.DIGEST).exists()

    def test_who_switches_it_off_gets_none_and_the_clocks_run(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        preferences.choose(Preference(player, Kind.DIGEST), wanted=False)
        assert drain(EIGHT) == []
        assert waiting(match).told_at == EIGHT
        assert not Notice.objects.exclude(state=State.DROPPED).exists()

    def test_it_is_in_the_readers_language_and_time(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        Player.objects.filter(pk=player.pk).update(time_zone="Asia/Tashkent")
        drain(SOON)
        assert digest_of(player).due_at == datetime(2026, 3, 3, 3, tzinfo=UTC)
        (sent,) = drain(EIGHT)
        assert "Tashkent time" in str(sent.body)


class TestChangingOnesMind:
    def test_who_goes_back_to_single_mails_gets_at_once_what_was_held(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        chosen(player, None, now=SOON)
        (sent,) = drain(SOON)
        assert "1 table waits" in str(sent.body)
        assert waiting(match).told_at == SOON
        assert drain(EIGHT) == []

    def test_what_was_due_singly_goes_into_the_first_digest(self, drain: Drain) -> None:
        match = noticed()
        player = waiting(match).seat.player
        assert player is not None
        chosen(player, time(8), now=NOON + A_MINUTE)
        assert drain(SOON) == []
        assert len(drain(EIGHT)) == 1

    def test_another_hour_never_puts_a_digest_off(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        chosen(player, time(7), now=EIGHT - A_MINUTE)
        assert digest_of(player).due_at == EIGHT
        chosen(player, time(13), now=SOON)
        assert digest_of(player).due_at == NOON + AN_HOUR
        drain(NOON + AN_HOUR)
        player.refresh_from_db()
        assert gathering.next_hour(player, NOON + AN_HOUR)[1] == NOON + AN_HOUR + A_DAY

    @pytest.mark.parametrize(
        ("zone", "due_at"),
        [
            ("Asia/Tashkent", datetime(2026, 3, 3, 3, tzinfo=UTC)),
            ("America/Los_Angeles", datetime(2026, 3, 2, 16, tzinfo=UTC)),
            ("Atlantic/Azores", EIGHT),
        ],
    )
    def test_it_comes_at_the_hour_of_the_zone_that_its_reader_has_moved_to_and_never_later(
        self, zone: str, due_at: datetime, drain: Drain
    ) -> None:
        player = reader_of(noticed())
        drain(SOON)
        Player.objects.filter(pk=player.pk).update(time_zone=zone)
        gathering.see_to_held(now=SOON)
        assert digest_of(player).due_at == due_at

    def test_another_hour_is_chosen_though_a_digest_of_that_day_waits_already(
        self, drain: Drain
    ) -> None:
        player = reader_of(noticed())
        drain(SOON)
        sooner = EIGHT - A_MINUTE
        noticing.make(Kind.DIGEST, f"{gathering.HELD_UP} 1", sooner, now=NOON, player=player)
        chosen(player, time(7), now=SOON)
        digests = Notice.objects.filter(player=player, kind=Kind.DIGEST).order_by("due_at")
        assert [digest.due_at for digest in digests] == [EIGHT - AN_HOUR, EIGHT]

    def test_what_is_held_and_forgotten_is_found_again(self, drain: Drain) -> None:
        match = noticed()
        player = reader_of(match)
        drain(SOON)
        Notice.objects.filter(kind=Kind.DIGEST).delete()
        gathering.see_to_held(now=SOON)
        assert digest_of(player).due_at == EIGHT
        gathering.see_to_held(now=SOON)
        assert Notice.objects.filter(kind=Kind.DIGEST).count() == 1


class TestTheHour:
    @pytest.mark.parametrize(
        ("after", "at", "expected"),
        [
            # In Bucharest there is no half past three on 29 March: the next time that is.
            ("2026-03-28T12:00", time(3, 30), "2026-03-29T01:00"),
            # On 25 October it comes twice, and the first counts.
            ("2026-10-24T12:00", time(3, 30), "2026-10-25T00:30"),
            ("2026-10-25T00:30", time(3, 30), "2026-10-26T01:30"),
        ],
    )
    def test_an_hour_that_is_not_there_moves_on_and_one_that_comes_twice_counts_once(
        self, after: str, at: time, expected: str
    ) -> None:
        player = make_player(time_zone="Europe/Bucharest", digest_at=at)
        _day, found = gathering.next_hour(player, datetime.fromisoformat(f"{after}+00:00"))
        assert found == datetime.fromisoformat(f"{expected}+00:00")


class DeadServer(EmailBackend):
    """A mail server that nobody reaches."""

    def send_messages(self, messages: Any) -> int:  # noqa: ARG002 - Django's signature
        raise smtplib.SMTPServerDisconnected("gone")


class TestAfterAnOutage:
    def tables_of(self, player: Player, count: int) -> list[Match]:
        matches = []
        for _ in range(count):
            match = make_match(people=2, bots=0)
            services.give_to_player(waiting(match).seat, player, now=NOON)
            services.noticed(match, 1000)
            noticing.notice_match(match.pk, now=NOON)
            matches.append(match)
        return matches

    def test_an_hour_with_five_tables_is_one_mail(
        self, drain: Drain, settings: Any, player: Player
    ) -> None:
        matches = self.tables_of(player, 5)
        backend = settings.EMAIL_BACKEND
        settings.EMAIL_BACKEND = f"{__name__}.{DeadServer.__name__}"
        for minutes in range(3, 60, 6):
            assert drain(NOON + minutes * A_MINUTE) == []
        settings.EMAIL_BACKEND = backend
        back = NOON + 65 * A_MINUTE
        (sent,) = mails_to(player, drain(back))
        assert "could send no mail" in str(sent.body)
        assert "5 tables wait for you" in str(sent.body)
        for match in matches:
            assert waiting(match).told_at == back
        assert mails_to(player, drain(back + AN_HOUR)) == []

    def test_one_thing_that_is_late_is_the_mail_that_it_was(
        self, drain: Drain, player: Player
    ) -> None:
        self.tables_of(player, 1)
        (sent,) = mails_to(player, drain(NOON + AN_HOUR))
        assert "It is your turn" in str(sent.body)

    def test_what_is_left_of_many_may_be_one_mail_of_its_own(
        self, drain: Drain, player: Player
    ) -> None:
        stale, _alive = self.tables_of(player, 2)
        services.abandon(stale, now=NOON)
        (sent,) = mails_to(player, drain(NOON + AN_HOUR))
        assert "It is your turn" in str(sent.body)

    def test_nobody_is_told_of_others(self, drain: Drain, player: Player) -> None:
        self.tables_of(player, 2)
        other = make_player("Zoran")
        self.tables_of(other, 2)
        sent = drain(NOON + AN_HOUR)
        assert len(mails_to(player, sent)) == len(mails_to(other, sent)) == 1
        assert "2 tables wait" in str(mails_to(player, sent)[0].body)

    @pytest.fixture
    def player(self) -> Player:
        return make_player("Ana")
