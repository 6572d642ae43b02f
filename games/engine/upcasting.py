"""What was stored in an earlier form, as this program reads it: one function a step.

The stored text never changes, and its digest is taken over it as it is; only what is read of it
goes through here, the steps of its type in order. A step knows the form before it by what is
missing there, and leaves any other alone. A new option of `Rules` needs a step that gives earlier
matches what they have played by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .rules import OPTIONS, Rules

Step = Callable[[Any], Any]


def rules_name_their_pace(data: Any) -> Any:
    """Return the data of a `match_started` whose rules name a pace.

    Before rounds could be played side by side (R10) there was no such option, and every match
    played its rounds in turn.
    """
    if type(data) is dict and type(data.get("rules")) is dict and "pace" not in data["rules"]:
        return {**data, "rules": {**data["rules"], "pace": "in_turn"}}
    return data


STEPS: Final[Mapping[str, tuple[Step, ...]]] = {"match_started": (rules_name_their_pace,)}


def upcast(type: str, data: Any) -> Any:
    """Return the data of a stored event in the form that this program reads."""
    for step in STEPS.get(type, ()):
        data = step(data)
    return data


def options_now(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a match was agreed under, in the form that this program reads."""
    options: dict[str, Any] = upcast("match_started", {"rules": dict(stored)})["rules"]
    return options


def rules_shown(stored: Mapping[str, Any]) -> Rules:
    """Return the options of a match for a page that tells of them, without asking what goes.

    Those of an unknown edition are shown as far as they are known; nothing is played by them.
    """
    options = options_now(stored)
    return Rules(**{name: options[name] for name in OPTIONS})
