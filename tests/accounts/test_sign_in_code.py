"""The six-digit code beside the link: for those who read mail on another device."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player, SignInCode
from tests.accounts.conftest import Inbox, signed_in_as

Asks = Callable[[str], Inbox]


def type_code(client: Client, code: str, address: str = "ana@example.org") -> HttpResponse:
    return client.post("/sign-in/code/", {"address": address, "code": code})  # type: ignore[return-value]


def another(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06d}"


def test_the_code_signs_in_where_it_was_asked_for(ana: Player, client: Client, asks: Asks) -> None:
    code = asks("ana@example.org").last["code"]
    assert "ana@example.org" in client.get("/sign-in/sent/").content.decode()
    assert type_code(client, code)["Location"] == "/"
    assert signed_in_as(client) == "Ana"


def test_blanks_and_hyphens_in_a_code_do_not_count(ana: Player, client: Client, asks: Asks) -> None:
    code = asks("ana@example.org").last["code"]
    type_code(client, f" {code[:3]}-{code[3:5]} {code[5]} ")
    assert signed_in_as(client) == "Ana"


def test_the_fifth_try_is_good_and_the_sixth_is_not(
    ana: Player, client: Client, asks: Asks
) -> None:
    for wrong_tries, name in ((4, "Ana"), (5, None)):
        client.logout()
        code = asks("ana@example.org").last["code"]
        for _ in range(wrong_tries):
            assert type_code(client, another(code)).status_code == 422
        type_code(client, code)
        assert signed_in_as(client) == name


def test_a_code_is_good_once(ana: Player, client: Client, asks: Asks) -> None:
    code = asks("ana@example.org").last["code"]
    type_code(client, code)
    browser = Client()
    assert type_code(browser, code).status_code == 422
    assert signed_in_as(browser) is None


def test_only_the_newest_code_counts(ana: Player, client: Client, asks: Asks) -> None:
    first = asks("ana@example.org").last["code"]
    second = asks("ANA@example.org").last["code"]
    assert SignInCode.objects.count() == 1
    if first != second:
        assert type_code(client, first).status_code == 422
    type_code(client, second)
    assert signed_in_as(client) == "Ana"


def test_a_code_is_good_for_fifteen_minutes(
    ana: Player, client: Client, asks: Asks, later: Callable[[timedelta], None]
) -> None:
    code = asks("ana@example.org").last["code"]
    later(timedelta(minutes=15, seconds=1))
    assert type_code(client, code).status_code == 422


def test_a_code_opens_only_the_address_it_was_mailed_to(
    ana: Player, client: Client, asks: Asks
) -> None:
    code = asks("eve@example.org").last["code"]
    asks("ana@example.org")
    assert type_code(client, code, "ana@example.org").status_code == 422


def test_neither_code_nor_address_can_be_read_in_the_database(asks: Asks) -> None:
    told = asks("ana@example.org").last
    row = SignInCode.objects.values().get()
    assert told["code"] not in str(row["code_hash"])[:6]
    assert "ana" not in str(row)


def test_somebody_new_is_asked_for_a_name_after_the_code(client: Client, asks: Asks) -> None:
    code = asks("maria@example.org").last["code"]
    assert type_code(client, code, "maria@example.org")["Location"] == "/sign-in/confirm/"
    assert not Player.objects.exists()
    assert "How shall the others call you?" in client.get("/sign-in/confirm/").content.decode()
    name = {"display_name": "Maria", "language": "en", "time_zone": "UTC"}
    client.post("/sign-in/confirm/", name)
    assert signed_in_as(client) == "Maria"


def test_without_the_cookie_the_address_is_asked_beside_the_code(db: None) -> None:
    page = Client().get("/sign-in/sent/").content.decode()
    assert 'type="email" name="address"' in page


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "१२३४५६", "1" * 10_000, "\x00"])
def test_what_is_no_code_is_told_and_costs_no_try(
    ana: Player, client: Client, asks: Asks, code: str
) -> None:
    asks("ana@example.org")
    assert type_code(client, code).status_code == 422
    assert SignInCode.objects.get().tries == 0
