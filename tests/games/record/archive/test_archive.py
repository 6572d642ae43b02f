"""All matches go into a directory and come out the same on an empty server of either kind."""

import io
import json
import stat
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import services, store
from games.record.archive import ArchiveFault, export_all, import_all, manifest, writing
from games.record.archive.files import PART
from games.tables import Match, MatchSecret, Seat
from notifications import noticing
from tests.elsewhere import Elsewhere
from tests.factories import NOON, make_match, play_on, waiting
from tests.games.web.browsing import page_of

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOON + timedelta(days=9)


@pytest.fixture
def over() -> Match:
    return play_on(make_match(people=2, bots=0, rounds=1, hand_size=3))


@pytest.fixture
def running(over: Match) -> Match:
    """Return a match in the middle, beside one that is over, with a seat that changed hands."""
    match = play_on(make_match(people=3, bots=0, hand_size=6), choices=4)
    Match.objects.filter(pk=match.pk).update(stand_in="chick")
    services.give_to_bot(match.seats.get(number=1), "resigned", cause="player", now=NOON)
    match.refresh_from_db()
    return match


def directory(tmp_path: Path) -> Path:
    return tmp_path / "matches"


def logs() -> dict[str, list[store.Stored]]:
    return {match.slug: list(store.load_all(match.pk)) for match in Match.objects.all()}


def seats() -> list[tuple[str, int, str, str, int]]:
    rows = Seat.objects.select_related("match", "player").order_by("match__slug", "number")
    return [(row.match.slug, row.number, row.name, row.bot, row.tenure) for row in rows]


def replayed(match: Match) -> list[str]:
    """Return what pages of a match that is over say, which tell of every move."""
    pages, client = [], Client()
    for step in (0, 2):
        answer = client.get(reverse("games:replay_step", args=[match.slug, 1, step]))
        pages.append(str(page_of(answer).find("main")))
    pages.append(str(page_of(client.get(reverse("games:match", args=[match.slug]))).find("main")))
    return pages


def test_the_same_matches_stand_on_the_other_server(
    running: Match, over: Match, other: Elsewhere, tmp_path: Path
) -> None:
    there = directory(tmp_path)
    export_all(there)
    assert other.do(lambda: import_all(there, now=LATER)) == []
    assert other.do(logs) == logs()
    assert other.do(seats) == seats()
    assert other.do(lambda: replayed(Match.objects.get(slug=over.slug))) == replayed(over)
    back = tmp_path / "back"
    other.do(lambda: export_all(back))
    assert manifest.read(back) == manifest.read(there)


def test_a_match_that_runs_goes_on_from_its_seed(
    running: Match, other: Elsewhere, tmp_path: Path, mailoutbox: list[Any]
) -> None:
    there = directory(tmp_path)
    export_all(there)

    def go_on() -> tuple[str, int]:
        import_all(there, now=LATER)
        match = Match.objects.get(slug=running.slug)
        assert bytes(match.secret.seed) == seed
        choice = waiting(match)
        assert choice.deadline >= LATER + match.turn_time
        assert noticing.unnoticed(now=NOON) == {match.pk}
        assert match.noticed == match.head
        services.play_bots(match.pk, now=LATER)
        return play_on(match, now=LATER).state, match.head

    seed = bytes(running.secret.seed)
    state, head = other.do(go_on)
    assert state == Match.State.ENDED
    assert head > running.head


def test_who_has_an_account_already_keeps_it(
    running: Match, server: Elsewhere, tmp_path: Path
) -> None:
    there = directory(tmp_path)
    export_all(there)
    player = running.seats.get(number=0).player
    assert player is not None
    address = player.email

    def come_home() -> str:
        Player.objects.create_user(address.upper(), display_name="Home")
        import_all(there, now=LATER)
        return Match.objects.get(slug=running.slug).seats.get(number=0).name

    assert server.do(come_home) == "Home"


