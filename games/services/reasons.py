"""Why something was done: the code is in the event, the words lie beside the log."""

from dataclasses import dataclass
from typing import Final

from accounts.models import Player
from games.services.recording import Position
from games.tables import ReasonWords


@dataclass(frozen=True)
class Why:
    """The words of a reason, and who wrote them; both may be missing."""

    words: str = ""
    by: Player | None = None


NOT_SAID: Final = Why()


def keep(position: Position, why: Why) -> None:
    """Keep the words beside the first event that was appended to this position."""
    if why.words:
        ReasonWords.objects.create(
            match=position.match, seq=position.tail.seq + 1, words=why.words, by=why.by
        )
