"""What leads through a replay: its slider, its field, the parts of steps that a script asks for."""

from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.urls import reverse
from django.utils import timezone

from games import queries, store
from games.drawing import branches_in_words
from games.tables import Match
from tests.factories import make_match, play_on
from tests.games.web.browsing import Browser, address, page_of, sit, text_of, to_move

pytestmark = pytest.mark.django_db

# Rounds of few events: a few tiles a hand, and a few that can be drawn.
SHORT: dict[str, Any] = {"hand_size": 4, "yard_reserve": 38}


@pytest.fixture
def over() -> Match:
    return play_on(make_match(people=3, bots=0, rounds=2, **SHORT), now=timezone.now())


@pytest.fixture
def beside() -> Match:
    """Return a match whose rounds were played at the same time."""
    match = make_match(people=2, bots=0, pace="side_by_side", rounds=3, **SHORT)
    return play_on(match, now=timezone.now())


def at(match: Match, name: str, *args: Any) -> str:
    return reverse(f"games:{name}", args=[match.slug, *args])


def part(path: str, reel: str) -> BeautifulSoup:
    """Return what a page that shows a reel is answered for another step."""
    return page_of(Browser().get(path, headers={"Replay-Reel": reel}))


def reel_of(page: BeautifulSoup) -> str:
    slider = page.select_one("#replay-slider")
    assert slider
    return str(slider["data-reel"])


def test_the_slider_goes_over_the_steps_and_says_where_it_stands(over: Match) -> None:
    page = page_of(Browser().get(at(over, "replay_step", 1, 2)))
    slider = page.select_one("input[type=range]")
    assert slider
    last = queries.last_step(over, 1)
    assert (slider["min"], slider["max"], slider["value"]) == ("0", str(last), "2")
    assert slider["aria-valuetext"] == f"step 2 of {last}"
    assert page.select_one(f"label[for={slider['id']}]")
    assert slider.find_parent(attrs={"data-with-script": True})
    assert slider["data-first"] == at(over, "replay_step", 1, 0)


def test_without_a_script_a_number_leads_to_a_step(over: Match) -> None:
    page = page_of(Browser().get(at(over, "replay_step", 1, 2) + "?hands=closed"))
    form = page.select_one("noscript form")
    assert form
    field = form.select_one("input[type=number]")
    assert field
    assert page.select_one(f"label[for={field['id']}]")
    answer = Browser().get(str(form["action"]), {"step": "3", "hands": "closed"})
    assert answer["Location"] == at(over, "replay_step", 1, 3) + "?hands=closed"


@pytest.mark.parametrize("asked", ["", "x", "-1", "9999", "1.5", "٣", "9" * 20])
def test_a_step_that_there_is_not_is_answered_with_a_sentence(over: Match, asked: str) -> None:
    answer = Browser().get(at(over, "replay_round", 1), {"step": asked})
    assert answer.status_code == 400
    last = queries.last_step(over, 1)
    assert f"The steps of this replay go from 0 to {last}." in text_of(answer)
    led = [str(link["href"]) for link in page_of(answer).select("main .buttons a")]
    assert led == [at(over, "replay_step", 1, last), at(over, "replay_step", 1, 0), "/"]


def test_a_script_is_given_only_what_a_step_changes(over: Match) -> None:
    whole = page_of(Browser().get(at(over, "replay_step", 1, 2)))
    found = part(at(over, "replay_step", 1, 3), reel_of(whole))
    ids = [str(each["id"]) for each in found.select("[data-part]")]
    assert "replay-picture" in ids
    assert "replay-slider" in ids
    assert "replay-moves" not in ids
    assert found.select("header, footer, script, .fair, form") == []
    assert found.title
    assert "step 3" in str(found.title.string)
    for each in found.select("[data-part]"):
        alike = whole.select(f"#{each['id']}[data-part]")
        assert [other.name for other in alike] == [each.name]


def test_the_parts_of_a_step_are_those_of_its_page(over: Match) -> None:
    for number, step in ((1, 0), (1, queries.last_step(over, 1)), (2, 4)):
        path = at(over, "replay_step", number, step)
        whole = page_of(Browser().get(path))
        parts = part(path, "another")
        assert parts.select("#replay-moves, #replay-chart")
        for each in parts.select("[data-part]"):
            assert str(whole.select_one(f"#{each['id']}")) == str(each)


