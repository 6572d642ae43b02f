"""The longest test begins first, so that the others run beside it."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the rehearsal before everything else."""
    items.sort(key=lambda item: item.get_closest_marker("rehearsal") is None)
