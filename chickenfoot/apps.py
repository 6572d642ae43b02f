from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site: wiring, base templates and the administration."""

    name = "chickenfoot"
    verbose_name = "Chickenfoot"

    def ready(self) -> None:
        from chickenfoot.admin import kept  # noqa: PLC0415 - models are there only now

        kept.connect()
