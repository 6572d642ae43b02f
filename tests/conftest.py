"""What every test may use."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings

from games.services import seating, tables
from games.store import guards

settings.register_profile(
    "proof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("test", settings.get_profile("proof"), derandomize=True)


def pytest_configure(config: pytest.Config) -> None:
    """Try the same examples each time, on however slow a machine; the proof looks for others."""
    settings.load_profile("proof" if config.option.markexpr == "proof" else "test")


if TYPE_CHECKING:
    from tests.browser.screens import Lend


@pytest.fixture(scope="session", autouse=True)
def _events_can_be_flushed() -> Iterator[None]:
    """Let the flush after a transactional test empty the log, which its triggers refuse."""
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_unguarded(self: Any, sql_list: list[str]) -> None:
        guards.remove(self.connection)
        try:
            flush(self, sql_list)
        finally:
            guards.install(self.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_unguarded)
        yield


@pytest.fixture(autouse=True)
def _deals_are_the_same_each_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deal to each test what it was dealt before: one that fails fails again."""
    numbers = count()

    def seed() -> bytes:
        return sha256(f"{request.node.nodeid}/{next(numbers)}".encode()).digest()

    def nonce() -> str:
        return seed().hex()[:32]

    monkeypatch.setattr(tables, "new_seed", seed)
    monkeypatch.setattr(seating, "new_nonce", nonce)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Lend]:
    """Return what lends the one browser of this session."""
    from tests.browser.screens import Chromium  # noqa: PLC0415 - most runs need none

    shared = Chromium()
    yield shared.lent
    shared.close()
