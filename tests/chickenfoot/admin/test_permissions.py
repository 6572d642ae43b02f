"""Who may come in, who may act, and on whom."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import Player
from games.tables import Match
from notifications.models import Notice
from tests.factories import make_match, make_player

from .conftest import Staff, signed_in
from .pages import act, kind_of, listed, page

pytestmark = pytest.mark.django_db

MODELS = (Player, Match, Notice, LogEntry)


def test_a_player_does_not_come_in() -> None:
    browser = signed_in(make_player())
    match = make_match()
    for address in [*map(listed, MODELS), page(match), act(match, "abandon")]:
        answer = browser.get(address)
        assert answer.status_code == 302
        assert "/admin/login/" in answer["Location"]


def test_nobody_comes_in_without_signing_in(client: Client) -> None:
    assert client.get("/admin/").status_code == 302
    assert client.get(page(make_match())).status_code == 302


def test_staff_without_permissions_sees_nothing(staff: Staff) -> None:
    browser = staff()
    match = make_match()
    for address in [*map(listed, MODELS), page(match), page(match).replace("change", "log")]:
        assert browser.get(address).status_code == 403


def test_who_may_only_look_cannot_act(staff: Staff) -> None:
    browser = staff("view_match", "view_player", "view_notice")
    match, player = make_match(people=2, bots=0), make_player()
    for target, names in {
        match: ("extend-deadline", "give-to-bot", "abandon", "let-go-on"),
        player: (
            "suspend",
            "lift",
            "sign-in-link",
            "revoke-links",
            "change-address",
            "delete",
        ),
    }.items():
        text = browser.get(page(target)).content.decode()
        assert "/act/" not in text
        for name in names:
            said = {"reason": "because", "sure": "on", "address": "x@example.org"}
            assert browser.get(act(target, name)).status_code == 403
            assert browser.post(act(target, name), said).status_code == 403
    assert not LogEntry.objects.exists()
    chosen = {"action": "suspend", "_selected_action": [player.pk], "confirmed": "1"}
    browser.post(listed(Player), {**chosen, "reason": "because"})
    player.refresh_from_db()
    assert not player.is_suspended


def test_who_may_change_players_cannot_delete_them(staff: Staff) -> None:
    browser, player = staff("view_player", "change_player"), make_player()
    assert act(player, "suspend") in browser.get(page(player)).content.decode()
    said = {"reason": "because", "sure": "on"}
    assert browser.post(act(player, "delete"), said).status_code == 403


def test_who_has_not_all_rights_cannot_touch_other_administrators(
    staff: Staff, chief: Player
) -> None:
    """A changed address would be a way to their rights."""
    browser = staff("view_player", "change_player", "delete_player")
    for name in ("suspend", "change-address", "sign-in-link", "revoke-links", "delete"):
        assert browser.get(act(chief, name)).status_code == 403
    assert browser.post(page(chief), {"display_name": "x"}).status_code == 403
    assert browser.get(f"{listed(Player)}{chief.pk}/password/").status_code == 403
    chosen = {"action": "suspend", "_selected_action": [chief.pk], "confirmed": "1"}
    browser.post(listed(Player), {**chosen, "reason": "because"})
    chief.refresh_from_db()
    assert not chief.is_suspended


def test_who_has_not_all_rights_gives_none(staff: Staff) -> None:
    browser, player = staff("view_player", "change_player"), make_player()
    fields = {"display_name": "Ana", "language": "en", "time_zone": "UTC"}
    browser.post(page(player), {**fields, "is_staff": "on", "is_superuser": "on"})
    player.refresh_from_db()
    assert (player.display_name, player.is_staff, player.is_superuser) == ("Ana", False, False)


def test_what_was_done_is_read_and_never_changed(browser: Client, chief: Player) -> None:
    player = make_player()
    browser.post(act(player, "revoke-links"), {"reason": "lost phone"})
    entry = LogEntry.objects.get()
    text = browser.get(listed(LogEntry)).content.decode()
    assert "Revoke links: lost phone" in text
    assert chief.display_name in text
    assert browser.post(page(entry), {"change_message": "x"}).status_code == 403
    assert browser.post(f"{listed(LogEntry)}{entry.pk}/delete/").status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}
    browser.post(listed(LogEntry), chosen)
    assert LogEntry.objects.get() == entry


@pytest.mark.parametrize("model", ["event", "storedevent", "matchsecret", "seatwords"])
def test_events_and_secrets_have_no_page(browser: Client, model: str) -> None:
    assert browser.get(f"/admin/games/{model}/").status_code == 404


def test_capabilities_have_no_page(browser: Client) -> None:
    assert kind_of(Match) == "admin:games_match"
    assert browser.get("/admin/games/capability/").status_code == 404


def test_a_suspended_administrator_is_out_at_once(chief: Player, browser: Client) -> None:
    assert browser.get("/admin/").status_code == 200
    Player.objects.filter(pk=chief.pk).update(suspended_at="2026-01-01T00:00Z")
    assert browser.get("/admin/").status_code == 302
