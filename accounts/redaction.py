"""Taking somebody's name and address out of what others wrote."""

import html
import re
from collections.abc import Iterable
from typing import Final

LEFT_OUT: Final = "…"


def redacted(text: str, names: Iterable[str]) -> str:
    """Return `text` with each whole occurrence of a name left out, in any case, also as HTML."""
    spelled = {spelling for name in names if name for spelling in (name, html.escape(name))}
    if not spelled:
        return text
    longest_first = sorted(spelled, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", LEFT_OUT, text, flags=re.IGNORECASE)
