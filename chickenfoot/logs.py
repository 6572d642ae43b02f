"""What must not reach a log: the tokens of links, which are capabilities."""

import re
from collections.abc import MutableMapping
from typing import Any

_TOKENS = re.compile(r"(/(?:t|i|mail|calendar)/|[?&]token=)[^/\s?&\"']+")


def hide_tokens(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> Any:
    """Mask the tokens in the addresses that a line of Django's or the server's speaks of."""
    entry["event"] = _TOKENS.sub(r"\1…", str(entry["event"]))
    return entry
