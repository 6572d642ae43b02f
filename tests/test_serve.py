"""`manage.py serve` says in a sentence what keeps it from starting; the rehearsal sees it run."""

import socket

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings


def test_a_port_that_is_taken_is_said_to_be(settings: Settings) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        settings.PORT = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {settings.PORT} is taken; choose another"):
            call_command("serve")
