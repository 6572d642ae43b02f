"""Pauses, corrections and questions are told by short mails, each once."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import Player
from games import queries, services
from games.services import Why
from games.tables import Match, Seat
from notifications import noticing, preferences
from notifications.corrections import OFFERS_A_DAY
from notifications.models import Kind, Notice
from notifications.preferences import Preference
from tests.factories import NOON, make_match, make_player, play_on, waiting
from tests.games.services.test_agreeing import ask, others, play_by_hand
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def match() -> Match:
    match = make_match(people=3, bots=0)
    play_on(match, choices=2)
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.all().delete()
    services.told(list(match.choices.values_list("pk", flat=True)), now=NOON)
    return match


def tell(match: Match, drain: Drain, *kinds: Kind) -> list[EmailMultiAlternatives]:
    """Return the mails of these kinds that go out now."""
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.exclude(kind__in=kinds).delete()
    return drain(NOON)


def people(match: Match) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player") if seat.player]


def to(mails: list[EmailMultiAlternatives]) -> set[str]:
    return {mail.to[0].rpartition("<")[2].rstrip(">") for mail in mails}


def test_everybody_is_told_of_a_pause_and_of_its_end(match: Match, drain: Drain) -> None:
    services.pause(match, why=Why("A wedding"), now=NOON)
    mails = tell(match, drain, Kind.PAUSE)
    assert to(mails) == {player.email for player in people(match)}
    for mail in mails:
        assert "The match was paused. An administrator’s reason: “A wedding”" in mail.body
    services.resume(match, now=NOON + timedelta(days=2))
    mails = tell(match, drain, Kind.PAUSE)
    assert len(mails) == 3
    mine = waiting(match).seat.player
    (told,) = [mail for mail in mails if to([mail]) == {mine.email}]
    assert "The match goes on." in told.body
    assert "What waits for you has time until:" in told.body
    assert tell(match, drain, Kind.PAUSE) == []


def test_a_pause_that_is_over_before_its_mail_left_is_told_once(match: Match, drain: Drain) -> None:
    services.pause(match, now=NOON)
    services.resume(match, now=NOON)
    mails = tell(match, drain, Kind.PAUSE)
    assert len(mails) == 3
    assert all("The match goes on." in mail.body for mail in mails)
    assert all("was paused" not in mail.body for mail in mails)


def test_everybody_is_told_what_was_taken_back(match: Match, drain: Drain) -> None:
    way = queries.ways_back(match)[0]
    services.rewind(match, 1, way.to_seq, why=Why("A cat"), now=NOON)
    mails = tell(match, drain, Kind.CORRECTION)
    assert len(mails) == 3
    assert "The last moves of round 1 were taken back." in mails[0].body
    assert "A cat" in str(mails[0].alternatives[0][0])


def test_who_is_told_of_an_abandoned_match_is_told_why(match: Match, drain: Drain) -> None:
    services.abandon(match, why=Why("The server moves <away>"), now=NOON)
    mails = tell(match, drain, Kind.OVER)
    assert len(mails) == 3
    assert "An administrator’s reason: “The server moves <away>”" in mails[0].body
    assert "<away>" not in str(mails[0].alternatives[0][0])


def test_a_moved_deadline_is_told_to_who_has_it_alone(match: Match, drain: Drain) -> None:
    choice = waiting(match)
    services.move_deadline(choice, NOON + timedelta(days=9), now=NOON)
    (told,) = tell(match, drain, Kind.CORRECTION)
    assert to([told]) == {choice.seat.player.email}
    assert "You have time until" in told.body


def test_who_lost_and_who_got_a_seat_are_told(match: Match, drain: Drain) -> None:
    seat = waiting(match).seat
    before, after = seat.player, make_player("Dora")
    services.give_to_player(seat, after, now=NOON)
    mails = tell(match, drain, Kind.CORRECTION)
    assert to(mails) == {before.email, *(player.email for player in people(match))}
    bodies = {next(iter(to([mail]))): mail.body for mail in mails}
    assert "Seat " in bodies[before.email]
    assert "/t/" not in bodies[before.email]
    assert "/t/" in bodies[after.email]
    assert "has time until" in bodies[after.email]


def test_a_new_player_gets_a_turn_mail_for_what_waits(match: Match, drain: Drain) -> None:
    after = make_player("Dora")
    services.give_to_player(waiting(match).seat, after, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert Notice.objects.filter(kind=Kind.TURN, player=after).count() == 1


def test_a_rewound_choice_is_told_by_a_turn_mail(match: Match, drain: Drain) -> None:
    way = queries.ways_back(match)[0]
    services.rewind(match, 1, way.to_seq, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert Notice.objects.filter(kind=Kind.TURN, player=waiting(match).seat.player).exists()


def test_the_others_are_asked_and_the_one_who_asks_is_not(drain: Drain) -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    ask(seat)
    mails = tell(match, drain, Kind.OFFER)
    assert to(mails) == {other.player.email for other in others(match, seat)}
    assert f"{seat.name} asks to take back their last play in round 1." in mails[0].body
    assert tell(match, drain, Kind.OFFER) == []


def test_a_question_that_is_settled_is_asked_no_more(drain: Drain) -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    ask(seat)
    noticing.notice_match(match.pk, now=NOON)
    play_on(match, choices=1)
    Notice.objects.exclude(kind=Kind.OFFER).delete()
    assert drain(NOON) == []


def test_who_has_answered_is_asked_no_more(drain: Drain) -> None:
    match = make_match(people=3, bots=0)
    seat = play_by_hand(match)
    offer = ask(seat)
    noticing.notice_match(match.pk, now=NOON)
    first, second = others(match, seat)
    services.agree(first, offer.pk, now=NOON)
    Notice.objects.exclude(kind=Kind.OFFER).delete()
    assert to(drain(NOON)) == {second.player.email}


def test_the_sweep_finds_a_question_whose_bell_was_lost(match: Match) -> None:
    services.ask_for_pause(Seat.objects.get(match=match, number=0), now=NOON)
    assert noticing.unnoticed(now=NOON) >= {match.pk}
    noticing.notice_match(match.pk, now=NOON)
    assert noticing.unnoticed(now=NOON) == set()


@pytest.mark.parametrize("kind", [Kind.PAUSE, Kind.CORRECTION])
def test_who_has_switched_them_off_gets_none(match: Match, drain: Drain, kind: Kind) -> None:
    for player in people(match):
        preferences.choose(Preference(player, kind), wanted=False)
    services.pause(match, now=NOON)
    services.give_to_bot(match.seats.get(number=0), "admin", cause="admin", now=NOON)
    assert tell(match, drain, kind) == []


def test_what_the_clock_played_and_was_taken_back_is_not_told(match: Match, drain: Drain) -> None:
    choice = waiting(match)
    services.time_out(now=choice.deadline)
    noticing.notice_match(match.pk, now=NOON)
    services.rewind(match, 1, choice.seq, now=choice.deadline)
    Notice.objects.exclude(kind=Kind.TIMED_OUT).delete()
    assert drain(choice.deadline) == []


def test_who_asks_again_and_again_fills_nobodys_mailbox(match: Match) -> None:
    asker, other, _third = match.seats.order_by("number")
    for number in range(OFFERS_A_DAY + 3):
        services.ask_for_pause(asker, now=NOON + number * A_MINUTE)
        noticing.notice_match(match.pk, now=NOON + number * A_MINUTE)
        services.disagree(asker, match.offers.get().pk)
    asked = Notice.objects.filter(kind=Kind.OFFER, player=other.player)
    assert asked.count() == OFFERS_A_DAY
    services.ask_for_pause(asker, now=NOON + timedelta(days=2))
    noticing.notice_match(match.pk, now=NOON + timedelta(days=2))
    assert asked.count() == OFFERS_A_DAY + 1
