"""The commands that write, read and rebuild matches: answers and exit codes, never a traceback."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games import store
from games.record.partial import export_partial
from games.tables import Match
from tests.factories import make_match, play_on
from tests.games.record.records import BAD, GOOD

(FINISHED,) = [path for path in GOOD if path.stem.startswith("11-")]
(UNFINISHED,) = [path for path in GOOD if "unfinished" in path.stem]


def told(command: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def refused(command: str, *arguments: str) -> str:
    with pytest.raises(CommandError) as found:
        told(command, *arguments)
    return str(found.value)


@pytest.mark.django_db
class TestExport:
    @pytest.fixture
    def match(self) -> Match:
        return play_on(make_match(people=2, bots=0), choices=2)

    def test_a_match_is_named_by_its_number_or_its_address(self, match: Match) -> None:
        text = told("export_match", str(match.pk))
        assert text == told("export_match", match.slug)
        assert text.count("\n") == match.head + 1

    def test_a_record_is_written_to_a_file(self, match: Match, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        assert told("export_match", match.slug, "--out", str(file)) == ""
        assert file.read_text("utf-8") == told("export_match", match.slug)

    @pytest.mark.parametrize("name", ["", "0", "-1", "9" * 30, "²", "nobody-made-this-match"])
    def test_a_match_that_is_not_there_is_a_sentence(self, name: str) -> None:
        assert "There is no match" in refused("export_match", "--", name)

    def test_a_seat_gets_no_more_than_it_may_know(self, match: Match) -> None:
        text = told("export_match", match.slug, "--seat", "1")
        assert text == "".join(export_partial(match, 1))
        assert "no seat 2" in refused("export_match", match.slug, "--seat", "2")

    @pytest.mark.parametrize("name", ["no/such/folder.jsonl", "", "\0"])
    def test_a_file_that_cannot_be_written_is_a_sentence(
        self, match: Match, tmp_path: Path, name: str
    ) -> None:
        assert "cannot be written" in refused(
            "export_match", match.slug, "--out", f"{tmp_path}/{name}"
        )


@pytest.mark.django_db
class TestImport:
    def test_a_match_that_was_imported_can_be_exported(self) -> None:
        answer = told("import_match", str(FINISHED))
        match = Match.objects.get()
        assert answer.startswith(f"{match.pk} {match.slug}: ended, {match.head} events")
        assert told("export_match", match.slug) == FINISHED.read_text("utf-8")

    @pytest.mark.parametrize("path", [UNFINISHED, BAD[0], BAD[-1]], ids=lambda path: path.stem)
    def test_what_is_refused_is_a_sentence(self, path: Path) -> None:
        assert refused("import_match", str(path)).startswith("The record was not imported: seq ")
        assert not Match.objects.exists()

    @pytest.mark.parametrize("name", ["no/such/file", ".", "\0"])
    def test_a_file_that_cannot_be_read_is_a_sentence(self, name: str) -> None:
        assert "cannot be read" in refused("import_match", name)


@pytest.mark.django_db
class TestRebuild:
    def test_a_line_a_match(self) -> None:
        one, other = make_match(people=2, bots=0), make_match(people=2, bots=0)
        lines = told("rebuild_projections", str(one.pk), other.slug).splitlines()
        assert lines == [
            f"{match.pk} {match.slug}: ok, {match.head} events, unfinished"
            for match in (one, other)
        ]

    def test_all_matches(self) -> None:
        matches = [make_match(people=2, bots=0) for _ in range(3)]
        Match.objects.update(head=0)
        assert told("rebuild_projections", "--all").count("ok") == 3
        for match in matches:
            assert Match.objects.get(pk=match.pk).head == match.head

    def test_a_bad_log_is_named_left_alone_and_the_others_are_rebuilt(self) -> None:
        bad, good = make_match(people=2, bots=0), make_match(people=2, bots=0)
        last = list(store.load_all(bad.pk))[-1]
        store.append_stored(bad.pk, [last._replace(seq=last.seq + 1)])
        Match.objects.update(head=0)
        out = io.StringIO()
        with pytest.raises(SystemExit) as left:
            call_command("rebuild_projections", "--all", stdout=out)
        assert left.value.code == 1
        assert f"{bad.pk} {bad.slug}: seq {last.seq + 1}: digest" in out.getvalue()
        assert Match.objects.get(pk=bad.pk).head == 0
        assert Match.objects.get(pk=good.pk).head == good.head

    @pytest.mark.parametrize("arguments", [(), ("1", "--all")])
    def test_which_matches_has_to_be_said(self, arguments: tuple[str, ...]) -> None:
        assert "--all" in refused("rebuild_projections", *arguments)

    def test_a_match_that_is_not_there_stops_it_before_it_begins(self) -> None:
        match = make_match(people=2, bots=0)
        Match.objects.update(head=0)
        refused("rebuild_projections", match.slug, "nobody-made-this-match")
        assert Match.objects.get().head == 0


def test_the_console_gets_a_sentence_and_an_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "import_match", str(tmp_path / "missing.jsonl")]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=settings.BASE_DIR, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "CommandError: The file cannot be read: No such file or directory."
    )
