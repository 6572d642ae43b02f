"""Whatever a form brings gets a clear page and the right status."""

import pytest
from django.test import Client

from accounts.models import Player

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"address=",
        b"address=ana",
        b"address=ana%40example.org%0ABcc%3Aeve%40example.org",
        b"address=ana%00%40example.org",
        b"address=" + b"a" * 10_000,
        b"address=%ff%fe%40example.org",
        b"address=\xff\xfe@example.org",
        b"address=%ED%A0%80%40example.org",
        b"other=ana%40example.org",
    ],
)
def test_what_is_no_address_is_said_beside_the_field(client: Client, db: None, body: bytes) -> None:
    answer = client.post("/sign-in/", body, content_type=FORM)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-in/code/", "/sign-in/confirm/"])
def test_a_field_that_comes_twice_is_refused(client: Client, db: None, path: str) -> None:
    body = "address=ana%40example.org&address=eve%40example.org&code=123456"
    answer = client.post(path, body, content_type=FORM)
    assert answer.status_code == 400
    assert "came twice" in answer.content.decode()


def test_a_body_in_another_encoding_or_shape_is_refused(client: Client, db: None) -> None:
    for body, kind in (
        (b"address=x", f"{FORM}; charset=utf-16"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"nothing", "multipart/form-data"),
        (b"&".join(b"f%d=1" % n for n in range(300)), FORM),
        (b"address=" + b"a" * 300_000, FORM),
    ):
        answer = client.post("/sign-in/", body, content_type=kind)
        assert answer.status_code in {400, 413, 422}, (kind, answer.status_code)
    answer = client.post("/sign-in/", b'{"address": "ana@example.org"}', "application/json")
    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/sign-in/", "/me/", "/sign-out/"])
def test_other_methods_change_nothing(client: Client, ana: Player, path: str) -> None:
    client.force_login(ana)
    assert client.put(path).status_code == 405
    assert client.delete(path).status_code == 405


def test_a_forged_cookie_is_no_cookie(client: Client, db: None) -> None:
    for value in ("x", "a:b:c", "\\xff", "." * 4000):
        client.cookies["sign-in-link"] = value
        client.cookies["sign-in-asked"] = value
        assert client.get("/sign-in/confirm/").status_code == 400
        assert client.get("/sign-in/sent/").status_code == 200
