"""A record of what a notation tells, to be checked and imported like any other."""

from datetime import datetime

from games.engine import canonical, digest, stamp
from games.record.lines import HEADER

from .reading import Notated


def record_of(notated: Notated, *, now: datetime) -> bytes:
    """Return the record of a match that was read from a notation.

    Its events are those of the match; who chose and when each was made, a notation does not say.
    So a choice is a player's, and everything happened when the match began but its end.
    """
    began = notated.began or stamp(now)
    ended = max(began, notated.ended)
    previous, lines = "", [HEADER]
    for seq, (event, cause) in enumerate(notated.events, 1):
        at = ended if seq == len(notated.events) else began
        data = event.to_data()
        previous = digest(previous, seq, event.type, cause, at, data)
        fields = {"at": at, "cause": cause, "data": data, "digest": previous}
        lines.append(canonical({**fields, "seq": seq, "type": event.type}))
    return "".join(f"{line}\n" for line in lines).encode()
