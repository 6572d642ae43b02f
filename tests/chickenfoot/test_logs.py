"""No token of a link reaches a log."""

import logging
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

TOKEN = "12-1~AbCdEf"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", [f"/t/{TOKEN}/?tile=zz", f"/i/{TOKEN}/", f"/mail/{TOKEN}/", f"/sign-in/?token={TOKEN}&"]
)
def test_a_refused_link_is_logged_without_its_token(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    logs: dict[str, Any] = settings.LOGGING
    dictionary = logs["formatters"]["lines"]
    made = dictionary["()"](**{key: value for key, value in dictionary.items() if key != "()"})
    Client().get(path)
    logging.getLogger("django.request").warning("Not Found: %s", path)
    lines = [made.format(record) for record in caplog.records]
    assert lines
    assert not any(TOKEN in line for line in lines)
