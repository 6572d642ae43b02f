"""Which addresses webhooks may go to: the public net alone, whatever the spelling or the name."""

import socket
import threading
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from notifications.webhooks import guarding, posting
from notifications.webhooks.guarding import NoAddress, PrivateAddress
from tests.notifications.webhooks.receiver import Receiver

PUBLIC = "93.184.215.14"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost.",
        "a.localhost",
        "printer",
        "printer.local",
        "router.lan",
        "x.internal",
        "nas.home.arpa",
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "0x7f000001",
        "2130706433",
        "017700000001",
        "0",
        "0.0.0.0",  # noqa: S104 - nothing is bound
        "10.0.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::10.0.0.1]",
        "[::ffff:10.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::1]",
        "[2002:a00:1::]",
        "[2001:0:5ef5:79fd::1]",
        "[2001:db8::1]",
        "[fc00::1]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
    ],
)
def test_what_shows_that_it_is_private_is_refused_at_once(host: str) -> None:
    with pytest.raises(PrivateAddress):
        guarding.parse(f"https://{host}/hook")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hook",
        "//example.org/",
        "https://",
        "https:///hook",
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://user@example.org/",
        "https://user:secret@example.org/",
        "https://@example.org/",
        "https://example.org:0/",
        "https://example.org:25/",
        "https://example.org:99999/",
        "https://example.org:port/",
        "https://exa mple.org/",
        "https://example.org/a b",
        "https://example.org/\r\nX: 1",
        "https://example.org\\@10.0.0.1/",
        "https://exämple.org/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://example.org%00.evil.org/",
        "https://a..example.org/",
        "https://" + "a" * 64 + ".example.org/",
        "https://example.org/" + "a" * 500,
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(NoAddress):
        guarding.parse(url)


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.org", "example.org", 443, "/"),
        ("https://Example.ORG:8443/a?b=c#d", "example.org", 8443, "/a?b=c"),
        ("https://xn--exmple-cua.org/%20", "xn--exmple-cua.org", 443, "/%20"),
        (f"https://{PUBLIC}/", PUBLIC, 443, "/"),
        ("https://[2606:4700::1111]/", "2606:4700::1111", 443, "/"),
        (f"https://[64:ff9b::{PUBLIC}]/", f"64:ff9b::{PUBLIC}", 443, "/"),
    ],
)
def test_public_addresses_are_taken_apart(url: str, host: str, port: int, path: str) -> None:
    target = guarding.parse(url)
    assert (target.scheme, target.host, target.port, target.path) == ("https", host, port, path)


def test_who_keeps_the_server_may_trust_machines_of_the_own_net(settings: Settings) -> None:
    settings.HOOK_HOSTS = ["home.lan", "10.0.0.1:8123"]
    assert guarding.parse("http://home.lan/x").port == 80
    assert guarding.parse("http://10.0.0.1:8123/x").is_trusted
    with pytest.raises(NoAddress):
        guarding.parse("http://10.0.0.1/x")
    with pytest.raises(PrivateAddress):
        guarding.parse("https://10.0.0.1/x")


class Names:
    """Answers of a name server, one after the other, and where was connected to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.answers, self.connected = list(answers), list[str]()
        ask = socket.getaddrinfo

        def answered(host: Any, port: Any, *args: Any, **more: Any) -> Any:
            if host != "hooks.example.org":
                return ask(host, port, *args, **more)
            if more.get("flags"):
                raise socket.gaierror
            return [(2, 1, 6, "", (address, port)) for address in self.answers.pop(0)]

        def connect(address: tuple[str, int], *_: Any, **__: Any) -> Any:
            self.connected.append(address[0])
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "getaddrinfo", answered)
        monkeypatch.setattr(socket, "create_connection", connect)

    def post(self) -> str:
        return posting.post("https://hooks.example.org/", b"{}", {}).trouble


def test_the_address_that_was_judged_is_the_one_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = Names(monkeypatch, [PUBLIC], ["10.0.0.1"])
    assert names.post() == "unreachable"
    assert names.connected == [PUBLIC]
    assert names.post() == "private"
    assert names.connected == [PUBLIC]
    assert names.answers == []


def test_one_private_address_among_several_refuses_all(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(monkeypatch, [PUBLIC, "192.168.0.1"])
    assert names.post() == "private"
    assert names.connected == []


def test_all_public_addresses_of_a_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(monkeypatch, ["2606:4700::1111", PUBLIC])
    assert names.post() == "unreachable"
    assert names.connected == ["2606:4700::1111", PUBLIC]


def test_a_name_server_that_says_nothing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: silent.wait() and [])
    monkeypatch.setattr(guarding, "_as_numbers", lambda _host: [])
    answer = posting.post("https://hooks.example.org/", b"{}", {}, seconds=0.05)
    silent.set()
    assert answer.trouble == "slow"


@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:10.0.0.1", "fe80::1%2", "nonsense"])
def test_a_name_that_leads_to_a_private_net_is_never_connected_to(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    names = Names(monkeypatch, [address])
    assert names.post() == "private"
    assert names.connected == []


def test_a_machine_of_this_net_is_not_reached_without_trust(
    receiver: Receiver, settings: Settings
) -> None:
    settings.HOOK_HOSTS = []
    assert posting.post(receiver.url, b"{}", {}).trouble == "no_address"
    assert posting.post(receiver.url.replace("http:", "https:"), b"{}", {}).trouble == "private"
    assert receiver.came == []