def test_the_longest_sentences_keep_the_room_that_any_step_needs(
    over: Match, beside: Match
) -> None:
    for path in (at(over, "replay_step", 1, 2), at(beside, "replay_all_step", 2)):
        answer = Browser().get(path)
        page = page_of(answer)
        kept = [len(said.get_text()) for said in page.select("#replay-room[aria-hidden=true] p")]
        told = [len(line.line.text) for line in answer.context["page"].lines]
        assert max(kept) >= max(told)
    assert any("nobody could play on" in said.get_text() for said in page.select("#replay-room p"))


def test_another_round_or_open_hands_bring_their_own_list(over: Match) -> None:
    reel = reel_of(page_of(Browser().get(at(over, "replay_step", 1, 2))))
    for path in (at(over, "replay_step", 2, 2), at(over, "replay_step", 1, 2) + "?hands=closed"):
        assert part(path, reel).select_one("#replay-moves")


def test_an_answer_in_parts_is_kept_apart_from_the_page(over: Match) -> None:
    answer = Browser().get(at(over, "replay_step", 1, 2))
    assert "Replay-Reel" in answer["Vary"]


def test_what_leads_nowhere_stands_still_and_says_so(over: Match) -> None:
    page = page_of(Browser().get(at(over, "replay_step", 1, 0)))
    for name in ("first", "back"):
        link = page.select_one(f"#step-{name}")
        assert link
        assert not link.has_attr("href")
        assert link["aria-disabled"] == "true"
    assert len(page.select(".steps a[href]")) == 2


def test_hands_take_the_same_room_at_every_step(over: Match) -> None:
    places = set()
    for step in range(queries.last_step(over, 1) + 1):
        page = page_of(Browser().get(at(over, "replay_step", 1, step)))
        places.add(tuple(len(hand.select("li")) for hand in page.select(".a-hand")))
    assert len(places) == 1


def test_how_many_tiles_are_held_is_not_read_as_part_of_the_name(over: Match) -> None:
    page = page_of(Browser().get(at(over, "replay_step", 1, queries.last_step(over, 1))))
    seats = over.seats.select_related("player").order_by("number")
    assert [name.get_text() for name in page.select(".a-hand h2")] == [seat.name for seat in seats]
    for hand in page.select(".a-hand"):
        assert bool(hand.select("ul[aria-hidden=true]")) is (not hand.select(".tile"))


def test_totals_are_drawn_and_stand_in_a_table_too(over: Match) -> None:
    page = page_of(Browser().get(at(over, "replay_step", 2, 1)))
    names = [str(text.string) for text in page.select(".chart-seat text")]
    seats = list(over.seats.select_related("player").order_by("number"))
    assert names == [seat.name for seat in seats]
    rows = [[cell.get_text() for cell in row.select("td")] for row in page.select(".totals tr")]
    ended = [row.points for row in over.rounds.order_by("number")]
    for seat, row in enumerate(rows[1:]):
        first = ended[0][seat]
        assert row == [str(first), str(first + ended[1][seat])]
    marked = page.select_one(".totals th[aria-current]")
    assert marked
    assert "Round 2" in marked.get_text()
    assert [str(now.string) for now in page.select(".chart-now")] == ["2"]


def test_a_match_of_one_round_has_no_chart() -> None:
    match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=4), now=timezone.now())
    assert page_of(Browser().get(at(match, "replay_step", 1, 1))).select(".totals") == []


def test_all_rounds_can_be_gone_through_as_they_happened(beside: Match) -> None:  # R10
    rows = [row for row in store.load_all(beside.pk) if row.type != "match_started"]
    path, shown = at(beside, "replay_all_step", 0), []
    while path:
        answer = Browser().get(path)
        assert answer.status_code == 200
        page = page_of(answer)
        heading = page.h1
        assert heading
        shown.append(heading.get_text(strip=True))
        assert f"step {len(shown) - 1} of {len(rows) - 1}" in text_of(answer)
        assert " ".join(branches_in_words(answer.context["page"].view)) in text_of(answer)
        now = page.select(".every-move [aria-current=step]")
        assert len(now) == 1
        link = page.select_one("a[rel=next]")
        path = str(link["href"]) if link else ""
    assert len(shown) == len(rows)
    for title, row in zip(shown, rows, strict=True):
        if row.round is not None:
            assert title == f"Round {row.round}"


