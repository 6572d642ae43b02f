"""The administration speaks its reader's language."""

import pytest
from django.test import Client

from accounts.models import Player


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("en", ["Players", "Matches", "Mail"]),
        ("ro", ["Jucători", "Partide", "E-mail"]),
        ("sl", ["Igralci", "Partije", "E-pošta"]),
        ("uz", ["Oʻyinchilar", "Oʻyinlar", "Pochta"]),
        ("el", ["Παίκτες", "Παρτίδες", "E-mail"]),
    ],
)
def test_its_parts_are_named_in_the_language_of_who_reads(
    browser: Client, chief: Player, language: str, parts: list[str]
) -> None:
    Player.objects.filter(pk=chief.pk).update(language=language)
    listed = browser.get("/admin/").context["app_list"]
    names = {part["app_label"]: str(part["name"]) for part in listed}
    assert [names[label] for label in ("accounts", "games", "notifications")] == parts
