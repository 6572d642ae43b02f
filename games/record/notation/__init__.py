"""A match that is over as text, a line a turn, and back (docs/NOTATION.md)."""

from .faults import NotationFault
from .reading import TITLE, Notated, read
from .records import record_of
from .writing import notation_of, write

__all__ = ["TITLE", "Notated", "NotationFault", "notation_of", "read", "record_of", "write"]
