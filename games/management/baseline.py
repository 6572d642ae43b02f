"""The marks that a version of the program left on every match, in a file: a line a match."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from django.core.management.base import CommandError


class Marked(NamedTuple):
    """A match and the marks of its states, none where it was not there yet."""

    match_id: int
    marks: list[str]

    def line(self) -> str:
        """Return the line of the file that this is."""
        return json.dumps({"match": self.match_id, "marks": " ".join(self.marks)}) + "\n"


def read(path: str) -> Iterator[Marked]:
    """Yield what a file holds, in the order of the matches' numbers; raises CommandError."""
    last = 0
    try:
        with Path(path).open(encoding="utf-8") as file:
            for line in file:
                found = json.loads(line)
                marked = Marked(int(found["match"]), found["marks"].split())
                if marked.match_id <= last:
                    raise CommandError(f"{path} is not in the order of the matches.")
                last = marked.match_id
                yield marked
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as fault:
        raise CommandError(f"{path} cannot be read: {fault}.") from fault


def beside(matches: Iterable[int], marked: Iterable[Marked]) -> Iterator[Marked]:
    """Yield the matches that are there and those that were marked, each with its marks."""
    rest = iter(marked)
    waiting = next(rest, None)
    for match_id in matches:
        while waiting is not None and waiting.match_id < match_id:
            yield waiting
            waiting = next(rest, None)
        if waiting is not None and waiting.match_id == match_id:
            yield waiting
            waiting = next(rest, None)
        else:
            yield Marked(match_id, [])
    if waiting is not None:
        yield waiting
    yield from rest
