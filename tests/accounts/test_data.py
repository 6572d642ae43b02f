"""`Download my data`: all that is kept of a person, and nothing of anybody else."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import accounts.services
from accounts.models import Player
from games import bell, queries, services, store
from games.services import SeatPlan, Why
from games.tables import Match
from notifications import noticing, outbox, preferences
from notifications.models import Kind
from notifications.preferences import Preference
from tests.factories import make_player, play_on, waiting
from tests.games.web.browsing import rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_hears_bells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bell, "ring", lambda *_: None)


@pytest.fixture
def mine() -> Player:
    return make_player("Canaria", time_zone="Europe/Ljubljana")


@pytest.fixture
def other() -> Player:
    return make_player("Nightingale")


def download(player: Player) -> dict[str, Any]:
    client = Client()
    client.force_login(player, backend="accounts.backends.PlayerBackend")
    response = client.get("/me/data/")
    assert response.status_code == 200
    data: dict[str, Any] = json.loads(response.content)
    return data


@pytest.fixture
def match(mine: Player, other: Player) -> Match:
    """Return a running match of both, with something of everything that is kept."""
    now = timezone.now()
    match = services.create_match(
        other,
        preset="trains",
        options={"hand_size": 6},
        seats=[SeatPlan("me"), SeatPlan("player", mine)],
        turn_time=timedelta(days=1),
        words="words of a nightingale",
        now=now,
    )
    invitation = match.seats.get(number=1).invitations.get()
    noticing.notice_invitation(invitation, now=now)
    services.accept(invitation, player=mine, words="words of mine", now=now)
    services.create_match(
        mine,
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("address", "stranger@example.org")],
        turn_time=timedelta(days=1),
        now=now,
    )
    while not any(row.type == "tile_drawn" for row in store.load_all(match.pk)):
        play_on(match, choices=1, now=now)
    services.pause(match, why=Why("Nightingale is away", other), now=now)
    preferences.choose(Preference(mine, Kind.REMINDER), wanted=False)
    accounts.services.ask_to_sign_in(mine.email, "10.0.0.1", now=now)
    noticing.notice_match(match.pk, now=now)
    outbox.drain(clock=lambda: now + timedelta(minutes=5))
    return match


def test_it_holds_everything_of_the_person(match: Match, mine: Player) -> None:
    data = download(mine)
    assert data["account"]["address"] == mine.email
    assert data["account"]["name"] == "Canaria"
    assert data["account"]["time_zone"] == "Europe/Ljubljana"
    assert data["signing_in"]["last_code_asked_at"]
    assert data["mail_choices"] == {"reminder": False}
    assert [seat["table"] for seat in data["seats"]] == [
        match.slug,
        mine.created_matches.get().slug,
    ]
    (seat, _own) = data["seats"]
    assert seat["words_for_the_shuffle"]["words"] == "words of mine"
    assert len(seat["waiting"]) == match.choices.filter(seat__player=mine).count()
    assert [invitation["state"] for invitation in data["invitations"]] == ["accepted"]
    assert [table["state"] for table in data["tables_made"]] == ["waiting"]
    assert {mail["kind"] for mail in data["mails"]} >= {"sign_in", "invitation", "pause"}


def test_it_holds_their_own_moves_and_no_tile_that_they_may_not_know(
    match: Match, mine: Player
) -> None:
    moves = download(mine)["seats"][0]["moves"]
    own = [
        row
        for row in store.load_all(match.pk)
        if row.type in {"tile_played", "tile_drawn", "turn_passed"}
        and json.loads(row.data)["seat"] == 1
    ]
    assert [move["event"] for move in moves] == [row.seq for row in own]
    assert {move["seat"] for move in moves} == {1}
    known = {
        str(tile)
        for number in match.rounds.values_list("number", flat=True)
        for event in queries.see_round(match, number, 1).happened
        for tile in (event.data.get("tile"), event.data.get("on"))
    } | {str(queries.see_round(match, 1, 1).view.starter)}
    told = {move[name] for move in moves for name in ("tile", "on") if move.get(name)}
    assert told <= known


def test_it_holds_nothing_of_anybody_else(match: Match, mine: Player, other: Player) -> None:
    text = json.dumps(download(mine)).lower()
    for canary in ("nightingale", other.email, "stranger@"):
        assert canary not in text
    for hidden in ("seed", "seed_commitment", "yard", "hands", "digest"):
        assert f'"{hidden}"' not in text
    theirs = json.dumps(download(other)).lower()
    assert "canaria" not in theirs
    assert mine.email not in theirs
    assert "words of mine" not in theirs
    assert "nightingale is away" in theirs


def test_who_had_a_seat_before_sees_their_own_moves_alone(match: Match, mine: Player) -> None:
    services.resume(match, now=timezone.now())
    before = download(mine)["seats"][0]["moves"]
    dora = make_player("Dora")
    services.give_to_player(match.seats.get(number=1), dora, now=timezone.now())
    while waiting(match).seat.number == 0:
        play_on(match, choices=1, now=timezone.now())
    play_on(match, choices=1, now=timezone.now())
    assert download(mine)["seats"][0]["moves"] == before or match.is_over
    later = download(dora)["seats"][0]
    assert later["moves"]
    assert later["moves"][0]["event"] > before[-1]["event"]
    assert later["words_for_the_shuffle"] is None


def test_it_is_a_file_for_who_is_signed_in_and_no_cache_keeps_it(
    match: Match, mine: Player, client: Client
) -> None:
    assert client.get("/me/data/").status_code == 302
    client.force_login(mine, backend="accounts.backends.PlayerBackend")
    assert "/me/data/" in client.get("/me/").content.decode()
    before = rows()
    response = client.get("/me/data/")
    assert rows() == before
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Content-Type"] == "application/json"
