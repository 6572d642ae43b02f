"""Power cuts at random moments while mails leave: none is lost, and few are sent twice."""

import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from tests.notifications.smtp import Sink, listening
from tests.rehearsal.ground import Ground, new_ground
from tests.rehearsal.processes import Processes
from tests.rehearsal.servers import ROOT

# The file broker is the default of one machine; what the others need may not be there.
BROKERS: Final = {
    "file": "",
    "redis": "redis://127.0.0.1:6379/9",
    "rabbitmq": "amqp://guest:guest@127.0.0.1:5672//",
}
PATIENCE: Final = 180.0


def new_broker(name: str) -> dict[str, str]:
    """Return what the environment says of a broker, empty for the default; skips one not there."""
    url = BROKERS[name]
    if not url:
        return {}
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname or "", place.port or 0), timeout=2).close()
    except OSError:
        pytest.skip(f"there is no {name} on this machine")
    return {"CELERY_BROKER_URL": url}


def flush(ground: Ground) -> None:
    """Let the broker lose all that it holds."""
    purge = [sys.executable, "-m", "celery", "-A", "chickenfoot", "purge", "-f"]
    subprocess.run(purge, cwd=ROOT, env=ground.environment, check=True, capture_output=True)


def wait_for(done: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def send_through_kills(ground: Ground, sink: Sink, mails: int, kills: int) -> Counter[str]:
    """Send so many invitations while the worker is killed; returns how often each was taken."""
    chance = random.Random(f"{mails} {kills}")
    processes = Processes(ground)
    try:
        processes.start("beat")
        processes.start("worker")
        invited = ground.run("invite", mails)
        for number in range(1, kills + 1):
            share = mails * number // (kills + 1)
            wait_for(lambda share=share: len(sink.taken) >= share, "mails stand still")  # type: ignore[misc]
            time.sleep(chance.random() * 0.2)
            processes.kill("worker")
            if number == kills // 2 + 1:
                flush(ground)
            time.sleep(chance.random() * 0.5)
            processes.start("worker")
        wait_for(lambda: not ground.run("due"), "some mails are not sent")
        # What the killed ones held is free again when its lease is over.
        ground.run("let_leases_end")
        wait_for(lambda: not ground.run("unsent"), "what a killed worker held is not sent")
    finally:
        processes.kill_all()
    parsed = [message_from_bytes(mail) for mail in sink.taken]
    assert {mail["To"] for mail in parsed} == set(invited)
    assert len({mail["Message-ID"] for mail in parsed}) == mails
    return Counter(mail["Message-ID"] for mail in parsed)


@pytest.mark.parametrize(
    ("broker", "mails", "kills"),
    [
        ("file", 30, 2),
        *(pytest.param(name, 500, 12, marks=pytest.mark.proof) for name in BROKERS),
    ],
)
def test_no_mail_is_lost_and_only_what_was_taken_is_sent_twice(
    tmp_path: Path, broker: str, mails: int, kills: int
) -> None:
    with listening() as sink:
        environment = new_broker(broker) | {"CHICKENFOOT_SMTP": f"smtp://127.0.0.1:{sink.port}"}
        with new_ground(tmp_path, "sqlite", **environment) as ground:
            if broker != "file":
                flush(ground)
            taken = send_through_kills(ground, sink, mails, kills)
    again = sum(taken.values()) - mails
    print(f"{broker}: {mails} mails, {kills} kills, {again} sent twice")  # noqa: T201 - a proof tells its figures
    assert again <= kills
    assert max(taken.values()) <= 2
