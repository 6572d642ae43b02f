"""The broker of the embedded default hands every message over once, and none in part."""

import threading
from collections import Counter
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from chickenfoot import broker

SENDERS, READERS, EACH = 3, 2, 150


def connection(folder: Path) -> Connection:
    options = {"data_folder_in": str(folder), "polling_interval": 0.01}
    return Connection(f"{broker.SCHEME}://localhost", transport_options=options)


def test_each_message_is_taken_once_while_others_are_put(tmp_path: Path) -> None:
    taken: Counter[str] = Counter()

    def send(sender: int) -> None:
        with connection(tmp_path) as line:
            queue = line.SimpleQueue("tasks")
            for number in range(EACH):
                queue.put(f"{sender} {number}")

    def take() -> None:
        with connection(tmp_path) as line:
            queue = line.SimpleQueue("tasks")
            while taken.total() < SENDERS * EACH:
                try:
                    message = queue.get(timeout=0.5)
                except Empty:
                    continue
                taken[message.payload] += 1
                message.ack()

    threads = [threading.Thread(target=send, args=[number]) for number in range(SENDERS)]
    threads += [threading.Thread(target=take) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(taken) == taken.total() == SENDERS * EACH
    assert list(tmp_path.iterdir()) == []


def test_a_message_that_is_being_written_is_nobodys_yet(tmp_path: Path) -> None:
    (tmp_path / "1_half.draft").write_text("", encoding="utf-8")
    with connection(tmp_path) as line:
        channel: Any = line.channel()
        channel._put("tasks", {"body": "whole"})
        assert channel._size("tasks") == 1
        assert channel._get("tasks") == {"body": "whole"}


def test_a_folder_that_was_removed_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    with connection(folder) as line:
        channel: Any = line.channel()
        folder.rmdir()
        with pytest.raises(Empty):
            channel._get("tasks")
        folder.rmdir()
        channel._put("tasks", {"body": "whole"})
        assert channel._get("tasks") == {"body": "whole"}
