"""What must be true of a match that is over: its record, its replay, and what nobody was told."""

import re
import tempfile

from games.engine import MatchEnded, RoundState
from tests.rehearsal.browser import Browser, Page
from tests.rehearsal.course import Course
from tests.rehearsal.received import Archive
from tests.rehearsal.record import Record
from tests.rehearsal.secrecy import leaks


def prove(course: Course) -> None:
    """Hold all that can be seen of a match against its record."""
    replay = course.players[0].replay
    found = re.search(r"/m/([\w-]{22})/", replay)
    assert found
    slug = found[1]
    record = _record(course, slug)
    _compare_moves(course, record)
    visitor = Browser("a visitor", Archive())
    steps = sum(
        _compare_round(visitor, f"{course.site.url}/m/{slug}", number, record)
        for number in record.rounds
    )
    course.say(f"{steps} steps of the replay are as the record has them")
    _compare_result(visitor.open(f"{course.site.url}/m/{slug}/"), record)
    seats = {player.address: player.seat for player in course.players}
    told = list(leaks(course.archive, seats, record))
    assert not told, "\n".join(map(str, told[:20]))
    course.say(f"{len(course.archive)} pages and mails told nobody what they could not know")


def _record(course: Course, slug: str) -> Record:
    """Export the record both ways, check it, and read it."""
    exported = course.site.manage("export_match", slug)
    visitor = Browser("a visitor", Archive())
    visitor.open(f"{course.site.url}/m/{slug}/record/")
    assert visitor.archive[-1].body == exported, "the downloaded record is another one"
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(exported)
        file.flush()
        checked = course.site.manage("check_record", file.name).decode().strip()
    assert re.fullmatch(r".*: ok, \d+ events", checked), checked
    course.say(f"the record: {checked.rpartition(': ')[2]}")
    return Record(exported)


def _compare_moves(course: Course, record: Record) -> None:
    """See that what was confirmed was played, once each, and nothing else was."""
    for player in course.players:
        made = [(move.round, move.tile, move.on) for move in player.moves]
        assert record.moves_of(player.seat) == made, f"the moves of {player.name}"
    causes = {line["cause"] for line in record.lines}
    assert causes <= {"player", "forced", "system"}, causes


def _compare_round(visitor: Browser, match: str, number: int, record: Record) -> int:
    """Open a round's replay at every step; returns how many there are."""
    states = record.steps_of(number)
    for step, state in enumerate(states):
        page = visitor.open(f"{match}/replay/{number}/{step}/?hands=open")
        assert page.status == 200, page.url
        _compare_step(page, state.rounds[number])
    beyond = visitor.open(f"{match}/replay/{number}/{len(states) + 1}/")
    assert beyond.status == 404
    return len(states)


def _compare_step(page: Page, state: RoundState) -> None:
    drawn = [str(tile["data-tile"]) for tile in page.soup.select("figure.board [data-tile]")]
    assert sorted(drawn) == sorted(str(placed.tile) for placed in state.placements), page.url
    for hand, shown in zip(state.hands, page.soup.select("section.hands ul"), strict=True):
        tiles = [str(tile["aria-label"]) for tile in shown.select(".tile[aria-label]")]
        assert tiles == [str(tile) for tile in hand], f"{page.url}: {tiles}, not {list(hand)}"


def _compare_result(page: Page, record: Record) -> None:
    ended = record.events[-1]
    assert isinstance(ended, MatchEnded)
    totals = [int(cell.get_text()) for cell in page.soup.select("table.points td strong")]
    assert totals == sorted(ended.totals), f"{page.url}: {totals} instead of {ended.totals}"
