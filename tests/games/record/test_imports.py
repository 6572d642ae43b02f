"""A record that comes in becomes a finished match of guests, or nothing at all."""

import io
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games import queries, store
from games.engine import head_of
from games.record.check import Fault
from games.record.export import export_match
from games.record.imports import import_match
from games.tables import Match, MatchSecret, Seat
from tests.factories import NOON

from .records import BAD, GOOD

pytestmark = pytest.mark.django_db

FINISHED = [path for path in GOOD if "unfinished" not in path.stem]
(SHORT,) = [path for path in GOOD if path.stem.startswith("11-")]
(ABANDONED,) = [path for path in GOOD if "abandoned" in path.stem]
(UNFINISHED,) = [path for path in GOOD if "unfinished" in path.stem]


def read(path: Path) -> Match:
    with path.open("rb") as stream:
        return import_match(stream, now=NOON)


def written(match: Match) -> bytes:
    return "".join(export_match(match)).encode()


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem[:2])
def test_what_comes_in_goes_out_again_byte_by_byte(path: Path) -> None:
    assert written(read(path)) == path.read_bytes()


def test_an_imported_match_is_over_and_played_by_guests() -> None:
    match = read(SHORT)
    match.refresh_from_db()
    assert (match.state, match.imported, match.creator) == (Match.State.ENDED, True, None)
    assert match.started_at is not None
    assert match.ended_at is not None
    assert [seat.name for seat in match.seats.all()] == ["Guest 1", "Guest 2", "Guest 3"]
    assert (len(match.totals), len(match.ranks)) == (3, 3)
    assert not match.choices.exists()


def test_an_abandoned_match_is_imported_as_abandoned() -> None:
    match = read(ABANDONED)
    assert match.state == Match.State.ABANDONED
    assert match.ended_at is not None


def test_an_imported_match_can_be_replayed() -> None:
    match = read(SHORT)
    assert match.rounds.get().is_over
    seen = queries.see_round(match, 1, None)
    assert seen.view.hands is not None
    assert seen.view.points == tuple(match.rounds.get().points)


@pytest.mark.parametrize("path", [SHORT, ABANDONED], ids=["ended", "abandoned"])
def test_an_imported_match_has_its_pages(client: Client, path: Path) -> None:
    match = read(path)
    result = client.get(reverse("games:match", args=[match.slug])).content.decode()
    assert "Guest 1" in result
    last = client.get(reverse("games:replay", args=[match.slug]), follow=True)
    assert last.status_code == 200
    assert last.redirect_chain
    first = client.get(reverse("games:replay_step", args=[match.slug, 1, 0]))
    assert first.status_code == 200
    record = client.get(reverse("games:record", args=[match.slug]))
    assert b"".join(record.streaming_content) == path.read_bytes()  # type: ignore[attr-defined]


def test_the_public_head_of_an_imported_match_can_be_checked() -> None:
    match = read(SHORT)
    *_before, last = store.load_all(match.pk)
    seed = bytes(match.secret.seed)
    assert seed.hex() == getattr(last.event(), "seed", None)
    assert head_of(seed, last.digest)


def test_nobody_is_told_of_an_import() -> None:
    match = read(SHORT)
    match.refresh_from_db()
    assert match.noticed == match.head > 0


def test_the_same_record_again_is_another_match() -> None:
    one, other = read(SHORT), read(SHORT)
    assert one.slug != other.slug
    assert written(one) == written(other)


def test_a_last_line_may_lack_its_line_feed() -> None:
    text = SHORT.read_bytes()
    assert written(import_match(io.BytesIO(text.rstrip(b"\n")), now=NOON)) == text


def refused(text: bytes) -> Fault:
    """Return why a record is refused, and see that nothing was written."""
    with pytest.raises(Fault) as found:
        import_match(io.BytesIO(text), now=NOON)
    for table in (Match, Seat, MatchSecret):
        assert not table.objects.exists()
    return found.value


def test_an_unfinished_match_is_refused_at_what_would_come_next() -> None:
    text = UNFINISHED.read_bytes()
    fault = refused(text)
    assert (fault.seq, fault.code) == (text.count(b"\n"), "unfinished")


def test_a_header_alone_is_refused() -> None:
    assert refused(SHORT.read_bytes().splitlines()[0]).code == "unfinished"


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem[:2])
def test_a_bad_record_is_refused_where_it_is_bad(path: Path) -> None:
    why = path.with_suffix(".why").read_text("utf-8").strip()
    assert str(refused(path.read_bytes())).startswith(f"{why}: ")


@pytest.mark.parametrize("text", [b"", b"\n", b"\0" * 70_000, b"\xff\xfe", b"{}\n" * 3])
def test_what_is_no_record_is_refused_at_zero(text: bytes) -> None:
    assert refused(text).seq == 0
