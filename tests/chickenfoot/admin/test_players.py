"""Players are found, read, added and looked after."""

from datetime import time, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import accounts.services
from accounts import signals
from accounts.models import Player
from games import services, store
from games.tables import Match, Seat
from notifications import preferences
from notifications.models import Kind
from notifications.preferences import Preference
from tests.factories import make_match, make_player

from .pages import act, do, kept, listed, page, refused

pytestmark = pytest.mark.django_db


def found(browser: Client, query: str) -> str:
    answer = browser.get(f"{listed(Player)}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_players_are_searched_by_name_and_address(browser: Client) -> None:
    make_player("Ana")
    ben = make_player("Ben")
    assert "Ana" in found(browser, "q=ana")
    assert "Ben" not in found(browser, "q=ana")
    assert "Ben" in found(browser, f"q={ben.email.upper()}")


def test_players_are_filtered_by_suspension_and_by_when_they_were_seen(browser: Client) -> None:
    now = timezone.now()
    make_player("Nele", last_seen_at=now)
    make_player("Otto", last_seen_at=now - timedelta(days=90))
    accounts.services.suspend(make_player("Susi"), "why", now=now)
    for query, who in {
        "suspended=yes": {"Susi"},
        "suspended=no": {"Nele", "Otto"},
        "seen=7": {"Nele"},
        "seen=30": {"Nele"},
        "seen=longer": {"Otto"},
        "seen=never": {"Susi"},
    }.items():
        text = found(browser, query)
        assert {name for name in ("Nele", "Otto", "Susi") if name in text} == who


def test_a_page_tells_which_mails_somebody_wants_and_changes_none_of_it(browser: Client) -> None:
    player = make_player(time_zone="Asia/Tashkent", digest_at=time(18), reminders="3h")
    preferences.choose(Preference(player, Kind.PAUSE), wanted=False)
    text = browser.get(page(player)).content.decode()
    assert "At 18:00 (Asia/Tashkent)" in text
    assert "3 hours before the end" in text
    assert "pause of a match" in text
    for name in ("digest_at", "reminders"):
        assert f'name="{name}"' not in text


def test_a_page_tells_when_somebody_was_seen_and_where_they_sit(browser: Client) -> None:
    match = make_match(people=1, bots=1)
    player = match.seats.get(number=0).player
    assert player is not None
    text = browser.get(page(player)).content.decode()
    assert match.slug in text
    assert page(match) in text


class TestAdding:
    def add(self, browser: Client, **fields: str) -> str:
        filled = {
            "email": "new@example.org",
            "display_name": "New",
            "language": "en",
            "time_zone": "Europe/Vienna",
            **fields,
        }
        answer = browser.post(page_to_add(), filled, follow=True)
        return answer.content.decode()

    def test_somebody_new_has_an_address_and_no_password(self, browser: Client) -> None:
        self.add(browser, email="New@Example.org")
        player = Player.objects.get(display_name="New")
        assert (player.email, player.time_zone) == ("New@Example.org", "Europe/Vienna")
        assert not player.has_usable_password()
        assert not player.is_staff

    @pytest.mark.parametrize(
        ("field", "value", "sentence"),
        [
            ("email", "", "Please write an e-mail address."),
            ("email", "no address", "This is not an e-mail address"),
            ("email", "a@b.org\nbcc: c@d.org", "This is not an e-mail address"),
            ("email", "a" * 10_000 + "@b.org", "at most 254"),
            ("email", "CHIEF@example.org", "There is a player with this address already."),
            ("display_name", "", "Please write a name."),
            ("display_name", "x\u202ey", "visible characters"),
            ("time_zone", "Mars/Olympus", "Select a valid choice"),
            ("language", "tlh", "Select a valid choice"),
        ],
    )
    def test_what_is_wrong_is_said_beside_its_field(
        self, browser: Client, chief: Player, field: str, value: str, sentence: str
    ) -> None:
        Player.objects.filter(pk=chief.pk).update(email="chief@example.org")
        before = Player.objects.count()
        text = self.add(browser, **{field: value})
        beside = text.split(f"field-{field}")[1].split("</div>")[0]
        assert "errorlist" in beside
        assert sentence in beside
        assert Player.objects.count() == before

    def test_rights_are_not_given_by_the_way(self, browser: Client) -> None:
        self.add(browser, is_staff="on", is_superuser="on")
        assert not Player.objects.get(display_name="New").is_staff


def page_to_add() -> str:
    return f"{listed(Player)}add/"


def edit(browser: Client, player: Player, **fields: str) -> None:
    filled = {"display_name": player.display_name, "language": "en", "time_zone": "UTC", **fields}
    answer = browser.post(page(player), filled)
    assert answer.status_code == 302, answer.content.decode()


def test_what_is_edited_is_saved_and_nothing_else(browser: Client) -> None:
    player = make_player("Ana")
    address = player.email
    edit(browser, player, display_name="Anna", email="other@example.org")
    player.refresh_from_db()
    assert (player.display_name, player.email) == ("Anna", address)


class TestActs:
    @pytest.fixture
    def ana(self) -> Player:
        return make_player("Ana")

    def test_suspending_hands_the_seats_to_bots_and_lifting_lets_them_in(
        self, browser: Client
    ) -> None:
        match = make_match(people=2, bots=0)
        ana = match.seats.get(number=0).player
        assert ana is not None
        do(browser, ana, "suspend", reason="was rude")
        assert (ana.is_suspended, ana.suspension_reason) == (True, "was rude")
        assert Seat.objects.get(match=match, number=0).bot == "hen"
        assert kept(ana) == [("Chief", "Suspend: was rude")]
        do(browser, ana, "lift", reason="has apologised")
        assert not ana.is_suspended
        assert kept(ana)[0] == ("Chief", "Lift the suspension: has apologised")

    def test_a_reason_is_needed_and_not_too_long_a_one(self, browser: Client, ana: Player) -> None:
        assert "This field is required" in refused(browser, ana, "suspend", reason=" ")
        assert "at most 200" in refused(browser, ana, "suspend", reason="x" * 201)
        ana.refresh_from_db()
        assert not ana.is_suspended

    def test_nobody_locks_themselves_out(self, browser: Client, chief: Player) -> None:
        assert "lock yourself out" in refused(browser, chief, "suspend")
        chief.refresh_from_db()
        assert not chief.is_suspended

    def test_a_sign_in_link_goes_to_the_players_address(self, browser: Client, ana: Player) -> None:
        asked: list[str] = []

        def heard(address: str, **_: object) -> None:
            asked.append(address)

        signals.sign_in_asked.connect(heard)
        do(browser, ana, "sign-in-link")
        signals.sign_in_asked.disconnect(heard)
        assert asked == [ana.email]

    def test_sign_in_links_are_throttled_for_administrators_too(
        self, browser: Client, ana: Player
    ) -> None:
        for _ in range(5):
            do(browser, ana, "sign-in-link")
        assert "too often" in refused(browser, ana, "sign-in-link")

    def test_links_are_revoked(self, browser: Client) -> None:
        match = make_match(people=1, bots=1)
        seat = match.seats.select_related("player").get(number=0)
        assert seat.player is not None
        token = services.token(services.capability_for(seat))
        do(browser, seat.player, "revoke-links")
        assert services.resolve(token, now=timezone.now()).status == "revoked"

    def test_an_address_is_changed_and_the_old_one_is_told(
        self, browser: Client, ana: Player
    ) -> None:
        told: list[str] = []

        def heard(old_address: str, **_: object) -> None:
            told.append(old_address)

        old = ana.email
        signals.address_changed.connect(heard)
        do(browser, ana, "change-address", address="Ana@New.example")
        signals.address_changed.disconnect(heard)
        assert (ana.email, told) == ("Ana@New.example", [old])
        assert "new.example" not in str(kept(ana)).lower()

    @pytest.mark.parametrize("address", ["", "none", "x@y.org\nz: 1", "b" * 300 + "@c.org"])
    def test_what_is_no_address_is_refused_beside_its_field(
        self, browser: Client, ana: Player, address: str
    ) -> None:
        assert "errorlist" in refused(browser, ana, "change-address", address=address)

    def test_an_address_that_is_taken_is_refused(self, browser: Client, ana: Player) -> None:
        other = make_player()
        text = refused(browser, ana, "change-address", address=other.email.upper())
        assert "already" in text
        assert "already" in refused(browser, ana, "change-address", address=ana.email)

    def test_deleting_leaves_the_log_whole(self, browser: Client) -> None:
        match = make_match(people=2, bots=0)
        ana = match.seats.get(number=0).player
        assert ana is not None
        do(browser, ana, "suspend", reason="was rude")
        before = list(store.load_all(match.pk))
        do(browser, ana, "delete", sure="on", reason="asked for it by letter")
        assert not Player.objects.filter(pk=ana.pk).exists()
        assert list(store.load_all(match.pk))[: len(before)] == before
        assert Match.objects.filter(pk=match.pk).exists()

    def test_what_was_done_to_who_was_deleted_is_kept_without_the_name(
        self, browser: Client, ana: Player
    ) -> None:
        do(browser, ana, "revoke-links", reason="first")
        do(browser, ana, "delete", sure="on", reason="second")
        assert [why for _who, why in kept(ana)] == ["Delete: second", "Revoke links: first"]
        names = LogEntry.objects.values_list("object_repr", flat=True)
        assert set(names) == {f"#{ana.pk}"}

    def test_deleting_wants_a_yes(self, browser: Client, ana: Player) -> None:
        assert "This field is required" in refused(browser, ana, "delete")
        assert Player.objects.filter(pk=ana.pk).exists()

    def test_who_has_acted_here_is_not_deleted(self, browser: Client, ana: Player) -> None:
        boss = make_player("Boss", is_staff=True, is_superuser=True)
        client = Client()
        client.force_login(boss, backend="accounts.backends.PlayerBackend")
        do(client, ana, "revoke-links")
        assert "cannot be deleted" in refused(browser, boss, "delete", sure="on")
        assert Player.objects.filter(pk=boss.pk).exists()

    def test_an_act_that_no_longer_fits_does_nothing(self, browser: Client, ana: Player) -> None:
        answer = browser.post(act(ana, "lift"), {"reason": "why"}, follow=True)
        assert "nothing to do" in answer.content.decode()
        assert kept(ana) == []


def test_several_are_suspended_at_once_each_with_the_reason(browser: Client, chief: Player) -> None:
    ana, ben = make_player("Ana"), make_player("Ben")
    chosen = {"action": "suspend", "_selected_action": [ana.pk, ben.pk, chief.pk]}
    asked = browser.post(listed(Player), chosen)
    assert "Ana" in asked.content.decode()
    assert not Player.objects.exclude(suspended_at=None).exists()
    browser.post(listed(Player), {**chosen, "confirmed": "1", "reason": "a quarrel"})
    suspended = Player.objects.exclude(suspended_at=None)
    assert set(suspended) == {ana, ben}
    assert kept(ana) == kept(ben) == [("Chief", "Suspend: a quarrel")]
    assert kept(chief) == []


def test_an_act_on_several_wants_a_reason_too(browser: Client) -> None:
    ana = make_player("Ana")
    chosen = {"action": "suspend", "_selected_action": [ana.pk], "confirmed": "1", "reason": ""}
    assert browser.post(listed(Player), chosen).status_code == 422
    ana.refresh_from_db()
    assert not ana.is_suspended


def test_an_administrator_has_a_password_and_nobody_else(browser: Client) -> None:
    ana, boss = make_player("Ana"), make_player("Boss", is_staff=True)
    address = f"{listed(Player)}{boss.pk}/password/"
    assert address in browser.get(page(boss)).content.decode()
    new = {
        "password1": "a good long one",
        "password2": "a good long one",
        "usable_password": "true",
    }
    assert browser.post(address, new).status_code == 302
    boss.refresh_from_db()
    assert boss.check_password("a good long one")
    assert browser.get(f"{listed(Player)}{ana.pk}/password/").status_code == 403


def test_who_has_acted_here_does_not_delete_themselves(browser: Client, chief: Player) -> None:
    do(browser, make_player(), "revoke-links")
    answer = browser.post(reverse("accounts:delete"), {"sure": "on"})
    assert answer.status_code == 409
    assert "cannot be deleted" in answer.content.decode()
    assert Player.objects.filter(pk=chief.pk).exists()


def test_the_page_of_a_player_says_their_time_off(browser: Client) -> None:
    player = make_player(time_zone="UTC")
    today = timezone.now().date()
    accounts.services.take_time_off(player, today, today, now=timezone.now())
    shown = browser.get(page(player)).content.decode()
    assert f"{today + timedelta(days=1):%Y-%m-%d} 00:00 UTC" in shown
    assert f"days left in {today.year}: 29" in shown
