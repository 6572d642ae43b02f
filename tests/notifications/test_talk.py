"""Table talk rides in the next turn mail; only what none carries within a day has its own."""

from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMultiAlternatives

from games import services
from games.tables import Match, Seat, TalkLine
from notifications import noticing, preferences
from notifications.models import Kind, MailChoice, Notice
from notifications.preferences import Preference
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)
A_DAY = timedelta(days=1)
RUDE = '<a href="https://x.example">&amp; Bcc: all@x.example'


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0)


def to_move(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(pk=waiting(match).seat_id)


def other(seat: Seat) -> Seat:
    return seat.match.seats.select_related("match", "player").exclude(pk=seat.pk).get()


def tell(match: Match, words: str, by: Seat, at: datetime = NOON) -> None:
    services.say(by, words, now=at)
    noticing.notice_match(match.pk, now=at)


def html_of(mail: EmailMultiAlternatives) -> str:
    return str(mail.alternatives[0][0])


def test_a_turn_mail_carries_what_was_said_and_the_next_one_only_what_is_new(
    match: Match, drain: Drain
) -> None:
    mover = to_move(match)
    tell(match, RUDE, other(mover))
    tell(match, "my own words", mover)
    (mail,) = drain(SOON)
    assert f"* {other(mover).name}: {RUDE}" in mail.body
    assert "my own words" not in mail.body
    assert "&lt;a href=" in html_of(mail)
    assert RUDE not in html_of(mail)
    assert "x.example" not in str(mail.message().items())
    play_on(match, 2, NOON + A_DAY / 4)
    noticing.notice_match(match.pk, now=NOON + A_DAY / 4)
    later = drain(NOON + A_DAY / 3)
    assert later
    assert all("What was said" not in mail.body for mail in later)


def test_a_reminder_carries_what_was_said_since_the_turn_mail(match: Match, drain: Drain) -> None:
    mover = to_move(match)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    tell(match, "Are you there?", other(mover), NOON + timedelta(hours=2))
    remind = NOON + timedelta(hours=12)
    noticing.notice_reminders(now=remind)
    (mail,) = drain(remind)
    assert "Are you there?" in mail.body
    assert not drain(NOON + 2 * A_DAY)


def test_who_has_no_turn_is_mailed_after_a_day_once_and_outside_the_night(
    match: Match, drain: Drain
) -> None:
    waits = other(to_move(match))
    evening = NOON + timedelta(hours=11)  # 23:00, and quiet until 7:00
    for number in range(3):
        tell(match, f"line {number}", to_move(match), evening + timedelta(minutes=number))
    (notice,) = Notice.objects.filter(kind=Kind.TALK)
    assert notice.player == waits.player
    assert notice.due_at == NOON + A_DAY + timedelta(hours=19)
    told = [mail for mail in drain(notice.due_at) if "line 0" in mail.body]
    assert len(told) == 1
    assert "line 2" in told[0].body
    assert "?talk=1" in told[0].body


def test_at_most_one_mail_a_day_and_match(match: Match, drain: Drain) -> None:
    mover = to_move(match)
    tell(match, "first", mover)
    assert any("first" in mail.body for mail in drain(NOON + A_DAY))
    tell(match, "second", mover, NOON + A_DAY)
    tell(match, "third", mover, NOON + 1.5 * A_DAY)
    assert not any("second" in mail.body for mail in drain(NOON + 1.9 * A_DAY))
    told = [mail for mail in drain(NOON + 2 * A_DAY) if "second" in mail.body]
    assert len(told) == 1
    assert "third" in told[0].body


def test_the_last_words_of_a_match_are_mailed_after_its_end(drain: Drain) -> None:
    match = play_on(make_match(people=2, bots=0, hand_size=3, rounds=1))
    speaker = match.seats.get(number=0)
    tell(match, "Well played", speaker)
    drain(SOON)
    (mail,) = drain(NOON + A_DAY)
    assert "Well played" in mail.body


def test_who_wants_none_of_it_gets_none_in_any_mail(match: Match, drain: Drain) -> None:
    mover = to_move(match)
    assert mover.player is not None
    preferences.choose(Preference(mover.player, Kind.TALK), wanted=False)
    tell(match, "unwanted", other(mover))
    mails = [*drain(SOON), *drain(NOON + 2 * A_DAY)]
    assert mails
    assert not any("unwanted" in mail.body for mail in mails)
    assert MailChoice.objects.get().kind == Kind.TALK


def test_what_is_muted_or_removed_meanwhile_is_mailed_to_nobody(match: Match, drain: Drain) -> None:
    mover = to_move(match)
    tell(match, "rude", mover)
    tell(match, "removed", other(mover))
    services.mute(other(mover), mover.number)
    services.remove_line(TalkLine.objects.get(words="removed"), by=None, now=NOON)
    mails = [*drain(SOON), *drain(NOON + A_DAY)]
    assert not any("rude" in mail.body or "removed" in mail.body for mail in mails)


def test_a_lost_bell_is_found_again(match: Match, drain: Drain) -> None:
    services.say(to_move(match), "psst", now=NOON)
    assert match.pk in noticing.unnoticed(now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert Notice.objects.filter(kind=Kind.TALK).count() == 1
    assert not TalkLine.objects.filter(noticed=False).exists()
    drain(SOON)
    assert match.pk not in noticing.unnoticed(now=NOON)


def test_a_long_talk_is_cut_to_its_newest_lines(match: Match, drain: Drain) -> None:
    mover = to_move(match)
    for number in range(12):
        tell(match, f"line {number}.", other(mover))
    (mail,) = drain(SOON)
    assert "line 1." not in mail.body
    assert "line 2." in mail.body
    assert "More was said before that" in mail.body
