from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    """Players, sign-in links, preferences."""

    name = "accounts"
    verbose_name = gettext_lazy("Players")
