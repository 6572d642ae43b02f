from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy


class NotificationsConfig(AppConfig):
    """What to tell whom and when."""

    name = "notifications"
    verbose_name = gettext_lazy("Mail")

    def ready(self) -> None:
        from notifications import receivers  # noqa: PLC0415 - models are there only now

        receivers.connect()
        if settings.ANYMAIL:
            from notifications import hooks  # noqa: PLC0415 - anymail is there only with its extra

            hooks.connect()
