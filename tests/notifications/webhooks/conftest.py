"""A receiver on this machine, which the server is told to trust."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.notifications.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with receiving() as found:
        settings.HOOK_HOSTS = [f"127.0.0.1:{found.port}"]
        yield found
