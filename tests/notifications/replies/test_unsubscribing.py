"""Switching a kind of mail off by a mail, as mail programs do for their readers (RFC 2369)."""

import re

import pytest
from pytest_django import Settings

from accounts.models import Player
from notifications import preferences
from notifications.models import Kind, Notice
from notifications.replies import receiving, unsubscribing
from notifications.replies.places import NobodyHere
from tests.factories import make_player
from tests.notifications.conftest import Drain
from tests.notifications.replies.conftest import LATER, LayTable, reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return make_player("Ana")


def ways_off(header: str) -> list[str]:
    return re.findall(r"<([^>]+)>", header)


def test_a_mail_has_both_ways_off_and_the_mailed_one_works(lay: LayTable, drain: Drain) -> None:
    table = lay()
    player = table.row.seat.player
    assert player is not None
    https, mailto = ways_off(str(table.mail.message()["List-Unsubscribe"]))
    assert https.startswith("http")
    address = mailto.removeprefix("mailto:").removesuffix("?subject=unsubscribe")
    receiving.check_recipient(address)
    for _ in range(2):
        receiving.receive(b"Subject: unsubscribe\n\n", address, "ana@example.org", now=LATER)
    assert not preferences.wants(player, Kind.TURN)
    assert preferences.wants(player, Kind.REMINDER)
    assert drain(LATER) == []
    assert not Notice.objects.filter(kind=Kind.ANSWER).exists()


def test_a_program_may_have_written_it(player: Player) -> None:
    address = unsubscribing.place_for(player, Kind.PAUSE)
    automatic = reply("", headers={"Auto-Submitted": "auto-generated", "Precedence": "bulk"})
    receiving.receive(automatic, address.upper(), None, now=LATER)
    assert preferences.unwanted(player) == {Kind.PAUSE}


def test_an_address_that_was_changed_in_one_letter_is_nobodys(player: Player) -> None:
    address = unsubscribing.place_for(player, Kind.TURN)
    local, _at, domain = address.partition("@")
    other = make_player("Ben")
    for wrong in (
        f"{local[:-1]}{'0' if local[-1] != '0' else '1'}@{domain}",
        address.replace(f"+u{player.pk:x}-", f"+u{other.pk:x}-"),
        address.replace("-turn-", "-pause-"),
        address.replace("-turn-", "-sign_in-"),
        address.replace(domain, "elsewhere.example.org"),
        f"table+ufffffffffffffff-turn-{'0' * 20}@{domain}",
        f"table+u-turn-@{domain}",
    ):
        assert wrong != address
        assert not receiving.is_for_us(wrong)
        with pytest.raises(NobodyHere):
            receiving.receive(b"\n", wrong, None, now=LATER)
    assert preferences.unwanted(player) == preferences.unwanted(other) == set()


def test_a_changed_address_of_the_player_voids_it(player: Player) -> None:
    address = unsubscribing.place_for(player, Kind.TURN)
    Player.objects.filter(pk=player.pk).update(email="new@example.org")
    assert unsubscribing.find(address) is None


def test_an_earlier_secret_key_is_still_good(player: Player, settings: Settings) -> None:
    address = unsubscribing.place_for(player, Kind.TURN)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one"
    assert unsubscribing.find(address) is not None
    settings.SECRET_KEY_FALLBACKS = []
    assert unsubscribing.find(address) is None


def test_mail_servers_take_addresses_of_at_most_64_characters(
    player: Player, settings: Settings
) -> None:
    for kind in Kind:
        local = unsubscribing.place_for(player, kind).partition("@")[0]
        assert 0 < len(local) <= 64
    settings.INCOMING_ADDRESS = f"{'t' * 50}@play.example.org"
    assert unsubscribing.place_for(player, Kind.TURN) == ""