class TestAgain:
    def test_only_what_changed_is_written(
        self, running: Match, over: Match, tmp_path: Path
    ) -> None:
        there = directory(tmp_path)
        assert export_all(there) == writing.Exported(matches=2, written=2)
        before = manifest.read(there)
        times = {path: path.stat().st_mtime_ns for path in there.rglob("*.json*")}
        assert export_all(there).written == 0
        assert {path: path.stat().st_mtime_ns for path in there.rglob("*.json*")} == times
        services.play_bots(running.pk, now=NOON)
        play_on(running, choices=1)
        assert export_all(there).written == 1
        after = manifest.read(there)
        assert after[over.slug] == before[over.slug]
        assert after[running.slug].seq > before[running.slug].seq
        assert not (there / before[running.slug].record).exists()

    def test_a_name_that_changed_is_followed(self, over: Match, tmp_path: Path) -> None:
        there = directory(tmp_path)
        export_all(there)
        Player.objects.filter(seats__match=over, seats__number=0).update(display_name="Another")
        assert export_all(there).written == 1
        assert "Another" in (there / manifest.read(there)[over.slug].table).read_text()

    def test_a_run_that_is_cut_off_leaves_what_the_manifest_says(
        self, running: Match, server: Elsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        there = directory(tmp_path)
        export_all(there)
        before = manifest.read(there)
        services.play_bots(running.pk, now=NOON)
        play_on(running, choices=1)
        with monkeypatch.context() as cut:
            cut.setattr(manifest, "save", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                export_all(there)
        (there / "records" / f"{running.slug}{PART}").write_text("half")
        assert manifest.read(there) == before
        assert server.do(lambda: import_all(there, now=LATER)) == []
        export_all(there)
        assert manifest.read(there) != before
        named = {entry.record for entry in manifest.read(there).values()}
        assert {f"records/{path.name}" for path in (there / "records").iterdir()} == named

    def test_the_directory_of_another_server_is_left_alone(
        self, over: Match, server: Elsewhere, tmp_path: Path
    ) -> None:
        there = directory(tmp_path)
        export_all(there)
        with pytest.raises(ArchiveFault, match=over.slug):
            server.do(lambda: export_all(there))
        assert over.slug in manifest.read(there)


def test_what_it_holds_is_for_its_owner_alone(over: Match, tmp_path: Path) -> None:
    there = directory(tmp_path)
    export_all(there)
    for path in (there, *there.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_table_that_waits_has_no_record(tmp_path: Path) -> None:
    match = Match.objects.create(rules={}, seed_commitment="")
    MatchSecret.objects.create(match=match, seed=b"\0" * 32)
    assert export_all(directory(tmp_path)) == writing.Exported(0, 0)


def test_a_match_that_stands_still_is_kept_and_left_out(
    over: Match, server: Elsewhere, tmp_path: Path
) -> None:
    Match.objects.filter(pk=over.pk).update(fault="its log is wrong")
    there = directory(tmp_path)
    export_all(there)
    assert server.do(lambda: import_all(there, now=LATER)) == [over.slug]
    assert server.do(Match.objects.count) == 0


MADE: dict[str, bytes] = {}


class TestRefused:
    @pytest.fixture
    def there(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        """Return a directory of a match that runs and one that is over, made once for all."""
        if not MADE:
            request.getfixturevalue("running")
            export_all(tmp_path / "made")
            for path in (tmp_path / "made").rglob("*.json*"):
                MADE[str(path.relative_to(tmp_path / "made"))] = path.read_bytes()
        for name, raw in MADE.items():
            (directory(tmp_path) / name).parent.mkdir(parents=True, exist_ok=True)
            (directory(tmp_path) / name).write_bytes(raw)
        return directory(tmp_path)

    def refused(self, server: Elsewhere, there: Path) -> str:
        """Return why a directory is refused, and see that nothing was written."""
        with pytest.raises(ArchiveFault) as found:
            server.do(lambda: import_all(there, now=LATER))
        assert server.do(lambda: [Match.objects.count(), Player.objects.count()]) == [0, 0]
        return str(found.value)

    def entry(self, there: Path) -> manifest.Entry:
        return manifest.read(there)[self.slug(there)]

    def slug(self, there: Path) -> str:
        """Return the address of the match that runs."""
        entries = manifest.read(there).items()
        return next(slug for slug, entry in entries if entry.state == Match.State.RUNNING)

    def change(self, there: Path, **changes: object) -> None:
        told = json.loads((there / manifest.NAME).read_text())
        told["matches"][self.slug(there)] |= changes
        (there / manifest.NAME).write_text(json.dumps(told))

    def test_a_record_that_was_changed_is_named(self, server: Elsewhere, there: Path) -> None:
        path = there / self.entry(there).record
        path.write_text(path.read_text().replace('"forced"', '"player"', 1))
        told = self.refused(server, there)
        assert path.name in told
        assert "digest" in told

    def test_a_record_that_was_cut_is_named(self, server: Elsewhere, there: Path) -> None:
        path = there / self.entry(there).record
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
        assert f"{path}: seq" in self.refused(server, there)

    def test_a_table_that_was_changed_is_named(self, server: Elsewhere, there: Path) -> None:
        path = there / self.entry(there).table
        path.write_text(path.read_text().replace("hints", "hunts"))
        assert path.name in self.refused(server, there)

    @pytest.mark.parametrize("seats", [0, 2])
    def test_a_table_that_does_not_fit_its_record_is_named(
        self, server: Elsewhere, there: Path, seats: int
    ) -> None:
        path = there / self.entry(there).table
        told = json.loads(path.read_text())
        told["seats"] = told["seats"][:seats]
        self.sealed(there, path, told)
        assert f"{path} does not fit: the match has 3 seats" in self.refused(server, there)

    def test_another_seed_is_found(self, server: Elsewhere, there: Path) -> None:
        path = there / self.entry(there).table
        told = json.loads(path.read_text()) | {"seed": "00" * 32}
        self.sealed(there, path, told)
        assert "seed" in self.refused(server, there)

    @pytest.mark.parametrize("field", ["seats", "people", "seed", "turn_seconds"])
    def test_a_table_that_lacks_something_is_named(
        self, server: Elsewhere, there: Path, field: str
    ) -> None:
        path = there / self.entry(there).table
        told = json.loads(path.read_text())
        del told[field]
        self.sealed(there, path, told)
        assert path.name in self.refused(server, there)

    @pytest.mark.parametrize(
        "change",
        [{"turn_seconds": 10**30}, {"seats": 7}, {"people": []}, {"reasons": [7]}],
        ids=str,
    )
    def test_a_table_of_odd_values_is_named(
        self, server: Elsewhere, there: Path, change: dict[str, object]
    ) -> None:
        path = there / self.entry(there).table
        self.sealed(there, path, json.loads(path.read_text()) | change)
        assert path.name in self.refused(server, there)

    @pytest.mark.parametrize("raw", [b"[" * 60_000, b"7", b"\xff", b""])
    def test_a_table_that_is_none_is_named(
        self, server: Elsewhere, there: Path, raw: bytes
    ) -> None:
        path = there / self.entry(there).table
        self.write(there, path, raw)
        assert path.name in self.refused(server, there)

    def sealed(self, there: Path, path: Path, told: Any) -> None:
        self.write(there, path, json.dumps(told).encode())

    def write(self, there: Path, path: Path, raw: bytes) -> None:
        path.write_bytes(raw)
        self.change(there, table_sha256=sha256(raw).hexdigest())

    def test_files_outside_the_directory_are_not_read(self, server: Elsewhere, there: Path) -> None:
        self.change(there, record="../../etc/passwd")
        assert "no manifest" in self.refused(server, there)

    def test_a_server_that_has_matches(self, there: Path) -> None:
        make_match(people=1, bots=1)
        with pytest.raises(ArchiveFault, match="empty"):
            import_all(there, now=LATER)


class TestCommands:
    def run(self, *arguments: str) -> str:
        out = io.StringIO()
        call_command(*arguments, stdout=out, stderr=out)
        return out.getvalue().strip()

    @pytest.mark.usefixtures("running")
    def test_they_say_what_they_did(self, server: Elsewhere, tmp_path: Path) -> None:
        there = str(directory(tmp_path))
        assert self.run("export_matches", there) == f"{there}: 2 matches, 2 written"
        assert self.run("export_matches", there) == f"{there}: 2 matches, 0 written"
        assert server.do(lambda: self.run("import_matches", there)) == f"{there}: 2 matches"

    @pytest.mark.parametrize(
        "text", [None, "", "[]", '{"format":"chickenfoot-backup"}', "[" * 60_000]
    )
    def test_what_is_no_such_directory_is_a_sentence(
        self, tmp_path: Path, text: str | None
    ) -> None:
        if text is not None:
            (tmp_path / manifest.NAME).write_text(text)
        with pytest.raises(CommandError, match="Nothing was imported"):
            self.run("import_matches", str(tmp_path))

    @pytest.mark.usefixtures("over")
    def test_a_directory_that_cannot_be_written_is_a_sentence(self) -> None:
        with pytest.raises(CommandError, match="cannot be written"):
            self.run("export_matches", "/proc/matches")
