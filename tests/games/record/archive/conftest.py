"""What the tests of archives share: servers elsewhere."""

from tests.elsewhere import other, server

__all__ = ["other", "server"]
