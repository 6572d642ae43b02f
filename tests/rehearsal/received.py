"""Everything that anybody at the table ever received, in order, to be searched afterwards."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Received:
    """One answer of the web server or one mail."""

    who: str
    what: str
    at: datetime
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Archive(list[Received]):
    """What came, each with the moment at which it had come."""

    def keep(
        self, who: str, what: str, headers: tuple[tuple[str, str], ...], body: bytes
    ) -> Received:
        """Add what has just come."""
        received = Received(who, what, datetime.now(UTC), headers, body)
        self.append(received)
        return received
