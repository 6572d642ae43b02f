"""From choice to choice: each move leads on to what waits, and says what was laid and where."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games import services
from games.tables import Match, Seat
from tests.factories import NOON, make_match, make_player, sensible
from tests.games.web.browsing import (
    address,
    fields_of,
    hrefs,
    lay_a_tile,
    page_of,
    rows,
    seat_at,
    send,
    sit,
    to_move,
)
from tests.games.web.tables import ME, OPEN, browser, lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, rounds=3, pace="side_by_side")


@pytest.fixture
def seat(match: Match) -> Seat:
    """Return a seat that every round waits for."""
    seat = to_move(match)
    answer_for_others(match, seat)
    assert match.choices.filter(seat=seat).count() == 3
    return seat


def move(client: Client, seat: Seat, round_number: int) -> tuple[str, Any]:
    """Lay a tile; return its move in words, and the page that it leads to."""
    form = lay_a_tile(client, seat, round_number)
    fields = fields_of(form)
    answer = send(client, form)
    assert answer.status_code == 302
    return fields["tile"], client.get(answer["Location"])


def said(page: Any) -> str:
    """Return what the page says of the move that led to it."""
    notice = page_of(page).select_one(".onwards")
    return notice.get_text(" ", strip=True) if notice else ""


def shown(page: Any) -> int:
    """Return the round that a page shows."""
    current = page_of(page).select_one(".rounds [aria-current]")
    assert current
    return int(str(current["href"]).removeprefix("?round="))


def answer_for_others(match: Match, seat: Seat) -> None:
    """Let the other seats move until nothing waits but for this one."""
    others = match.choices.exclude(seat=seat)
    while other := others.select_related("seat", "match").first():
        services.play(other.seat, other.round, sensible(other), other.seq, now=NOON)


def test_a_move_leads_to_the_next_round_that_waits_and_says_where_one_is(
    match: Match, seat: Seat
) -> None:  # R10.2
    client = sit(seat)
    for number, following in ((1, 2), (2, 3)):
        tile, page = move(client, seat, number)
        assert shown(page) == following
        assert f"You laid {tile} on" in said(page) or "You laid the double" in said(page)
        where = f"That was round {number}. This is round {following}, and it waits for you too."
        assert where in said(page)


def play_all(client: Client, seat: Seat) -> Any:
    """Move wherever a page leads until nothing waits; return the last answer."""
    answer, number = None, 1
    while seat.choices.exists():
        answer = send(client, lay_a_tile(client, seat, number))
        number = shown(client.get(answer["Location"]))
    return answer


def test_behind_the_last_choice_the_page_says_that_nothing_waits(seat: Seat) -> None:
    client = sit(seat)
    page = client.get(play_all(client, seat)["Location"])
    assert "You laid" in said(page)
    assert "Nothing else waits for you at this table." in said(page)
    assert "You get a mail as soon as it is your turn." in said(page)


def test_a_round_that_is_over_meanwhile_is_said_to_be() -> None:
    match = make_match(people=2, bots=0, rounds=2, pace="side_by_side", hand_size=5)
    seat = seat_at(match, 0)
    last = 0
    while choice := match.choices.filter(round=1).select_related("seat", "match").first():
        played = services.play(choice.seat, 1, sensible(choice), choice.seq, now=NOON)
        last = played.seq if choice.seat_id == seat.pk else last
    answer_for_others(match, seat)
    page = sit(seat).get(f"{address(seat)}?round=2&done={last}")
    assert "Round 1 is over now. This is round 2, and it waits for you too." in said(page)


def test_after_the_last_round_comes_the_first_that_waits(match: Match, seat: Seat) -> None:
    _tile, page = move(sit(seat), seat, 3)
    assert shown(page) == 1


def test_who_has_been_answered_at_once_is_asked_again() -> None:
    seat = to_move(make_match(people=2, bots=0))
    client = sit(seat)
    answer = send(client, lay_a_tile(client, seat))
    answer_for_others(seat.match, seat)
    assert "It is your turn again." in said(client.get(answer["Location"]))


def test_what_waits_at_another_table_is_one_touch_away_for_who_is_signed_in() -> None:
    me, other = make_player("Me"), make_player("Other")
    first, second = (table_of(me, other) for _ in range(2))
    assert first.player
    client = browser(first.player)
    _tile, page = move(client, first, 1)
    assert "The table with Other waits for you, until" in said(page)
    assert address(second) in hrefs(page, ".onwards")
    assert "You get a mail" not in said(page)


def test_a_link_of_one_seat_tells_of_no_other_table() -> None:
    me, other = make_player("Me"), make_player("Other")
    first, second = (table_of(me, other) for _ in range(2))
    _tile, page = move(sit(first), first, 1)
    assert "Nothing else waits for you at this table." in said(page)
    assert second.match.slug not in page.content.decode()


def table_of(me: Player, other: Player) -> Seat:
    """Return my seat at a new table, where it is my turn."""
    match = lay(ME, OPEN, creator=me)
    services.take_open_seat(match, other, now=match.created_at)
    mine = seat_at(match, 0)
    answer_for_others(match, mine)
    return mine


def test_a_double_click_is_told_of_as_one_move(match: Match, seat: Seat) -> None:
    client = sit(seat)
    form = lay_a_tile(client, seat, 1)
    send(client, form)
    page = client.get(send(client, form)["Location"])
    assert "You laid" in said(page)
    assert "played already; it counts once" in said(page)


def test_a_link_cannot_make_the_page_say_what_was_not_played(match: Match, seat: Seat) -> None:
    client = sit(seat)
    foreign = match.choices.get(round=2).seq
    for query in (f"done={foreign}", "done=1", "done=99999", f"again={foreign}", "done=0"):
        page = client.get(f"{address(seat)}?round=1&{query}")
        assert page.status_code == 200
        assert not said(page)
    assert client.get(f"{address(seat)}?round=1&done=x").status_code == 400


def test_looking_at_what_was_laid_changes_nothing(match: Match, seat: Seat) -> None:
    client = sit(seat)
    answer = send(client, lay_a_tile(client, seat, 1))
    before = rows()
    client.get(answer["Location"])
    assert rows() == before


def test_the_way_stays_true_while_the_table_goes_on(match: Match, seat: Seat) -> None:
    """The address is shown again when something happens: it says what is so then."""
    client = sit(seat)
    answer = play_all(client, seat)
    assert "Nothing else waits" in said(client.get(answer["Location"]))
    answer_for_others(match, seat)
    assert "Nothing else waits" not in said(client.get(answer["Location"]))
