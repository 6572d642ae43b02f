"""What is no whole backup, or fits no server, is refused, and nothing of it is kept."""

import json
from pathlib import Path

import pytest

from accounts.models import Player
from chickenfoot import backup
from chickenfoot.backup import BackupFault, manifest
from chickenfoot.backup.writing import EVENTS
from games.tables import Match
from tests.chickenfoot.backup.conftest import backed_up, restored
from tests.elsewhere import Elsewhere
from tests.factories import make_player

pytestmark = pytest.mark.django_db(transaction=True)


MADE: dict[str, bytes] = {}


class TestRefused:
    @pytest.fixture
    def first(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        """Return a backup, made once for all."""
        if not MADE:
            request.getfixturevalue("running")
            for path in backed_up(tmp_path, "made").iterdir():
                MADE[path.name] = path.read_bytes()
        (tmp_path / "backup").mkdir()
        for name, raw in MADE.items():
            (tmp_path / "backup" / name).write_bytes(raw)
        return tmp_path / "backup"

    def refused(self, directory: Path) -> str:
        with pytest.raises(BackupFault) as found:
            restored(directory)
        assert not Match.objects.exists()
        assert not Player.objects.exists()
        return str(found.value)

    def sign_anew(self, path: Path) -> None:
        """Let the manifest say that the file is as it was written."""
        file = path.parent / manifest.NAME
        told = json.loads(file.read_text())
        told["sha256"][path.name] = backup.restoring.sha_of(path)
        file.write_text(json.dumps(told))

    def test_a_server_that_is_not_empty(self, first: Path) -> None:
        make_player()
        with pytest.raises(BackupFault, match="not empty"):
            restored(first)

    @pytest.mark.parametrize("name", ["games_seat.jsonl", EVENTS])
    def test_a_file_that_is_damaged_or_missing_is_named(
        self, server: Elsewhere, first: Path, name: str
    ) -> None:
        path = first / name
        path.write_bytes(path.read_bytes()[:-2] + b"\n")
        assert name in server.do(lambda: self.refused(first))
        path.unlink()
        assert name in server.do(lambda: self.refused(first))

    def test_an_event_that_somebody_changed_and_signed_anew(
        self, server: Elsewhere, first: Path
    ) -> None:
        path = first / EVENTS
        text = path.read_text().replace('"forced"', '"player"', 1)
        path.write_text(text)
        self.sign_anew(path)
        assert "another digest" in server.do(lambda: self.refused(first))

    def test_a_row_that_refers_to_nothing(self, server: Elsewhere, first: Path) -> None:
        path = first / "games_matchsecret.jsonl"
        header, *_rows = path.read_text().splitlines(keepends=True)
        path.write_text(f'{header}[999999999999,"00"]\n')
        self.sign_anew(path)
        assert "does not fit" in server.do(lambda: self.refused(first))

    @pytest.mark.parametrize("first_value", ["1e400", "9" * 30, '"x"', "[" * 60_000])
    def test_a_row_of_values_that_no_table_has(
        self, server: Elsewhere, first: Path, first_value: str
    ) -> None:
        path = first / "games_seat.jsonl"
        header, row, *rows = path.read_text().splitlines(keepends=True)
        changed = f"[{first_value},{row.partition(',')[2]}"
        path.write_text("".join([header, changed, *rows]))
        self.sign_anew(path)
        assert "does not fit" in server.do(lambda: self.refused(first))

    @pytest.mark.parametrize("name", ["games_seat.jsonl", EVENTS])
    def test_an_empty_file(self, server: Elsewhere, first: Path, name: str) -> None:
        (first / name).write_text("")
        self.sign_anew(first / name)
        assert "other columns" in server.do(lambda: self.refused(first))

    @pytest.mark.parametrize(
        "change",
        [
            {"made_at": "yesterday"},
            {"made_at": "2026-01-01T00:00:00"},
            {"made_at": None},
            {"migrations": [[]]},
            {"migrations": None},
            {"heads": {"1": 7}},
            {"rows": None},
        ],
        ids=str,
    )
    def test_a_manifest_of_odd_values(
        self, server: Elsewhere, first: Path, change: dict[str, object]
    ) -> None:
        told = json.loads((first / manifest.NAME).read_text())
        (first / manifest.NAME).write_text(json.dumps({**told, **change}))
        assert "no manifest" in server.do(lambda: self.refused(first))

    def test_a_backup_of_another_version(self, server: Elsewhere, first: Path) -> None:
        told = json.loads((first / manifest.NAME).read_text())
        (first / manifest.NAME).write_text(
            json.dumps({**told, "migrations": [*told["migrations"], "games.9999_later"]})
        )
        assert "games.9999_later" in server.do(lambda: self.refused(first))
        (first / manifest.NAME).write_text(
            json.dumps({**told, "migrations": told["migrations"][1:]})
        )
        assert told["migrations"][0] in server.do(lambda: self.refused(first))

    @pytest.mark.parametrize(
        "text", ["", "{}", "[]", '{"format": "chickenfoot-matches"}', "[" * 60_000]
    )
    def test_a_directory_that_is_no_backup(self, tmp_path: Path, text: str) -> None:
        assert "manifest" in self.refused(tmp_path)
        (tmp_path / manifest.NAME).write_text(text)
        assert "manifest" in self.refused(tmp_path)
