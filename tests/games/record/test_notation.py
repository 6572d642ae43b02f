"""The notation of a match: read back it is the same match, and what is wrong names its line."""

import io
import json
import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import settings as examples

from games import services
from games.engine import Caused, Event, MatchAbandoned, counting, parse_event
from games.record.check import check
from games.record.notation import Notated, NotationFault, notation_of, read, record_of, write
from games.record.referee import TABLE_EVENTS
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.engine.golden import GOLDEN
from tests.games.engine.matches import Setting, first_event, settings_of_matches, steps

from .records import GOOD

DOCUMENT = Path(__file__).parents[3] / "docs" / "NOTATION.md"
OVER = [
    path
    for path in [*GOOD, *sorted(GOLDEN.glob("*.jsonl"))]
    if b'"seed":' in path.read_bytes().splitlines()[-1]
]
(SHORT,) = [path for path in GOOD if path.stem.startswith("11-")]
(ABANDONED,) = [path for path in GOOD if "abandoned" in path.stem]


def events_of(path: Path) -> list[Event]:
    """Return the events of a record that count."""
    rows = [json.loads(line) for line in path.read_bytes().splitlines()[1:]]
    found = counting((row["seq"], parse_event(row["type"], row["data"])) for row in rows)
    return [event for _seq, event in found]


def of_the_table(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, (*TABLE_EVENTS, MatchAbandoned))]


def text_of(events: list[Event]) -> str:
    return "".join(f"{line}\n" for line in write(events))


def back(text: str) -> Notated:
    return read(io.BytesIO(text.encode()))


def held(events: list[Event]) -> str:
    """Return the notation of events, which it tells to the last one, by a record that is good."""
    text = text_of(events)
    found = back(text)
    assert [caused.event for caused in found.events] == of_the_table(events)
    report = check(io.BytesIO(record_of(found, now=NOON)))
    assert report.fault is None
    assert text_of([caused.event for caused in found.events]) == text
    return text


@pytest.mark.parametrize("path", [SHORT, ABANDONED, *OVER[4::16]], ids=lambda path: path.stem)
def test_a_match_is_read_back_to_the_same_moves(path: Path) -> None:
    held(events_of(path))


@pytest.mark.proof
@pytest.mark.parametrize("path", OVER, ids=lambda path: path.stem)
def test_every_stored_match_is_read_back_to_the_same_moves(path: Path) -> None:
    held(events_of(path))


def played(setting: Setting) -> list[Caused]:
    return [Caused(first_event(setting), "system"), *(step.caused for step in steps(setting))]


@given(settings_of_matches(highest=(6, 9)))
@examples(max_examples=12)
def test_any_match_is_read_back_with_what_was_forced(setting: Setting) -> None:
    events = played(setting)
    assert back(held([caused.event for caused in events])).events == tuple(events)


@pytest.mark.proof
@given(settings_of_matches())
@examples(max_examples=300)
def test_any_match_of_any_set_is_read_back(setting: Setting) -> None:
    held([caused.event for caused in played(setting)])


def test_the_document_shows_what_is_written_and_what_is_read() -> None:
    text = DOCUMENT.read_text("utf-8").split("## Grammar")[0]
    shown = re.sub(
        "^    ", "", "\n".join(re.findall(r"^(?:    .*|)$", text, re.MULTILINE)), flags=re.MULTILINE
    )
    remark = re.compile("^#.*\n", re.MULTILINE)
    rows = SHORT.read_bytes().splitlines()
    began, ended = (json.loads(row)["at"] for row in (rows[1], rows[-1]))
    written = [line for line in write(events_of(SHORT), began, ended) if line]
    assert [line for line in remark.sub("", shown).splitlines() if line] == written
    assert [caused.event for caused in back(shown).events] == of_the_table(events_of(SHORT))


