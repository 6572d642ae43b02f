"""What the tests of webhooks share: a table, posts, and a receiver on this machine."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.tables import Match
from tests.factories import make_match
from tests.notifications.webhooks.posts import Posts
from tests.notifications.webhooks.receiver import Receiver, receiving


@pytest.fixture
def match() -> Match:
    return make_match(people=3, bots=0)


@pytest.fixture
def posts() -> Posts:
    return Posts()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Return a receiver that the server is told to trust."""
    with receiving() as found:
        settings.HOOK_HOSTS = [f"127.0.0.1:{found.port}"]
        yield found
