"""The end of a round: in the turn mail that leaves then, else in a mail of its own."""

from datetime import timedelta
from typing import Any

import pytest

from games import services
from games.queries.round_ends import round_end
from games.tables import Match
from notifications import noticing, preferences
from notifications.models import Kind, Notice
from notifications.preferences import Preference
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import Drain, unfolded

pytestmark = pytest.mark.django_db

State = Notice.State
LATER = NOON + timedelta(minutes=5)


def after_the_first_round(**options: Any) -> Match:
    """Return a match of three whose first round has just ended."""
    match = make_match(people=3, bots=0, hand_size=5, rounds=2, **options)
    while not match.rounds.exclude(reason="").exists():
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=NOON)
    match.refresh_from_db()
    return match


def told(kind: Kind) -> set[int | None]:
    sent = Notice.objects.filter(kind=kind, state=State.SENT)
    return set(sent.values_list("player", flat=True))


def test_who_gets_a_turn_mail_learns_it_there_and_the_others_by_a_mail(drain: Drain) -> None:
    match = after_the_first_round()
    opener = waiting(match).seat
    sent = [*drain(NOON + timedelta(minutes=3)), *drain(LATER)]
    assert len(sent) == 3
    names = [seat.name for seat in match.seats.all()]
    for mail in sent:
        assert "Round 1 is over" in str(mail.body)
        for name, total in zip(names, match.totals, strict=True):
            assert f"{name} {total} ({total} in all)" in unfolded(mail.body)
        assert "begins round 2" in str(mail.body)
        is_turn_mail = bool(opener.player) and opener.player.email in mail.to[0]
        assert ("your turn" in str(mail.body)) == is_turn_mail
    assert told(Kind.TURN) == {opener.player_id}
    assert told(Kind.ROUND_OVER) == {seat.player_id for seat in match.seats.all()}
    assert drain(LATER + timedelta(hours=1)) == []


def test_a_mail_that_leaves_at_once_lets_the_turn_mail_go_first(drain: Drain) -> None:
    match = after_the_first_round()
    opener = waiting(match).seat.player
    Notice.objects.filter(kind=Kind.ROUND_OVER).update(due_at=NOON)
    assert opener is not None
    for minutes in range(2, 6):
        for mail in drain(NOON + timedelta(minutes=minutes)):
            if opener.email in mail.to[0]:
                assert "your turn" in str(mail.body)


def test_who_wants_none_of_it_is_not_told_by_the_turn_mail_either(drain: Drain) -> None:
    match = after_the_first_round()
    opener = waiting(match).seat.player
    assert opener is not None
    preferences.choose(Preference(opener, Kind.ROUND_OVER), wanted=False)
    (mail,) = [mail for mail in drain(LATER) if opener.email in mail.to[0]]
    assert "Round 1 is over" not in str(mail.body)


def test_the_end_of_the_match_tells_the_last_round(drain: Drain) -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=1)
    play_on(match)
    noticing.notice_match(match.pk, now=NOON)
    assert len(drain(LATER)) == 2
    assert told(Kind.ROUND_OVER) == set()
    assert told(Kind.OVER) == set(match.seats.values_list("player", flat=True))


def test_rounds_side_by_side_that_end_together_go_together(drain: Drain) -> None:
    match = make_match(people=2, bots=0, hand_size=5, rounds=4, pace="side_by_side")
    while match.rounds.exclude(reason="").count() < 2:
        play_on(match, choices=1)
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.filter(kind=Kind.TURN).update(state=State.DROPPED)
    numbers = match.rounds.exclude(reason="").values_list("number", flat=True)
    mails = drain(LATER)
    assert len(mails) == 2
    for mail in mails:
        for number in numbers:
            assert f"Round {number} is over" in str(mail.body)
        assert "begins round" not in str(mail.body)


def test_an_end_that_was_taken_back_is_not_told(drain: Drain) -> None:
    match = after_the_first_round()
    match.rounds.filter(number=1).update(reason="", points=[])
    assert round_end(match, 1, 0) is None
    Notice.objects.filter(kind=Kind.TURN).update(state=State.DROPPED)
    assert drain(LATER) == []


def test_bots_and_who_has_left_are_told_nothing() -> None:
    match = make_match(people=1, bots=2, hand_size=5, rounds=2)
    services.resign(match.seats.get(number=0), now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert not Notice.objects.filter(kind=Kind.ROUND_OVER).exists()
