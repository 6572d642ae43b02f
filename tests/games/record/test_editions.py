"""What this program makes of stored matches is compared with what was recorded and marked."""

import io
import json
import re
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import engine, projections, services, store
from games.engine import RoundState, upcast
from games.record.editions import Difference, difference, marks
from games.record.export import check_match
from games.record.imports import import_match
from games.record.tables import WITH_TABLES
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.tampering import change_data, digest_anew, remove_last

from .records import GOOD

pytestmark = pytest.mark.django_db


def compared(match: Match, *marked: str) -> Difference | None:
    return difference(WITH_TABLES.get(pk=match.pk), marked)


def seq_of(match: Match, kind: str) -> int:
    return next(row.seq for row in store.load_all(match.pk) if row.type == kind)


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, hand_size=5, rounds=2))


@pytest.mark.parametrize("pace", ["in_turn", "side_by_side"])
@pytest.mark.parametrize("preset", ["trains", "four-arms"])
def test_the_same_program_makes_the_same_of_a_match(preset: str, pace: str) -> None:
    match = make_match(people=2, bots=0, preset=preset, hand_size=5, rounds=2, pace=pace)
    play_on(match, choices=5)
    services.pause(match, now=NOON)
    services.resume(match, now=NOON + timedelta(hours=3))
    play_on(match)
    assert compared(match, *marks(match)) is None
    abandoned = play_on(make_match(people=2, bots=0), choices=3)
    services.abandon(abandoned, now=NOON)
    assert compared(abandoned, *marks(abandoned)) is None


def test_matches_that_others_played_are_judged_too() -> None:
    for path in GOOD[:4]:
        match = import_match(io.BytesIO(path.read_bytes()), now=NOON)
        assert compared(match, *marks(match)) is None


def test_every_event_leaves_a_mark(match: Match) -> None:
    assert len(list(marks(match))) == match.head


