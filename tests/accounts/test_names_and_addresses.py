"""What an address, a name and a time zone may be."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import services
from accounts.models import Player
from accounts.validators import (
    clean_address,
    clean_name,
    validate_time_zone,
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ana",
        "@example.org",
        "ana@",
        "ana@example",
        "ana@exa mple.org",
        "ana@example.org\nBcc: eve@example.org",
        "ana\r\n@example.org",
        "ana\x00@example.org",
        '"ana\x01b"@example.org',
        '"ana b"@example.org',
        "ana@example.org,eve@example.org",
        "Ana <ana@example.org>",
        "ană@example.org",
        "a" * 10_000 + "@example.org",
        "a@" + "b" * 10_000 + ".org",
        "ana@\ufffd.org",
        "ana@ä" + "b" * 200 + ".org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        clean_address(text)


def test_an_address_keeps_its_case_and_loses_the_blanks_around_it() -> None:
    assert clean_address("  Ana.Pop@Example.org ") == "Ana.Pop@Example.org"


def test_a_national_domain_is_kept_in_its_ascii_form() -> None:
    assert clean_address("ana@müller.example") == "ana@xn--mller-kva.example"


def test_the_case_of_an_address_does_not_count(ana: Player) -> None:
    assert Player.objects.with_address("aNA@EXAMPLE.ORG").get() == ana
    assert Player.objects.get_by_natural_key("ANA@example.org") == ana
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("ANA@EXAMPLE.ORG", display_name="Eve")


def test_an_address_in_another_case_finds_the_same_player(ana: Player) -> None:
    found = services.register_or_find(
        "ANA@EXAMPLE.ORG", display_name="Eve", language="en", time_zone="UTC", now=timezone.now()
    )
    assert (found, found.display_name, found.email) == (ana, "Ana", "Ana@example.org")


def test_a_new_player_has_no_password(ana: Player) -> None:
    assert not ana.has_usable_password()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("Αθηνά", "Αθηνά"),
        ("O‘zbek", "O‘zbek"),
        ("A\u0306na", "Ăna"),
        ("👩‍🌾", "👩‍🌾"),
        ("7", "7"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_one_line_in_composed_form(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "x" * 10_000,
        "Ana\nEve",
        "Ana\x00",
        "Ana\x1b[31m",
        "\u202eanA",
        "A\u2066na",
        "\u200b",
        "\u3164",
        "\u0301",
        "An\ufffd",
        "Ana\ud800",
        "Ana\u2028Eve",
    ],
)
def test_a_name_that_hides_or_turns_its_letters_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        clean_name(name)


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "\x00"])
def test_a_time_zone_is_one_of_the_database(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_time_zone(name)


@pytest.mark.parametrize(
    "wrong",
    [{"display_name": "\u202eanA"}, {"language": "xx"}, {"time_zone": "Mars/Olympus"}],
)
def test_nobody_is_registered_with_values_no_player_may_have(
    db: None, wrong: dict[str, str]
) -> None:
    values = {"display_name": "Eve", "language": "en", "time_zone": "UTC", **wrong}
    with pytest.raises(ValidationError):
        services.register_or_find("eve@example.org", **values, now=timezone.now())
    assert not Player.objects.exists()
