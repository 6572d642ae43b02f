from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Players, sign-in links, preferences."""

    name = "accounts"
    verbose_name = "Players"
