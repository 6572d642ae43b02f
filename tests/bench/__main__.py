"""`python -m tests.bench [PART …]`: the parts that are named, or all that take a few minutes."""

import argparse
import os
from importlib import import_module
from typing import Final

import django

PARTS: Final = ("engine", "records", "moves", "log", "verify")
LONG: Final = ("large", "drawing", "mail")


def main() -> None:
    """Run the parts asked for, and print what each measured."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", default=PARTS, choices=[*PARTS, *LONG, []], metavar="PART"
    )
    parts = parser.parse_args().parts
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chickenfoot.settings")
    django.setup()
    for name in parts:
        import_module(f"tests.bench.{name}").run()


if __name__ == "__main__":
    main()