def test_what_a_reader_must_accept() -> None:
    text = text_of(events_of(SHORT))
    head, rules, rest = re.split("(Rules: .*)\n", text)
    options = ", ".join(reversed(rules.removeprefix("Rules: ").split(", ")))
    loose = f"\ufeff# Ana, Ben\n\n{head}Rules: {options}\n{rest}".replace("1.2 C ", "\t1.2  C\t")
    loose = loose.replace("6-0@6-6", "0-6@6-6").replace(
        "draws 1-5, passes", "draws 5-1\n1.4 B passes"
    )
    loose = loose.replace("\n", "\r\n").rstrip()
    assert back(loose).events == back(text).events


WRONG = {
    "another title": (1, "Chickenfoot notation 1", "Chickenfoot notation 2"),
    "a rule that is missing": (5, "arms 4, ", ""),
    "a rule twice": (2, "arms 4, ", "arms 4, arms 4, "),
    "a rule that R1 refuses": (5, "hand_size 3", "hand_size 99"),
    "a number without end": (2, "hand_size 3", "hand_size " + "9" * 5000),
    "seats in another order": (3, "Seats: A B C", "Seats: A C B"),
    "words for fewer seats": (5, 'Words: "pui" ', "Words: "),
    "words that are none": (4, 'Words: "pui"', "Words: pui"),
    "words that nobody can write": (4, 'Words: "pui"', 'Words: "\\ud800"'),
    "words of nothing but brackets": (4, 'Words: "pui"', "Words: " + "[" * 9000),
    "a commitment that is too short": (5, "Commitment: 7d", "Commitment: "),
    "another first seat": (11, "6-6, A first", "6-6, B first"),
    "a hand out of its place": (8, "Hand A", "Hand B"),
    "a tile that no set has": (8, "Hand A: 0-2", "Hand A: 0-77"),
    "a tile of another set": (11, "Hand A: 0-2", "Hand A: 0-9"),
    "no tile": (8, "Hand A: 0-2", "Hand A: 0+2"),
    "a hand that is missing": (9, "Hand B: 6-6", "Hund B: 6-6"),
    "a yard in another order": (15, "1-5 0-0", "0-0 1-5"),
    "another turn": (13, "1.2 C", "1.3 C"),
    "another round": (13, "1.2 C", "2.2 C"),
    "another seat": (13, "1.2 C", "1.2 A"),
    "no act": (13, "6-0@6-6", "6-0 at 6-6"),
    "a tile that does not fit": (25, "2-4@6-2", "1-1@6-2"),
    "a place that is closed": (24, "1-5@6-1", "1-5@6-6"),
    "other points": (26, "out: A 57", "out: A 56"),
    "another way to end": (26, "Round 1 out", "Round 1 blocked"),
    "points for fewer": (26, "A 57, B 22, C 0\n\n", "A 57, B 22\n\n"),
    "other ranks": (29, "Ranks: A 3, B 2", "Ranks: A 2, B 2"),
    "another seed": (30, "Seed: 19", "Seed: 20"),
    "no seed": (30, "Seed: 19", "Sead: 19"),
    "a head below the head": (12, "1.1 B", "Seats: A B\n1.1 B"),
    "a turn in a deal": (8, "Hand A", "1.1 A passes\nHand A"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_at_its_line(name: str) -> None:
    line, old, new = WRONG[name]
    text = text_of(events_of(SHORT))
    assert old in text
    with pytest.raises(NotationFault) as found:
        back(text.replace(old, new, 1))
    assert found.value.line == line
    assert str(found.value).startswith(f"line {line}: ")


def test_what_is_cut_off_is_refused_where_it_ends() -> None:
    lines = text_of(events_of(SHORT)).splitlines(keepends=True)
    for count in range(len(lines)):
        with pytest.raises(NotationFault) as found:
            back("".join(lines[:count]))
        assert str(found.value) == f"line {count + 1}: The match has not ended."


def test_what_follows_the_end_is_refused() -> None:
    text = text_of(events_of(SHORT))
    with pytest.raises(NotationFault, match="line 31: Nothing follows the end"):
        back(text + "Seed: 00\n")


@pytest.mark.parametrize(
    ("raw", "told"),
    [(b"", "not ended"), (b"\xff\n", "no UTF-8"), (b"x" * 70_000, "longer"), (b"\0\n", "begins")],
)
def test_what_is_no_text_is_refused(raw: bytes, told: str) -> None:
    with pytest.raises(NotationFault, match=f"line 1: .*{told}"):
        read(io.BytesIO(raw))


@pytest.mark.parametrize("number", range(0, 300, 50))
def test_whatever_was_changed_it_is_read_or_refused(number: int) -> None:
    """Bytes are changed at random: what is still read is a match that the rules allow."""
    chance, text = Random(number), text_of(events_of(SHORT)).encode()
    for _ in range(50):
        changed = bytearray(text)
        for _ in range(chance.choice([1, 1, 1, 3, 20])):
            at = chance.randrange(len(changed))
            changed[at : at + chance.choice([0, 1, 1, 9])] = chance.choice(
                [b"", b"9", b" ", b"\n", b"A", b"-", b"@", b"\xff", b'"', b", ", b"0-0", b"1.1"]
            )
        with suppress(NotationFault):
            found = read(io.BytesIO(bytes(changed)))
            assert check(io.BytesIO(record_of(found, now=NOON))).fault is None


@pytest.mark.django_db
class TestFaces:
    @pytest.fixture
    def match(self) -> Match:
        return play_on(make_match(people=2, bots=0, rounds=2, hand_size=4, pace="side_by_side"))

    def told(self, *arguments: str) -> str:
        out = io.StringIO()
        call_command(*arguments, stdout=out)
        return out.getvalue()

    def test_a_match_that_is_over_is_written_and_read_by_the_commands(
        self, match: Match, tmp_path: Path
    ) -> None:
        file = tmp_path / "match.txt"
        assert self.told("export_match", match.slug, "--notation", "--out", str(file)) == ""
        text = file.read_text("utf-8")
        assert text == notation_of(match) == self.told("export_match", match.slug, "--notation")
        assert "ended" in self.told("import_match", str(file))
        read_again = Match.objects.latest("pk")
        assert read_again.imported
        assert read_again.totals == match.totals
        assert notation_of(read_again) == text

    def test_a_broken_notation_is_refused_with_its_line(self, tmp_path: Path) -> None:
        file = tmp_path / "match.txt"
        file.write_text(text_of(events_of(SHORT)).replace("1.3 A", "1.3 B"))
        with pytest.raises(CommandError, match="not imported: line 14: "):
            self.told("import_match", str(file))
        assert not Match.objects.exists()

    def test_a_match_that_runs_has_none(self) -> None:
        match = make_match(people=2, bots=0)
        with pytest.raises(CommandError, match="over"):
            self.told("export_match", match.slug, "--notation")
        Match.objects.update(watchable=True)
        assert Client().get(reverse("games:notation", args=[match.slug])).status_code == 409

    def test_the_pages_of_a_match_that_is_over_offer_it(self, match: Match) -> None:
        there = reverse("games:notation", args=[match.slug])
        for name in ("match", "replay"):
            page = Client().get(reverse(f"games:{name}", args=[match.slug]), follow=True)
            assert there in page.content.decode()
        answer = Client().get(there)
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert b"".join(answer).decode() == notation_of(match)

    def test_what_was_taken_back_is_no_part_of_it(self) -> None:
        match = play_on(make_match(people=2, bots=0, rounds=1, hand_size=6), choices=2)
        services.rewind(match, 1, match.rounds.get().dealt_seq, now=NOON + timedelta(hours=1))
        match = play_on(match)
        assert back(notation_of(match)).events[-1].event.type == "match_ended"
