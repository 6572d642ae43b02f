"""The mails: what each kind says, made at the moment it is sent."""

from notifications.letters import Letter
from notifications.mails.composing import (
    Dropped,
    Later,
    check_wanted,
    choices_of,
    compose,
)
from notifications.mails.digesting import all_dropped

__all__ = [
    "Dropped",
    "Later",
    "Letter",
    "all_dropped",
    "check_wanted",
    "choices_of",
    "compose",
]
