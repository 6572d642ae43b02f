"""A backup holds everything as of one moment, and an empty server of either kind becomes it."""

import io
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, Refusal
from chickenfoot import backup
from chickenfoot.backup import manifest
from chickenfoot.backup import tables as tables_module
from chickenfoot.backup.tables import file_of, tables
from chickenfoot.backup.writing import EVENTS
from games import services, store
from games.tables import Capability, Choice, Match, Seat
from tests.chickenfoot.backup.conftest import LATER, MOVED, backed_up, restored
from tests.elsewhere import Elsewhere
from tests.factories import NOON, make_match, play_on, waiting

pytestmark = pytest.mark.django_db(transaction=True)


def content(directory: Path) -> dict[str, bytes]:
    """Return the files of a backup, all but the manifest."""
    return {path.name: path.read_bytes() for path in directory.glob("*.jsonl")}


def test_a_server_of_either_kind_becomes_the_same_to_the_last_value(
    running: Match, other: Elsewhere, tmp_path: Path
) -> None:
    first = backed_up(tmp_path)
    other.do(lambda: restored(first))
    second = other.do(lambda: backed_up(tmp_path, "second"))
    assert content(second) == content(first)
    assert set(content(first)) == {*map(file_of, tables()), EVENTS}
    assert manifest.Manifest.read(second).heads == manifest.Manifest.read(first).heads


def test_there_is_no_kind_of_column_that_it_does_not_know() -> None:
    of_json = {"AutoField", "BigAutoField", "BooleanField", "CharField", "JSONField", "TextField"}
    of_json |= {"IntegerField", "PositiveIntegerField", "PositiveSmallIntegerField", "SlugField"}
    of_json |= {"PositiveBigIntegerField"}
    made_for = {"BinaryField", "DateField", "DateTimeField", "DurationField", "TimeField"}
    fields = [field for table in tables() for field in tables_module.fields_of(table)]
    kinds = {getattr(field, "target_field", field).get_internal_type() for field in fields}
    assert kinds <= of_json | made_for


def test_a_link_that_was_mailed_opens_its_seat_and_the_match_goes_on(
    running: Match, other: Elsewhere, tmp_path: Path
) -> None:
    choice = waiting(running)
    token = services.token(services.capability_for(choice.seat))
    first = backed_up(tmp_path)

    def go_on() -> int:
        restored(first)
        assert services.resolve(token, now=NOON).status == "ok"
        match = Match.objects.get(slug=running.slug)
        play_on(match, choices=3)
        assert Client().get(reverse("games:link", args=[token])).status_code == 302
        assert Refusal.objects.count() == 1
        assert Player.objects.get(display_name="Ünal").check_password("a good one")
        return len(list(store.load_all(match.pk)))

    assert other.do(go_on) > running.head


def test_no_number_that_was_given_out_since_is_given_again(
    running: Match, other: Elsewhere, tmp_path: Path
) -> None:
    first = backed_up(tmp_path)
    later = services.capability_for(make_match(people=1, bots=1).seats.get(number=0))
    lost = services.token(later)

    def new_seat() -> None:
        restored(first, now=NOON + timedelta(days=1))
        made = make_match(people=1, bots=1)
        mine = services.capability_for(made.seats.get(number=0))
        assert mine.pk > later.pk + 10_000_000
        with pytest.raises(services.BadLink):
            services.resolve(lost, now=NOON)

    other.do(new_seat)


def test_every_choice_has_as_long_left_as_it_had(
    running: Match, other: Elsewhere, tmp_path: Path
) -> None:
    before = {row.pk: (row.deadline, row.remind_at) for row in Choice.objects.all()}
    first = backed_up(tmp_path)

    def come_back() -> None:
        restored(first, now=LATER)
        for row in Choice.objects.all():
            deadline, remind_at = before[row.pk]
            assert row.deadline == deadline + MOVED
            assert row.remind_at == (remind_at + MOVED if remind_at else None)

    other.do(come_back)


def test_what_is_written_meanwhile_is_no_part_of_it(
    running: Match, server: Elsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves are made between any two tables that are read, and none of them is half in it."""
    first = backed_up(tmp_path)
    server.do(lambda: restored(first))

    def play() -> None:
        play_on(Match.objects.get(slug=running.slug), choices=1)

    def lines_after_a_move(table: Any) -> Iterator[str]:
        if table in {Choice, Seat, Capability}:
            server.do(play)
        return lines(table)

    lines: Callable[[Any], Iterator[str]] = tables_module.lines
    monkeypatch.setattr(backup.writing, "lines", lines_after_a_move)
    second = server.do(lambda: backed_up(tmp_path, "second"))
    assert content(second) == content(first)
    assert server.do(lambda: Match.objects.get(slug=running.slug).head) > running.head


class TestCommands:
    def run(self, *arguments: str) -> str:
        out = io.StringIO()
        call_command(*arguments, stdout=out, stderr=out)
        return out.getvalue()

    @pytest.mark.usefixtures("running")
    def test_they_say_what_they_did(self, server: Elsewhere, tmp_path: Path) -> None:
        there = str(tmp_path / "backup")
        assert "2 matches" in self.run("backup", there)
        assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
        told = server.do(lambda: self.run("restore", there, "--moved"))
        assert "2 matches" in told
        assert "SECRET_KEY" not in told

    @pytest.mark.usefixtures("running")
    def test_another_secret_key_is_told(
        self, server: Elsewhere, tmp_path: Path, settings: Any
    ) -> None:
        there = str(tmp_path / "backup")
        self.run("backup", there)
        settings.SECRET_KEY = "another"
        assert "SECRET_KEY" in server.do(lambda: self.run("restore", there))

    @pytest.mark.usefixtures("running")
    def test_one_that_was_interrupted_is_in_nobodys_way(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted() -> Iterator[Any]:
            raise KeyboardInterrupt
            yield

        monkeypatch.setattr("chickenfoot.backup.writing.every_event", interrupted)
        with pytest.raises(KeyboardInterrupt):
            self.run("backup", str(tmp_path / "backup"))
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "backup.part").mkdir()
        with pytest.raises(CommandError, match=r"backup\.part .* killed"):
            self.run("backup", str(tmp_path / "backup"))

    def test_a_directory_that_exists_is_not_written_over(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="exists already"):
            self.run("backup", str(tmp_path))
        with pytest.raises(CommandError, match="cannot be written"):
            self.run("backup", "/proc/backup")
        with pytest.raises(CommandError, match="Nothing was restored"):
            self.run("restore", str(tmp_path))


@pytest.mark.proof
def test_a_large_server_is_restored_in_minutes(server: Elsewhere, tmp_path: Path) -> None:
    for _ in range(30):
        play_on(make_match(people=4, bots=0, rounds=2))
    first = backed_up(tmp_path)
    began = timezone.now()
    server.do(lambda: restored(first))
    events = manifest.Manifest.read(first).rows[EVENTS]
    assert events / (timezone.now() - began).total_seconds() > 2000
