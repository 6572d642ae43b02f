"""What is sealed can be read by this server alone."""

import pytest
from django.core.signing import BadSignature
from pytest_django import Settings

from notifications import sealed

SECRET = {"link": "https://example.org/?token=abc", "code": "123456"}


def test_what_was_sealed_is_opened_again() -> None:
    assert sealed.open_sealed(sealed.seal(SECRET)) == SECRET


def test_a_seal_shows_nothing_and_never_looks_the_same() -> None:
    one, other = sealed.seal(SECRET), sealed.seal(SECRET)
    assert one != other
    assert "123456" not in one


@pytest.mark.parametrize("text", ["", "abc", "abc:def"])
def test_what_is_no_seal_is_refused(text: str) -> None:
    with pytest.raises(BadSignature):
        sealed.open_sealed(text)


def test_another_key_opens_nothing(settings: Settings) -> None:
    text = sealed.seal(SECRET)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    with pytest.raises(BadSignature):
        sealed.open_sealed(text)
