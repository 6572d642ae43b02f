"""The addresses of a replay: of every step of a round, and of all rounds as they happened."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.queries import ReplayPage
from games.tables import Match
from games.web.asking import NUMBER, Malformed

HANDS = {"open", "closed"}
ASKED = "Replay-Reel"
"""The header by which a page says what it shows already, and wants only what a step changes."""


@dataclass(frozen=True)
class Reader:
    """Who looks at a replay and how: from which seat, at whose address, hands open or closed.

    A reel is what the steps are counted in: a round's number, or None for all rounds.
    """

    match: Match
    seat: int | None
    below: int | None
    """The seat below whose address the steps stand, None for those that anybody may open."""
    hands: str

    def at(self, reel: int | None, step: int, hands: str = "") -> str:
        """Return the address of a step, the hands staying as they are."""
        name = "replay_all_step" if reel is None else "replay_step"
        return self._path(name, reel, step) + _asking(hands or self.hands)

    def each(self, reel: int | None, steps: Iterable[int]) -> list[str]:
        """Return the addresses of many steps, which differ in nothing but the number."""
        before, _zero, after = self.at(reel, 0).rpartition("/0/")
        return [f"{before}/{step}/{after}" for step in steps]

    def last_of(self, reel: int | None) -> str:
        """Return the address that leads to the last step of a reel."""
        return self.way_to(reel) + _asking(self.hands)

    def way_to(self, reel: int | None) -> str:
        """Return the address that leads to a step of a reel that is asked for by its number."""
        return self._path("replay_all" if reel is None else "replay_round", reel)

    def key(self, page: ReplayPage) -> str:
        """Return what a page shows beside its step: where it is the same, that need not change."""
        return f"{page.reel or 'all'}.{page.round}.{page.last_step}.{self.hands}"

    def _path(self, name: str, reel: int | None, *step: int) -> str:
        place = [*([] if reel is None else [reel]), *step]
        if self.below is None:
            return reverse(f"games:{name}", args=[self.match.slug, *place])
        return reverse(f"games:seat_{name}", args=[self.match.slug, self.below, *place])


def _asking(hands: str) -> str:
    return f"?hands={hands}" if hands else ""


def read_hands(request: HttpRequest) -> str:
    """Return how the hands are asked to lie: `open`, `closed`, or empty for as is usual."""
    hands = request.GET.get("hands", "")
    return hands if hands in HANDS else ""


def read_step(request: HttpRequest, last: int) -> int:
    """Return the step that the field of a page asks for, the last without one.

    Raises `Malformed` for what is no step.
    """
    asked = request.GET.get("step")
    if asked is None:
        return last
    if not NUMBER.fullmatch(asked) or int(asked) > last:
        raise Malformed
    return int(asked)
