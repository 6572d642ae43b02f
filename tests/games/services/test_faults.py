"""A match that cannot be replayed stops alone."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from games import services
from games.store import guards
from games.tables import Match
from tests.factories import NOON, make_match, sensible, waiting
from tests.games.tampering import change, change_data

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("data", ["{", "null", '{"round":1}'])
def test_a_log_that_cannot_be_read_stops_its_match_and_no_other_clock(data: str) -> None:
    broken, whole = make_match(people=2, bots=0), make_match(people=2, bots=0)
    for match in (broken, whole):
        services.told([waiting(match).pk], now=NOON)
    with connection.cursor() as cursor:
        guards.remove(connection)
        cursor.execute(
            "UPDATE games_event SET data = %s WHERE match_id = %s AND type = 'round_dealt'",
            [data, broken.pk],
        )
        guards.install(connection)
    assert services.time_out(now=NOON + timedelta(days=2)) == 1
    broken.refresh_from_db()
    assert broken.fault
    before = whole.head
    whole.refresh_from_db()
    assert whole.head > before


OF_A_NEWER_PROGRAM = [
    ({"rules": "newer edition"}, "edition: These rulings are of a newer program, or of none."),
    ({"type": "tile_eaten"}, "type of tile_eaten is unknown to version 1"),
]


@pytest.mark.parametrize(("newer", "sentence"), OF_A_NEWER_PROGRAM, ids=["edition", "version"])
def test_an_event_of_a_newer_program_stops_its_match_with_a_sentence(
    newer: dict[str, str], sentence: str
) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    command = sensible(choice)
    if "type" in newer:
        change(match, 2, "type", newer["type"])
    else:
        change_data(match, 1, rules=match.rules | {"edition": 2})
    with pytest.raises(services.MatchFaulted) as refused:
        services.play(choice.seat, choice.round, command, choice.seq, now=NOON)
    assert "stands still" in str(refused.value)
    match.refresh_from_db()
    assert sentence in match.fault
    assert match.stopped_at == NOON


def test_pages_of_a_match_of_a_newer_program_are_sentences_too() -> None:
    match = make_match(people=2, bots=0)
    newer = match.rules | {"edition": 2, "option_to_come": 7}
    change_data(match, 1, rules=newer)
    Match.objects.update(rules=newer, watchable=True)
    player = match.creator
    assert player
    browser = Client()
    browser.force_login(player)
    home = browser.get("/")
    assert home.status_code == 200
    assert match.slug in home.content.decode()
    assert browser.get(f"/m/{match.slug}/", follow=True).status_code == 503
    assert browser.get(f"/api/matches/{match.slug}/").status_code == 200
    assert browser.get(f"/api/matches/{match.slug}/rounds/1/").status_code == 503
