"""A short rehearsal: one small match by mail, against the real servers."""

import pytest

from tests.rehearsal.course import Plan
from tests.rehearsal.stage import rehearse


@pytest.mark.rehearsal
def test_four_players_play_a_match_by_mail_alone() -> None:
    said: list[str] = []
    rehearse([Plan("in_turn", 2, "four-arms", {"highest": "6", "hand_size": "4"})], said.append)
    assert any(line.startswith("the record: ok") for line in said), said
