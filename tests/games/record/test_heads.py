"""Heads that were noted while a match ran are found to be its record's, or not."""

import io
import re
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games import queries, services, store
from games.record.export import export_match
from games.tables import Match
from tests.factories import NOON, make_match, play_on
from tests.games.tampering import change, digest_anew
from tests.games.web.browsing import Browser, address, sit, to_move

pytestmark = pytest.mark.django_db


def head(match: Match) -> str:
    """Return the head of a match as somebody notes it down."""
    found = queries.public_head(match)
    assert found is not None
    return f"{found.seq}={found.hex}"


def record(match: Match, folder: Path) -> str:
    path = folder / f"{match.slug}.jsonl"
    path.write_text("".join(export_match(match)), encoding="utf-8")
    return str(path)


def checked(path: str, *heads: str) -> str:
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("check_record", path, *(f"--head={text}" for text in heads), stdout=out)
    return out.getvalue().strip().removeprefix(f"{path}: ")


@pytest.fixture
def match() -> Match:
    return make_match(people=2, bots=0, rounds=2, hand_size=5)


def test_every_head_of_a_match_is_its_records(match: Match, tmp_path: Path) -> None:
    noted = []
    while match.state == Match.State.RUNNING:
        noted.append(head(match))
        play_on(match, choices=1)
    noted.append(head(match))
    said = checked(record(match, tmp_path), *noted)
    assert said == f"ok, {match.head} events, heads that agree: {len(noted)}"


def test_an_abandoned_match_opens_its_heads_too(match: Match, tmp_path: Path) -> None:
    noted = head(match)
    services.abandon(match, now=NOON)
    assert "heads that agree: 1" in checked(record(match, tmp_path), noted)


def test_a_past_that_was_written_anew_has_other_heads(match: Match, tmp_path: Path) -> None:
    noted = head(match)
    play_on(match)
    change(match, 1, "at", "2026-03-01T00:00:00.000000Z")
    digest_anew(match)
    seq = noted.partition("=")[0]
    path = record(match, tmp_path)
    assert checked(path) == f"ok, {match.head} events"
    assert checked(path, noted).startswith(f"seq {seq}: head: ")


def test_a_head_beyond_the_end_and_one_of_a_match_that_runs_are_no_records(
    match: Match, tmp_path: Path
) -> None:
    noted = head(match)
    assert "not over" in checked(record(match, tmp_path), noted)
    play_on(match)
    late = f"{match.head + 1}={noted.partition('=')[2]}"
    assert f"ends with event {match.head}" in checked(record(match, tmp_path), late)


@pytest.mark.parametrize("text", ["", "7", "0=" + "a" * 64, "7=" + "a" * 63, "7=" + "g" * 64])
def test_what_is_no_head_is_refused(match: Match, tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError, match="is no head"):
        call_command("check_record", record(match, tmp_path), f"--head={text}")


def test_heads_are_of_one_record(match: Match, tmp_path: Path) -> None:
    path = record(match, tmp_path)
    with pytest.raises(CommandError, match="name its record alone"):
        call_command("check_record", path, path, f"--head={head(match)}")


def test_a_head_is_on_the_table_and_for_programs_and_no_digest_is(match: Match) -> None:
    play_on(match, choices=2)
    seat = to_move(match)
    digests = [row.digest for row in store.load_all(match.pk)]
    shown = sit(seat).get(address(seat)).content.decode()
    assert head(match).partition("=")[2] in shown
    Match.objects.update(watchable=True)
    slug = match.slug
    visited = Browser().get(reverse("games:match", args=[slug])).content.decode()
    asked = Browser().get(f"/api/matches/{slug}/").content.decode()
    seen = Browser().get(f"/api/matches/{slug}/rounds/1/").content.decode()
    for text in (shown, visited, asked, seen):
        assert head(match).partition("=")[2] in text
        assert not set(re.findall("[0-9a-f]{64}", text)) & set(digests)


def test_a_match_that_has_not_begun_has_no_head() -> None:
    waits = Match.objects.create(rules={}, seed_commitment="")
    assert queries.public_head(waits) is None
