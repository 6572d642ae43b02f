"""What is wrong with a record, in the reader's language; nothing of it names a tile (R8.5)."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

WHAT: Final[Mapping[str, Promise]] = {
    "header": gettext_lazy("this is not the beginning of a record"),
    "line": gettext_lazy("it is not written as an event has to be"),
    "seq": gettext_lazy("its number is not the next one"),
    "digest": gettext_lazy("its digest does not follow from the event before"),
    "type": gettext_lazy("events of its type are not known"),
    "at": gettext_lazy("its time is wrong"),
    "cause": gettext_lazy("its cause is wrong"),
    "R1": gettext_lazy("such rules cannot be agreed"),
    "words": gettext_lazy("the words for the shuffle are not in order"),
    "seed": gettext_lazy("the seed is not the promised one, or did not make the deals"),
    "deal": gettext_lazy("a deal is missing, or one too many"),
    "starter": gettext_lazy("the round has another starter"),
    "hands": gettext_lazy("the hands have another size"),
    "set": gettext_lazy("the tiles are not those of the set"),
    "first": gettext_lazy("another seat is the first"),
    "start": gettext_lazy("the match does not begin as it should"),
    "end": gettext_lazy("the match was over before"),
    "round end": gettext_lazy("the end of the round is not where it belongs"),
    "match end": gettext_lazy("the end of the match is not where it belongs"),
    "paused": gettext_lazy("it does not fit the pauses of the match"),
    "points": gettext_lazy("the points are wrong"),
    "ranks": gettext_lazy("the ranks are wrong"),
    "seat": gettext_lazy("there is no such seat"),
    "over": gettext_lazy("its round is not being played"),
    "rewind": gettext_lazy("there is nothing that it could take back"),
    "turn": gettext_lazy("it is not this seat’s turn"),
    "illegal": gettext_lazy("the rules do not allow it"),
    "round": gettext_lazy("there is no such round, or it is kept with another"),
    "verified": gettext_lazy("it is another event than the one verified before"),
    "tables": gettext_lazy("the tables of the match say something else"),
    "head": gettext_lazy("the record does not end where it should"),
    "due": gettext_lazy("an event that is due is missing"),
    "unfinished": gettext_lazy("the match has not ended"),
}


def fault_in_words(place: str) -> str:
    """Return where a fault is and what it is, of a fault's place, as in `seq 12: digest`."""
    where, _, code = place.partition(": ")
    what = WHAT.get(code)
    if what is None:
        return place
    words = {"number": where.removeprefix("seq "), "what": what}
    return gettext("event %(number)s: %(what)s") % words
