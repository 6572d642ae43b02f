"""The demo of `make run`: something to play, something to look at, somebody to administer it."""

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games import queries
from games.tables import Choice, Invitation, Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def run() -> str:
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


def test_there_is_a_table_to_play_one_to_fill_and_one_to_replay() -> None:
    run()
    states = sorted(Match.objects.values_list("state", flat=True))
    assert states == ["ended", "running", "waiting"]
    choice = Choice.objects.get(seat__bot="")
    seen = queries.see_round(choice.match, choice.round, choice.seat.number)
    assert len(seen.view.legal) >= 3
    assert len(seen.view.placements) > 8
    assert Invitation.objects.count() == 1


def test_whoever_plays_is_led_through_their_first_move() -> None:
    run()
    assert Choice.objects.get(seat__bot="").seat.player.is_newcomer


def test_the_move_has_been_waited_for_since_now_so_that_its_mail_is_not_late() -> None:
    run()
    waited = timezone.now() - Choice.objects.get(seat__bot="").since
    assert timedelta() <= waited < timedelta(minutes=5)


def test_its_link_opens_the_demo_players_table() -> None:
    found = re.search(r"(/t/[^/\s]+/)", run())
    assert found is not None
    page = Client().get(found.group(1), follow=True)
    assert page.status_code == 200
    assert "Play as Demo?" in page.content.decode()


def test_running_it_again_keeps_everything_and_says_the_same(var: Path) -> None:
    first = run()
    heads = list(Match.objects.values_list("pk", "head"))
    assert run() == first
    assert list(Match.objects.values_list("pk", "head")) == heads
    assert Player.objects.count() == 2


def test_the_administrators_password_is_kept_from_other_users(var: Path) -> None:
    said = run()
    kept = var / "admin_password"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.read_text() in said
    administrator = Player.objects.get(email="admin@localhost")
    assert administrator.check_password(kept.read_text())
    assert (administrator.is_staff, administrator.is_superuser) == (True, True)


def test_a_password_of_ones_own_stays(var: Path) -> None:
    said = run()
    administrator = Player.objects.get(email="admin@localhost")
    administrator.set_password("a password of my own")
    administrator.save()
    again = run()
    administrator.refresh_from_db()
    assert administrator.check_password("a password of my own")
    assert (var / "admin_password").read_text() not in again
    assert said != again


def test_there_is_no_demo_in_production(settings: Any) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError):
        run()
    assert not Player.objects.exists()
