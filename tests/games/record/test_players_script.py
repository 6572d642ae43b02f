"""The program that players may download: it says of every deal whether it was the promised one."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from tests.games.record.records import BAD, GOOD, named, sealed

SCRIPT = Path("games/static/games/check_deals.py")
# Whatever was changed after the fact, and every deal that the seed does not give.
FOUND = {
    **dict.fromkeys(("00", "01", "38", "52", "53"), "does not follow"),
    **dict.fromkeys(("15", "16", "17", "18", "24", "25", "37"), "was not dealt"),
    **dict.fromkeys(("41", "42", "43", "44", "45"), "not the whole record"),
    "32": "not the one that the fingerprint promised",
}


def said(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> str:
    """Return what the script ends with, empty where all is well."""
    monkeypatch.setattr("sys.argv", [str(SCRIPT), *map(str, arguments)])
    try:
        runpy.run_path(str(SCRIPT), run_name="__main__")
    except SystemExit as ended:
        return str(ended.code)
    return ""


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_it_finds_every_good_record_good(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    if "unfinished" in path.stem:
        assert "not the whole record" in said(monkeypatch, path)
        return
    assert said(monkeypatch, path) == ""
    count = len(path.read_bytes().splitlines()) - 1
    assert capsys.readouterr().out.startswith(f"ok: {count} events")


@pytest.mark.parametrize("number", FOUND)
def test_it_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    (path,) = [path for path in BAD if path.name.startswith(number)]
    assert FOUND[number] in said(monkeypatch, path)


def test_it_holds_the_record_to_a_fingerprint_that_was_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = GOOD[0]
    promised = named(path.stem)[0]["data"]["seed_commitment"]
    assert said(monkeypatch, path, promised) == ""
    assert FOUND["32"] in said(monkeypatch, path, "0" * 64)


def test_another_seed_with_its_own_fingerprint_does_not_pass(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events = named("15-trains-3p")
    seed = bytes(range(32))
    events[0]["data"]["seed_commitment"] = engine.commitment(seed)
    events[-1]["data"]["seed"] = seed.hex()
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(sealed(events))
    assert "Round 1 was not dealt" in said(monkeypatch, forged)


def test_it_can_be_read_in_five_minutes() -> None:
    lines = SCRIPT.read_text().partition('"""\n\n')[2].splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 50


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"chickenfoot-record","version":1}\nno JSON "seed":\n',
        '{"format":"chickenfoot-record","version":1}\n[]\n{"data":{"seed":"00"}}\n',
        '{"format":"chickenfoot-record","version":1}\n{"data":{"seed":7}}\n',
    ],
)
def test_what_is_no_record_gets_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(text)
    ended = subprocess.run(
        [sys.executable, SCRIPT, path], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("This is no record:")
    assert "Traceback" not in ended.stderr
