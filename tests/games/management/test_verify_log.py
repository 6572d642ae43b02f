"""`verify_log` names the first bad event and stops its match; `release_match` lets it go on."""

import io
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import services, store
from games.record.verify import Verdict, verify
from games.tables import Match
from tests.factories import NOON, make_match, play_on, sensible, waiting
from tests.games.record.records import GOOD
from tests.games.tampering import change

ROOT = Path(__file__).parents[3]


def run(command: str, *args: str, **options: object) -> str:
    """Return what a command prints."""
    out = io.StringIO()
    call_command(command, *args, stdout=out, **options)
    return out.getvalue()


def run_bad(*args: str) -> str:
    """Return what `verify_log` prints before it ends with 1."""
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_log", *args, stdout=out)
    assert ended.value.code == 1
    return out.getvalue()


@pytest.fixture
def match() -> Match:
    return play_on(make_match(people=2, bots=0, hand_size=5), choices=3)


@pytest.mark.django_db
class TestVerify:
    def test_good_logs_are_counted_and_marked(self, match: Match) -> None:
        other = make_match(people=2, bots=0)
        said = run("verify_log", "--all", "--jobs", "1")
        assert said == f"{match.head + other.head} events judged; matches: 2 good, 0 bad\n"
        match.refresh_from_db()
        assert match.verified == match.head
        assert not list(services.unverified())

    def test_the_first_bad_event_is_named_and_its_match_stands_still(self, match: Match) -> None:
        other = make_match(people=2, bots=0)
        change(match, 4, "cause", "admin")
        said = run_bad("--all", "--jobs", "1")
        assert f"match {match.pk}: seq 4: digest: " in said
        assert "1 good, 1 bad" in said
        match.refresh_from_db()
        other.refresh_from_db()
        assert (match.fault, other.fault) == ("seq 4: digest", "")
        assert match.stopped_at
        choice = waiting(match)
        with pytest.raises(services.MatchFaulted):
            services.play(choice.seat, choice.round, sensible(choice), choice.seq, now=NOON)
        services.told([choice.pk], now=NOON)
        assert services.time_out(now=NOON + timedelta(days=9)) == 0

    def test_one_match_is_named_by_its_address(self, match: Match) -> None:
        make_match(people=2, bots=0)
        said = run("verify_log", f"--match={match.slug}")
        assert said.splitlines()[0] == f"match {match.pk}: ok, {match.head} events"

    def test_events_before_since_are_not_judged_again(self, match: Match) -> None:
        run("verify_log", "--match", str(match.pk))
        since = str(match.head + 1)
        play_on(match, choices=1)
        said = run("verify_log", "--match", str(match.pk), "--since", since)
        assert f"ok, {match.head + 1 - int(since)} events" in said
        match.refresh_from_db()
        assert match.verified == match.head

    def test_what_was_never_judged_is_not_marked(self, match: Match) -> None:
        run("verify_log", "--match", str(match.pk), "--since", str(match.head))
        match.refresh_from_db()
        assert match.verified == 0

    def test_a_slow_verification_does_not_take_back_a_later_mark(
        self, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def slow(found: Match, since: int) -> Verdict:
            verdict = verify(found, since)
            play_on(match, choices=1)
            monkeypatch.undo()
            list(services.verify_matches([match.pk], now=NOON))
            return verdict

        monkeypatch.setattr("games.services.verifying.verify", slow)
        list(services.verify_matches([match.pk], now=NOON))
        match.refresh_from_db()
        assert match.verified == match.head

    @pytest.mark.parametrize(
        "args", [[], ["--all", "--match", "1"], ["--all", "--since", "0"], ["--all", "--jobs", "0"]]
    )
    def test_nonsense_is_refused(self, args: list[str]) -> None:
        with pytest.raises(CommandError):
            call_command("verify_log", *args)


@pytest.mark.django_db
class TestRelease:
    def test_a_bad_log_is_not_released(self, match: Match) -> None:
        change(match, 4, "cause", "admin")
        run_bad(f"--match={match.slug}")
        with pytest.raises(CommandError, match="seq 4: digest"):
            call_command("release_match", str(match.pk))
        match.refresh_from_db()
        assert match.fault

    def test_a_mended_log_is_released_and_played_on(self, match: Match) -> None:
        before = [row.cause for row in store.load_all(match.pk)]
        change(match, 4, "cause", "admin")
        run_bad(f"--match={match.slug}")
        change(match, 4, "cause", before[3])
        assert "goes on" in run("release_match", str(match.pk))
        match.refresh_from_db()
        assert not match.fault
        assert play_on(match, choices=1).head > 0

    def test_tables_that_said_something_else_are_made_anew(self, match: Match) -> None:
        match.choices.all().delete()
        Match.objects.update(rules=match.rules | {"double_blank": 50}, head=1)
        run_bad(f"--match={match.slug}")
        run("release_match", str(match.pk))
        assert match.choices.count() == 1
        assert "1 good" in run("verify_log", f"--match={match.slug}")

    def test_no_time_runs_while_a_match_stands_still(self, match: Match) -> None:
        deadline = waiting(match).deadline
        stopped = deadline - timedelta(hours=2)
        change(match, 4, "round", 7)
        list(services.verify_matches([match.pk], now=stopped))
        change(match, 4, "round", 1)
        services.let_go_on(match, now=stopped + timedelta(days=3))
        assert waiting(match).deadline == deadline + timedelta(days=3)
        assert list(store.load_all(match.pk))[-1].type == "deadline_moved"
        assert "1 good" in run("verify_log", f"--match={match.slug}")

    def test_what_does_not_stand_still_is_not_released(self, match: Match) -> None:
        with pytest.raises(CommandError, match="does not stand still"):
            call_command("release_match", str(match.pk))


def test_processes_share_the_matches_and_no_bar_is_drawn_without_a_terminal(
    tmp_path: Path,
) -> None:
    """On a database of its own, since other processes see nothing of a test's."""
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env |= {"CHICKENFOOT_VAR": str(tmp_path), "CHICKENFOOT_LOG": "ERROR"}

    def manage(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *args]
        return subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )

    manage("migrate", "-v0")
    for path in GOOD[:2]:
        manage("import_match", str(path))
    done = manage("verify_log", "--all", "--jobs", "2")
    assert "matches: 2 good, 0 bad" in done.stdout
    assert "%" not in done.stderr
