from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from notifications.mailbox import Mail, parse
from notifications.samples import samples


class Command(BaseCommand):
    help = (
        "Write a mail of every kind, in a folder for each language, as .eml, .html and .txt, to "
        "look at; nothing is kept or sent."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where to write them")
        languages = list(dict(settings.LANGUAGES))
        parser.add_argument("--language", choices=languages, help="this language alone")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        chosen = options["language"]
        try:
            for language in [chosen] if chosen else dict(settings.LANGUAGES):
                self._write(language, options["folder"] / language)
        except OSError as fault:
            raise CommandError(f"{fault.filename} cannot be written: {fault.strerror}.") from fault

    def _write(self, language: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, message in samples(language, now=timezone.now()):
            content = message.message().as_bytes()
            mail = Mail(name, parse(content))
            (folder / f"{name}.eml").write_bytes(content)
            (folder / f"{name}.html").write_text(mail.shown(), encoding="utf-8")
            (folder / f"{name}.txt").write_text(mail.text, encoding="utf-8")
            self.stdout.write(f"{language}/{name}: {len(content):,} bytes")
