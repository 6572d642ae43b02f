"""Players and administrators are told that a match stands still: once each time it does."""

from datetime import timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import services
from games.tables import Match
from notifications import noticing, preferences
from notifications.models import Kind, Notice
from notifications.preferences import Preference
from tests.factories import NOON, make_match, play_on
from tests.games.tampering import change
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _administrators(settings: Settings) -> None:
    settings.ADMINS = [("", "admin@example.org")]


@pytest.fixture
def match() -> Match:
    match = make_match(people=2, bots=1)
    noticing.notice_match(match.pk, now=NOON)
    Notice.objects.update(state=Notice.State.DROPPED)
    return match


def told(match: Match) -> list[str]:
    notices = Notice.objects.filter(kind=Kind.STOPPED, match=match).order_by("pk")
    return [notice.address or str(notice.player) for notice in notices]


def everybody(match: Match) -> list[str]:
    seats = match.seats.select_related("player").exclude(player=None).order_by("number")
    return [*(str(seat.player) for seat in seats), "admin@example.org"]


def test_a_verification_that_finds_a_fault_rings_and_everybody_is_told_once(
    match: Match,
    bells: list[tuple[str, tuple[int, ...]]],
    drain: Drain,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    change(match, 2, "cause", "admin")
    for _night in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            list(services.verify_matches([match.pk], now=NOON))
    assert bells.count(("notifications.tasks.tell", (match.pk,))) == 1
    for _ in range(2):
        noticing.notice_match(match.pk, now=NOON)
    assert told(match) == everybody(match)
    *players, admin = drain(NOON)
    for mail in players:
        assert "stands still" in mail.body
        assert "digest" not in mail.body
    assert admin.to == ["admin@example.org"]
    assert "event 2: its digest does not follow" in " ".join(admin.body.split())
    assert f"/admin/games/match/{match.pk}/change/" in admin.body
    assert "List-Unsubscribe" not in admin.extra_headers


def test_a_lost_bell_is_found_by_the_sweep(match: Match) -> None:
    services.stop(match.pk, "seq 2: digest", NOON)
    assert noticing.unnoticed(now=NOON) == {match.pk}
    noticing.notice_match(match.pk, now=NOON)
    assert noticing.unnoticed(now=NOON) == set()


def test_a_match_that_is_stopped_again_is_told_of_again(match: Match) -> None:
    services.stop(match.pk, "seq 2: digest", NOON)
    noticing.notice_match(match.pk, now=NOON)
    services.let_go_on(match, now=NOON + timedelta(hours=1))
    services.stop(match.pk, "seq 2: digest", NOON + timedelta(hours=2))
    noticing.notice_match(match.pk, now=NOON + timedelta(hours=2))
    assert told(match) == everybody(match) * 2


def test_what_goes_on_again_before_the_mail_left_is_told_to_nobody(
    match: Match, drain: Drain
) -> None:
    services.stop(match.pk, "seq 2: digest", NOON)
    noticing.notice_match(match.pk, now=NOON)
    services.let_go_on(match, now=NOON)
    assert not [mail for mail in drain(NOON) if "stands still" in mail.body]


def test_a_player_may_switch_it_off(match: Match, drain: Drain) -> None:
    services.stop(match.pk, "seq 2: digest", NOON)
    noticing.notice_match(match.pk, now=NOON)
    assert match.creator
    preferences.choose(Preference(match.creator, Kind.STOPPED), wanted=False)
    assert len(drain(NOON)) == len(everybody(match)) - 1


def test_a_match_that_is_over_is_told_of_without_a_link_to_play(drain: Drain) -> None:
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4))
    Match.objects.update(noticed=over.head)
    services.stop(over.pk, "seq 2: digest", NOON)
    noticing.notice_match(over.pk, now=NOON)
    *players, _admin = drain(NOON)
    for mail in players:
        assert "cannot be replayed" in mail.body
        assert "To the table" not in mail.body
