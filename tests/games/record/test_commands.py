"""The commands `check_record` and `perft`: what they print, and their exit codes."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from .records import BAD, GOOD, RECORDS

PERFT = RECORDS.parent / "perft.json"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, list[str]]:
    try:
        call_command(*args)
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, capsys.readouterr().out.splitlines()


def test_a_line_a_file_tells_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(path) for path in (GOOD[3], GOOD[4], GOOD[5])]
    assert run(capsys, "check_record", *names) == (
        0,
        [
            f"{names[0]}: ok, 36 events, abandoned",
            f"{names[1]}: ok, 66 events, unfinished",
            f"{names[2]}: ok, 59 events",
        ],
    )


def test_any_bad_file_makes_the_exit_code_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run(capsys, "check_record", str(BAD[5]), str(GOOD[5]))
    assert code == 1
    assert lines[0].startswith(f"{BAD[5]}: seq 9: illegal: ")
    assert lines[1] == f"{GOOD[5]}: ok, 59 events"


def test_what_cannot_be_read_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing, odd = tmp_path / "missing", str(tmp_path / "odd\udcff")
    code, lines = run(capsys, "check_record", str(missing), str(tmp_path), odd)
    assert code == 1
    assert [line.partition(": seq 0: file: ")[0] for line in lines] == [
        str(missing),
        str(tmp_path),
        str(tmp_path / "odd\ufffd"),
    ]


def test_a_header_alone_is_a_good_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "header.jsonl"
    path.write_bytes(GOOD[0].read_bytes().splitlines(keepends=True)[0])
    assert run(capsys, "check_record", str(path)) == (0, [f"{path}: ok, 0 events, unfinished"])


def small_perft(tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "perft.json"
    path.write_text(json.dumps([json.loads(PERFT.read_text("utf-8"))[0] | changes]), "utf-8")
    return str(path)


def test_perft_prints_a_line_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "perft", small_perft(tmp_path)) == (
        0,
        ["position 0: four-arms, double-9, 4 seats, round 1: [2, 9, 46, 194] ok"],
    )


def test_perft_tells_a_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, lines = run(capsys, "perft", small_perft(tmp_path, counts=[2, 10]))
    assert code == 1
    assert lines[0].endswith("[2, 9] differs, expected [2, 10]")


def test_perft_refuses_what_is_no_position(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("perft", str(tmp_path / "missing"))
    with pytest.raises(CommandError):
        call_command("perft", small_perft(tmp_path, choices=[["tile_played", "0-0", "9-9"]]))
    with pytest.raises(CommandError):
        call_command("perft", small_perft(tmp_path, deal=None))


@pytest.mark.proof
def test_perft_agrees_with_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run(capsys, "perft", str(PERFT))
    assert (code, len(lines)) == (0, 40)