def test_other_points_are_found_and_named(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    points = engine.scoring.points
    monkeypatch.setattr(
        engine.scoring, "points", lambda state: tuple(2 * one for one in points(state))
    )
    found = compared(match)
    assert found is not None
    assert (found.seq, found.what[:7]) == (seq_of(match, "round_ended"), "points:")


def test_a_rule_that_forces_less_is_found_and_named(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("games.engine.settle"), "forced", lambda _state: None)
    found = compared(match)
    forced = next(row for row in store.load_all(match.pk) if row.cause == "forced")
    assert found is not None
    assert (found.seq, found.what) == (
        forced.seq,
        f"forced: nothing is due, {forced.type} was recorded",
    )


def test_a_state_that_only_another_version_can_tell_apart_is_found_by_its_mark(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = list(marks(match))
    monkeypatch.setattr(RoundState, "drawable", property(lambda state: len(state.yard)))
    monkeypatch.setattr("games.record.editions._forced_difference", lambda _match: None)
    monkeypatch.setattr("games.record.editions.verify", lambda _match: Sound())
    found = compared(match, *marked)
    assert found is not None
    assert (found.seq, found.what) == (seq_of(match, "round_dealt"), "another state: turn")


class Sound:
    """What a verification says that found nothing."""

    fault = None


def test_a_log_that_became_shorter_or_another_is_found() -> None:
    match = play_on(make_match(people=2, bots=0), choices=4)
    marked = list(marks(match))
    services.abandon(match, now=NOON)
    match.refresh_from_db()
    remove_last(match)
    projections.rebuild(match, now=NOON)
    assert compared(match, *marked) is None
    assert "shorter" in str(compared(match, *marked, "mark"))
    change_data(match, 1, words=["other", "words"])
    digest_anew(match)
    assert compared(match) is not None


def test_an_event_that_cannot_be_read_ends_the_marks(match: Match) -> None:
    change_data(match, 3, seat="none")
    assert list(marks(match))[2:] == ["unreadable"]


class TestCommand:
    def run(self, *args: str) -> str:
        out = io.StringIO()
        call_command("compare_editions", "--jobs=1", *args, stdout=out)
        return out.getvalue()

    def test_another_version_finds_what_this_one_has_marked(
        self, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = str(tmp_path / "marks")
        assert self.run("--write", file) == "1 matches compared, 0 differ\n"
        make_match(people=2, bots=0)
        assert self.run("--against", file) == "2 matches compared, 0 differ\n"
        monkeypatch.setattr("games.record.editions.legal", lambda _state: ())
        out = io.StringIO()
        with pytest.raises(SystemExit):
            call_command("compare_editions", "--jobs=1", "--against", file, stdout=out)
        assert re.match(f"match {match.pk}: seq [0-9]+: another state: moves\n", out.getvalue())

    def test_a_match_that_is_gone_is_missed(self, tmp_path: Path) -> None:
        file = tmp_path / "marks"
        file.write_text('{"match": 7, "marks": "a b"}\n')
        out = io.StringIO()
        with pytest.raises(SystemExit):
            call_command("compare_editions", "--jobs=1", "--against", str(file), stdout=out)
        assert "match 7: seq 0: the match is not there any more" in out.getvalue()

    @pytest.mark.parametrize(
        "text", ["{", "[]", '{"match": "x", "marks": ""}', '{"match": 1}', "[" * 60_000]
    )
    def test_what_is_no_file_of_marks_is_refused(self, tmp_path: Path, text: str) -> None:
        file = tmp_path / "marks"
        file.write_text(text)
        with pytest.raises(CommandError, match="cannot be read"):
            self.run("--against", str(file))

    @pytest.mark.usefixtures("match")
    def test_the_marks_it_compares_with_are_not_written_over(self, tmp_path: Path) -> None:
        file = tmp_path / "marks"
        self.run("--write", str(file))
        marked = file.read_text()
        with pytest.raises(CommandError, match="overwrite"):
            self.run("--write", f"{tmp_path}/../{tmp_path.name}/marks", "--against", str(file))
        assert file.read_text() == marked

    def test_it_changes_nothing(self, match: Match) -> None:
        match.choices.all().delete()
        Match.objects.update(totals=[7, 7])
        with pytest.raises(SystemExit):
            self.run()
        assert Match.objects.get().fault == ""


class TestUpcasting:
    OLD = (
        '{"rules":{"arms":2,"double_blank":0,"drawn_tile":"must_play","edition":1,"hand_size":5,'
        '"highest":9,"opening":"set_aside","preset":"trains","rounds":2,"tie_break":"shared",'
        '"yard_reserve":2},"seats":2,"seed_commitment":"","words":["",""]}'
    )

    def old(self) -> Match:
        """Return a match as it was stored before its rules named a pace."""
        match = make_match(people=2, bots=0, hand_size=5, rounds=2)
        play_on(match, choices=3)
        commitment = json.loads(next(store.load_all(match.pk)).data)["seed_commitment"]
        old = json.loads(self.OLD) | {"seed_commitment": commitment}
        words = json.loads(next(store.load_all(match.pk)).data)["words"]
        change_data(match, 1, rules=old["rules"], words=words)
        digest_anew(match)
        Match.objects.update(rules=old["rules"])
        match.refresh_from_db()
        return match

    def test_rules_without_a_pace_were_played_in_turn(self) -> None:
        old = json.loads(self.OLD)
        now = upcast("match_started", old)
        assert now["rules"] == old["rules"] | {"pace": "in_turn"}
        assert "pace" not in old["rules"]

    def test_what_has_the_form_of_now_is_left_alone(self) -> None:
        now = upcast("match_started", json.loads(self.OLD))
        assert upcast("match_started", now) == now
        odds: list[object] = [None, [], {}, {"rules": 7}]
        for odd in odds:
            assert upcast("match_started", odd) == odd

    def test_an_old_match_is_read_played_on_and_good_by_the_text_that_was_stored(self) -> None:
        match = self.old()
        assert "pace" not in next(store.load_all(match.pk)).data
        play_on(match)
        assert match.state == Match.State.ENDED
        assert compared(match) is None
        assert "pace" not in next(store.load_all(match.pk)).data
        assert check_match(match).fault is None

    def test_pages_tell_of_an_old_match(self) -> None:
        match = self.old()
        assert engine.rules_shown(match.rules).pace == "in_turn"
        services.let_go_on(match, now=NOON)
        match.refresh_from_db()
        assert match.rules["pace"] == "in_turn"
