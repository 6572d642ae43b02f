from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class GamesConfig(AppConfig):
    """The game: rules, log, tables, pages."""

    name = "games"
    verbose_name = gettext_lazy("Matches")

    def ready(self) -> None:
        from games import receivers, tasks  # noqa: PLC0415 - models are there only now

        receivers.connect()
        tasks.connect()
