"""All mail settings on one page, reached from every mail without signing in."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games import services
from games.tables import Choice
from notifications import noticing, preferences
from notifications.kinds import WHEN
from notifications.models import SWITCHABLE, Kind, MailChoice, Notice
from notifications.preferences import BadLink, Preference
from notifications.samples import samples
from tests.factories import NOON, make_match, make_player, sensible, waiting
from tests.games.web.browsing import rows
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=3)


@pytest.fixture
def player() -> Player:
    return make_player("Ana")


def path(player: Player) -> str:
    return f"/mail/settings/{preferences.token_of_all(player)}/"


def form(**changed: str | None) -> dict[str, str]:
    """Return what a browser sends for the form as it comes, with what was changed."""
    sent: dict[str, str | None] = {"rhythm": "single", "hour": "8"}
    sent |= {f"kind_{kind}": "on" for kind in SWITCHABLE}
    sent |= {"remind_half": "on", "remind_12h": "on", **changed}
    return {name: value for name, value in sent.items() if value is not None}


def test_every_kind_that_can_be_switched_off_says_when_it_comes() -> None:
    assert set(WHEN) == set(SWITCHABLE)


def test_every_mail_to_a_player_leads_to_it() -> None:
    strangers = {Kind.INVITATION, "invitation_in_turn", "stopped_admin"}
    for name, mail in samples("en", now=NOON):
        for text in (str(mail.body), str(mail.alternatives[0][0])):  # type: ignore[attr-defined]
            assert ("/mail/settings/" in text) == (name not in strangers), name


def test_no_mail_to_an_address_that_is_not_the_players_leads_to_it(
    player: Player, drain: Drain
) -> None:
    words: dict[str, Any] = {"player": player, "address": "old@example.org"}
    noticing.make(Kind.ADDRESS_CHANGED, "x", NOON, now=NOON, **words)
    (sent,) = drain(NOON)
    assert "/mail/settings/" not in str(sent.body)


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(client: Client, player: Player, method: str) -> None:
    before = rows()
    for _ in range(2):
        assert getattr(client, method)(path(player)).status_code == 200
    assert rows() == before


def test_it_shows_what_was_chosen(client: Client, player: Player) -> None:
    preferences.choose(Preference(player, Kind.PAUSE), wanted=False)
    page = client.get(path(player)).content.decode()
    for kind in SWITCHABLE:
        tick = re.search(rf'<input[^>]*name="kind_{kind}"[^>]*>', page)
        assert tick is not None
        assert ("checked" in tick[0]) == (kind != Kind.PAUSE)
        assert str(WHEN[kind]) in page
    assert re.search(r'name="remind_half"[^>]*checked', page)
    assert not re.search(r'name="remind_24h"[^>]*checked', page)
    assert re.search(r'value="single"[^>]*checked', page)


def test_all_of_it_is_kept_in_one_go(client: Client, player: Player) -> None:
    sent = form(rhythm="daily", hour="18", kind_pause=None, remind_half=None, remind_1h="on")
    assert client.post(path(player), sent).status_code == 302
    player.refresh_from_db()
    assert (player.digest_at, player.reminders) == (time(18), "12h 1h")
    assert preferences.unwanted(player) == {Kind.PAUSE}
    client.post(path(player), form())
    player.refresh_from_db()
    assert (player.digest_at, player.reminders) == (None, "half 12h")
    assert preferences.unwanted(player) == set()


def test_what_was_never_changed_leaves_no_rows(client: Client, player: Player) -> None:
    client.post(path(player), form())
    assert not MailChoice.objects.exists()


def test_no_reminders_at_all_can_be_chosen(client: Client, player: Player) -> None:
    client.post(path(player), form(remind_half=None, remind_12h=None))
    player.refresh_from_db()
    assert player.reminders == ""


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"rhythm": None}, "Please choose how often"),
        ({"rhythm": "hourly"}, "Please choose one of the two"),
        ({"hour": "24"}, "Please choose a full hour"),
        ({"hour": "half past"}, "Please choose a full hour"),
        ({"hour": None}, "Please choose an hour"),
    ],
)
def test_nonsense_is_refused_beside_the_field(
    client: Client, player: Player, changed: dict[str, str | None], sentence: str
) -> None:
    response = client.post(path(player), form(**{**changed, "kind_turn": None}))
    assert response.status_code == 422
    assert sentence in response.content.decode()
    player.refresh_from_db()
    assert player.digest_at is None
    assert not MailChoice.objects.exists()


def test_a_field_that_comes_twice_is_refused(client: Client, player: Player) -> None:
    response = client.post(path(player), {**form(), "hour": ["8", "9"]})
    assert response.status_code == 400


def test_people_send_it_with_a_csrf_token(player: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(path(player), form()).status_code == 403
    page = client.get(path(player)).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    sent = form(kind_turn=None) | {"csrfmiddlewaretoken": token[1]}
    assert client.post(path(player), sent).status_code == 302
    assert not preferences.wants(player, Kind.TURN)


def test_a_link_for_one_kind_opens_no_settings(client: Client, player: Player) -> None:
    one, everything = preferences.token(player, Kind.TURN), preferences.token_of_all(player)
    assert client.get(f"/mail/settings/{one}/").status_code == 403
    assert client.post(f"/mail/settings/{one}/", form()).status_code == 403
    assert client.get(f"/mail/{everything}/").status_code == 403
    assert client.post(f"/mail/{everything}/", {"List-Unsubscribe": "One-Click"}).status_code == 403


def test_a_changed_address_voids_the_link(player: Player) -> None:
    token = preferences.token_of_all(player)
    player.email = "new@example.org"
    player.save()
    with pytest.raises(BadLink):
        preferences.resolve_all(token)


def test_who_is_signed_in_finds_it_in_the_profile(client: Client, player: Player) -> None:
    assert client.get("/me/mail/").status_code == 302
    client.force_login(player, backend="accounts.backends.PlayerBackend")
    assert 'href="/me/mail/"' in client.get("/me/").content.decode()
    assert client.post("/me/mail/", form(kind_offer=None)).status_code == 302
    assert preferences.unwanted(player) == {Kind.OFFER}


def test_other_reminders_hold_for_what_waits_already(client: Client) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    player = choice.seat.player
    assert player is not None
    Choice.objects.update(deadline=choice.deadline + timedelta(days=40_000))
    client.post(path(player), form(remind_half=None, remind_12h=None, remind_3h="on"))
    changed = waiting(match)
    assert changed.remind_at == changed.deadline - timedelta(hours=3)
    client.post(path(player), form(remind_half=None, remind_12h=None))
    assert waiting(match).remind_at is None


def test_the_next_choice_is_reminded_of_as_chosen(drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    Player.objects.update(reminders="3h 1h", quiet_from=None, quiet_until=None)
    choice = waiting(match)
    services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
    noticing.notice_match(match.pk, now=NOON)
    drain(SOON)
    following = waiting(match)
    sent = []
    for hours in (12, 3, 1):
        at = following.deadline - timedelta(hours=hours)
        noticing.notice_reminders(now=at)
        sent.append(len(drain(at)))
    assert sent == [0, 1, 1]
    assert Notice.objects.filter(kind=Kind.REMINDER).count() == 2
