"""What the tests of backups share: servers elsewhere, a match in the middle, a way there."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from accounts.services import refuse
from chickenfoot import backup
from games import services
from games.tables import Match
from notifications import noticing
from tests.elsewhere import other, server
from tests.factories import NOON, make_match, make_player, play_on

__all__ = ["LATER", "MOVED", "backed_up", "other", "restored", "running", "server"]

LATER = NOON + timedelta(hours=5, minutes=1)
MOVED = timedelta(hours=5, minutes=15)
"""What deadlines move by when a backup of NOON is restored LATER."""


@pytest.fixture
def running() -> Match:
    """Return a match in the middle, with a seat's link out there, beside one that is over."""
    over = play_on(make_match(people=2, bots=0, rounds=1, hand_size=3))
    match = play_on(make_match(people=2, bots=1), choices=4)
    services.capability_for(match.seats.get(number=0))
    for noticed in (over, match):
        noticing.notice_match(noticed.pk, now=NOON)
    refuse("never@example.org", now=NOON)
    make_player("Ünal", is_staff=True, password="a good one")
    return match


def backed_up(tmp_path: Path, name: str = "backup") -> Path:
    backup.write(tmp_path / name, now=NOON)
    return tmp_path / name


def restored(directory: Path, *, may_be_told: bool = False, now: datetime = NOON) -> None:
    backup.restore(directory, now=now, may_be_told=may_be_told)
