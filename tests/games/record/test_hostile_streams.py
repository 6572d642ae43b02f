"""Files that are no records get a sentence, never a traceback, and little memory."""

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.record.check import check
from games.record.lines import HEADER

from .records import GOOD

LINES = GOOD[5].read_bytes().splitlines(keepends=True)
HEAD = HEADER.encode() + b"\n"


class Endless(io.RawIOBase):
    """A stream of one byte, a hundred megabytes long, that lies nowhere."""

    def __init__(self, byte: bytes, head: bytes = b"") -> None:
        self._chunk, self._head, self._left = byte * 65536, head, 100_000_000

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        source = self._head or self._chunk[: self._left]
        count = min(len(buffer), len(source))
        buffer[:count] = source[:count]
        if self._head:
            self._head = self._head[count:]
        else:
            self._left -= count
        return count


@pytest.mark.parametrize(
    ("byte", "head", "seq", "code"),
    [
        (b"\0", b"", 0, "header"),
        (b"x", b"", 0, "header"),
        (b"\n", b"", 0, "header"),
        (b"[", HEAD, 1, "line"),
        (b"9", HEAD, 1, "line"),
        (b"\n", HEAD, 1, "line"),
        (b"\xff", HEAD, 1, "line"),
    ],
)
def test_a_hundred_megabytes_take_no_memory(byte: bytes, head: bytes, seq: int, code: str) -> None:
    tracemalloc.start()
    try:
        fault = check(io.BufferedReader(Endless(byte, head))).fault
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (fault.seq, fault.code) == (seq, code)
    assert peak < 2_000_000


def hostile_lines() -> Iterator[bytes]:
    good = LINES[1].decode()
    yield from (b"null", b"true", b"5", b'"text"', b"{}", b"[]", b"{", b"\\", b"\xed\xa0\x80")
    yield b"[" * 60_000
    yield b"[" * 500 + b"]" * 500
    yield b'{"a":' * 9_000
    yield good.replace('"seq":1', '"seq":1.0').encode()
    yield good.replace('"seq":1', '"seq":1e0').encode()
    yield good.replace('"seq":1', '"seq":1e999').encode()
    yield good.replace('"seq":1', '"seq":' + "9" * 5000).encode()
    yield good.replace('"seq":1', '"seq":NaN').encode()
    yield good.replace('"seq":1', '"seq":-Infinity').encode()
    yield good.replace('"seq":1', '"seq":-0').encode()
    yield good.replace('"seats":7', '"seats":7,"seats":7').encode()
    yield good.replace('"words":["', '"words":["\\ud800').encode()
    yield good.replace('"words":["', '"words":["\\u0041').encode()
    yield good.replace("\n", "\r\n").encode()
    yield good.replace('"seq":1', '"seq": 1').encode()
    yield b"\xef\xbb\xbf" + good.encode()


@pytest.mark.parametrize("line", list(hostile_lines()), ids=lambda line: repr(line[:20]))
def test_a_line_that_is_no_canonical_json_is_one_fault(line: bytes) -> None:
    fault = check(io.BytesIO(HEAD + line)).fault
    assert (fault.seq, fault.code) == (1, "line")
    assert str(fault).isprintable()


def test_a_true_is_no_one() -> None:
    line = LINES[1].replace(b'"seq":1', b'"seq":true')
    fault = check(io.BytesIO(HEAD + line)).fault
    assert (fault.seq, fault.code) == (1, "seq")


@settings(max_examples=60)
@given(st.data())
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(LINES) - 1))
    at = data.draw(st.integers(0, len(LINES[number]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != LINES[number][at]))
    line = LINES[number][:at] + bytes([byte]) + LINES[number][at + 1 :]
    fault = check(io.BytesIO(b"".join([*LINES[:number], line, *LINES[number + 1 :]]))).fault
    assert fault is not None
    assert fault.seq == number


@settings(max_examples=60)
@given(st.binary(max_size=300), st.integers(0, 3))
def test_any_bytes_get_a_sentence(noise: bytes, kept: int) -> None:
    found = check(io.BytesIO(b"".join(LINES[:kept]) + noise))
    assert found.fault is None or str(found.fault).isprintable()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_truncated_record_is_a_fault_of_its_last_line(cut: int) -> None:
    text = b"".join(LINES[:12])[:-cut]
    fault = check(io.BytesIO(text)).fault
    assert (fault is None) == (cut == 1)
    assert fault is None or (fault.seq, fault.code) == (11, "line")


def test_a_sentence_is_short_and_printable_whatever_the_record_says(tmp_path: Path) -> None:
    evil = LINES[1].decode().replace('"arms"', '"' + "\\n🐔" * 5000 + '"')
    fault = check(io.BytesIO(HEAD + evil.encode())).fault
    assert str(fault).isascii()
    assert len(str(fault)) < 300