def test_a_moment_is_found_in_its_round_and_among_all(beside: Match) -> None:
    path = at(beside, "replay_all_step", 9) + "?hands=closed"
    alone = page_of(Browser().get(path)).select_one(".reel a")
    assert alone
    assert "hands=closed" in str(alone["href"])
    back = page_of(Browser().get(str(alone["href"]))).select_one(".reel a")
    assert back
    assert back["href"] == path


def test_the_replay_of_all_rounds_opens_at_its_end(beside: Match) -> None:
    answer = Browser().get(at(beside, "replay_all"), follow=True)
    assert "The match is over." in text_of(answer)
    form = page_of(answer).select_one("noscript form")
    assert form
    there = Browser().get(str(form["action"]), {"step": "4"})
    assert there["Location"] == at(beside, "replay_all_step", 4)


def test_a_result_leads_to_all_rounds_where_they_went_side_by_side(
    over: Match, beside: Match
) -> None:
    def led(match: Match) -> bool:
        page = page_of(Browser().get(at(match, "match")))
        return bool(page.select(f"a[href='{at(match, 'replay_all_step', 0)}']"))

    assert led(beside)
    assert not led(over)


def test_a_step_of_all_rounds_says_in_which_round_it_was(beside: Match) -> None:
    for step in (0, 1, 7):
        answer = Browser().get(at(beside, "replay_all_step", step))
        line = page_of(answer).select_one("#replay-line")
        assert line
        assert line.get_text().startswith(f"Round {answer.context['page'].round} ")


def test_a_step_of_all_rounds_is_shared_as_itself_and_shown_as_its_table(beside: Match) -> None:
    answer = Browser().get(at(beside, "replay_all_step", 9))
    page, shown = page_of(answer), answer.context["page"]
    alone = at(beside, "replay_step", shown.round, shown.beside)
    picture = page.select_one("meta[property='og:image']")
    assert picture
    assert f"{alone}preview.png" in str(picture["content"])
    assert Browser().get(str(picture["content"]))["Cache-Control"].endswith("immutable")
    address = page.select_one("#share-address")
    assert address
    assert str(address["value"]).endswith(at(beside, "replay_all_step", 9))


@pytest.mark.parametrize("tail", ["all/99999/", "all/9999/"])
def test_a_step_of_all_rounds_that_there_is_not_leads_to_their_last(
    beside: Match, tail: str
) -> None:
    answer = Browser().get(f"/m/{beside.slug}/replay/{tail}")
    assert answer.status_code == 404
    last = at(beside, "replay_all_step", queries.last_step(beside, None))
    assert page_of(answer).select(f"main a[href='{last}']")


@pytest.mark.parametrize("tail", ["all/-1/", "all/x/", "all/1/2/"])
def test_what_is_no_step_of_all_rounds_is_not_there(beside: Match, tail: str) -> None:
    assert Browser().get(f"/m/{beside.slug}/replay/{tail}").status_code == 404


def test_rounds_in_turn_offer_no_replay_of_all_at_once(over: Match) -> None:
    for path in (at(over, "replay_all"), at(over, "replay_all_step", 3)):
        answer = Browser().get(path)
        assert answer.status_code == 404
        assert page_of(answer).select(f"main a[href='{at(over, 'replay_round', 2)}']")
    assert page_of(Browser().get(at(over, "replay_step", 1, 1))).select(".reel") == []


def test_a_seat_goes_through_all_rounds_that_run_as_far_as_it_may_see() -> None:  # R8
    match = play_on(make_match(people=2, bots=0, pace="side_by_side", rounds=3), choices=5)
    seat = to_move(match)
    browser = sit(seat)
    shown = browser.get(address(seat, "seat_replay_all"), follow=True)
    assert shown.status_code == 200
    page = page_of(shown)
    mine = shown.context["page"].view.hand_sizes[seat.number]
    assert len(page.select(".hands .tile")) == mine
    assert "Not seen before the round is over" in text_of(shown)
    assert Browser().get(at(match, "replay_all_step", 0)).status_code == 404
    assert Browser().get(address(seat, "seat_replay_all_step", 0)).status_code == 403
    for link in page.select(".steps a[href], .every-move a, .reel a, .rounds a"):
        assert browser.get(str(link["href"]), follow=True).status_code == 200
