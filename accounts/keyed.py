"""Keyed hashes: what is recognised again and cannot be read."""

from django.conf import settings
from django.utils.crypto import salted_hmac


def keyed(purpose: str, value: str, secret: str | None = None) -> str:
    """Return 64 hex digits for `value`, different for each purpose and each server."""
    return salted_hmac(f"accounts.{purpose}", value, secret=secret, algorithm="sha256").hexdigest()


def every_key(purpose: str, value: str) -> list[str]:
    """Return the hashes of `value` under today's secret key and those it replaced."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [keyed(purpose, value, secret) for secret in secrets]
