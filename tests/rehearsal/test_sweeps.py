"""All that beat calls may run twice at once, in any process: everything is done once."""

from collections import Counter
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.notifications.smtp import listening
from tests.rehearsal.ground import new_ground
from tests.rehearsal.test_kills import VICTIMS

AT_ONCE = 4


@pytest.mark.parametrize("kind", VICTIMS)
def test_sweeps_at_once_tell_and_play_everything_once(tmp_path: Path, kind: str) -> None:
    with listening() as sink:
        told = {
            "CHICKENFOOT_SMTP": f"smtp://127.0.0.1:{sink.port}",
            "CHICKENFOOT_TURN_MAIL_DELAY": "0",
        }
        with new_ground(tmp_path, kind, **told) as ground:
            for _ in range(3):
                ground.run("lay", 3, 0, 2)
            ground.run("sweep_at_once", AT_ONCE)
            turns = len(sink.taken)
            overdue = ground.run("let_time_run_out")
            ground.run("sweep_at_once", AT_ONCE)
            clocked = ground.run("clocked")
            for slug, judged in ground.run("judge").items():
                assert judged["check"].startswith("ok"), (slug, judged)
                assert judged["rebuilt"]
    mails = Counter(message_from_bytes(mail)["Message-ID"] for mail in sink.taken)
    assert turns > 0
    assert clocked == overdue > 0
    assert set(mails.values()) == {1}
