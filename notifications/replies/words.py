"""The words of a reply in every language that people write in, however they spell them."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

PASS: Final = "pass"  # noqa: S105 - the word of a player
RESIGN: Final = "resign"
PLAN: Final = "plan"
ON: Final = "on"
ROUND: Final = "round"
SAY: Final = "say"

WORDS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": {
        PASS: ("pass", "i pass"),
        RESIGN: ("resign", "i resign"),
        PLAN: ("plan",),
        ON: ("on", "to", "at"),
        ROUND: ("round",),
        SAY: ("say",),
    },
    "ro": {
        PASS: ("pas", "trec", "trec peste"),
        RESIGN: ("renunț", "mă retrag", "abandonez"),
        PLAN: ("plan",),
        ON: ("pe", "la"),
        ROUND: ("runda",),
        SAY: ("spun", "zic"),
    },
    "sl": {
        PASS: ("dalje", "naprej", "pas"),
        RESIGN: ("predam", "odstopam", "odstopim"),
        PLAN: ("načrt",),
        ON: ("na", "k", "ob"),
        ROUND: ("krog", "runda"),
        SAY: ("rečem", "pravim"),
    },
    "uz": {
        PASS: ("o'tkazaman", "o'tkazib yuboraman", "o'tkazish", "pas"),
        RESIGN: ("taslim", "taslim bo'laman"),
        PLAN: ("reja",),
        ON: ("ga",),
        ROUND: ("raund", "davra"),
        SAY: ("aytaman",),
    },
    "el": {
        PASS: ("πάσο",),
        RESIGN: ("παραιτούμαι", "εγκαταλείπω"),
        PLAN: ("πλάνο", "σχέδιο"),
        ON: ("στο", "στον", "στην", "πάνω στο", "σε"),
        ROUND: ("γύρος",),
        SAY: ("λέω",),
    },
}
"""What is understood, whatever the writer's own language: families write in several."""

_DASHES: Final = re.compile("[‐‑‒–—―−﹘﹣-]")
_APOSTROPHES: Final = re.compile("['’‘ʻʼ`´]")
_SPACES: Final = re.compile(r"\s+")


def in_language(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words of a language, the English ones for one that has none here."""
    return WORDS.get(code.partition("-")[0], WORDS["en"])


def plain(text: str) -> str:
    """Return a line as it is compared: one case, no accents, one kind of dash and of space.

    Phones write `9–4` for `9-4`, and people leave accents out.
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(sign for sign in parts if unicodedata.category(sign) not in {"Mn", "Cf"})
    bare = _APOSTROPHES.sub("'", _DASHES.sub("-", bare))
    return _SPACES.sub(" ", bare.replace("ς", "σ")).strip()


def spelled(meaning: str) -> list[str]:
    """Return all words that mean this, plain, the longest first."""
    found = {plain(word) for words in WORDS.values() for word in words[meaning]}
    return sorted(found, key=len, reverse=True)
