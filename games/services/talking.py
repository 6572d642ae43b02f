"""Table talk: lines of words beside the log, said alone or with a move (MAIL.md, Which mails).

The players' own: those who watch see none of it, and no record, replay or archive holds any.
"""

import re
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.errors import Suspended, TooManyAsks
from accounts.models import Player
from accounts.services import throttle
from games.services import errors, recording
from games.services.links import AFTER_THE_END
from games.tables import Match, Mute, Seat, TalkLine
from games.tables.talk import LONGEST_LINE

# How much one seat may say without moving; with a move goes one line anyway.
LINES: Final = 20
LINES_WITHIN: Final = timedelta(minutes=10)
_KEY: Final = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)
# Controls, halves of letters, and what ends a line.
_NO_LETTERS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# What turns the direction of all that follows it (Unicode Standard Annex 9, 2.1 to 2.4).
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Said:
    """A line that can be said, and the key of the form that holds it: sent again, it is one."""

    words: str
    key: str


def line_of(words: str, key: str = "") -> Said | None:
    """Return what somebody wrote as a line, None where there is nothing but space.

    Without a key, or with one that no form of ours has, each is a line of its own. Raises
    `WordsRefused` for what is too long, no single line, or would turn the letters around it.
    """
    words = words.strip()
    if any(unicodedata.category(sign) in _NO_LETTERS or sign in _TURNING for sign in words):
        raise errors.WordsRefused(_("One line of letters, signs and figures, please."))
    if len(words) > LONGEST_LINE:
        most = {"most": LONGEST_LINE}
        raise errors.WordsRefused(_("At most %(most)d characters, please.") % most)
    if not words:
        return None
    return Said(words, key if _KEY.fullmatch(key) else secrets.token_hex(16))


def say(seat: Seat, words: str, key: str = "", *, now: datetime) -> None:
    """Say a line at a table that gathers, runs, or was over within the last 90 days.

    Raises `WordsRefused`, `TooTalkative`, `TalkOver`, `SeatChanged` or `Suspended`.
    """
    said = line_of(words, key)
    if said is None:
        raise errors.WordsRefused(_("Please write something first."))
    with transaction.atomic():
        match, player = _at_table(seat, now)
        if match.talk.filter(player=player, key=said.key).exists():
            return
        _count(seat, now)
        keep(match.pk, seat.number, player.pk, said, now)
        _changed(match.pk)


def keep(
    match_id: int,
    number: int,
    player_id: int,
    said: Said,
    now: datetime,
    *,
    round_number: int | None = None,
    seq: int | None = None,
) -> None:
    """Write a line down, once for its key; the caller holds the match's lock and may speak."""
    line = TalkLine(
        match_id=match_id,
        seat=number,
        player_id=player_id,
        words=said.words,
        key=said.key,
        said_at=now,
        round=round_number,
        seq=seq,
    )
    TalkLine.objects.bulk_create([line], ignore_conflicts=True)


def mute(seat: Seat, number: int) -> None:
    """Fold away, for who sits at `seat`, what who sits at seat `number` says at this table.

    Nobody is told. Raises `SeatChanged` for a seat without another person; twice is once.
    """
    player, other = _pair(seat, number)
    Mute.objects.get_or_create(match_id=seat.match_id, player=player, muted=other)


def unmute(seat: Seat, number: int) -> None:
    """Show it again; raises `SeatChanged`. Twice is once."""
    player, other = _pair(seat, number)
    Mute.objects.filter(match_id=seat.match_id, player=player, muted=other).delete()


def remove_line(line: TalkLine, *, by: Player | None, now: datetime) -> None:
    """Take the words of a line away for good; that it was removed stays to be seen."""
    with transaction.atomic():
        standing = TalkLine.objects.filter(pk=line.pk, removed_at=None)
        if standing.update(words="", removed_at=now, removed_by=by):
            _changed(line.match_id)


def talk_noticed(match: Match, line_id: int) -> None:
    """Say that mails were planned for a match's talk up to this line."""
    match.talk.filter(pk__lte=line_id, noticed=False).update(noticed=True)


def _at_table(seat: Seat, now: datetime) -> tuple[Match, Player]:
    """Return the locked match and who may speak at a seat, who still sits there."""
    match = recording.lock(seat.match_id)
    if match.state == Match.State.CANCELLED:
        raise errors.TableGone
    if match.is_over and match.ended_at is not None and match.ended_at + AFTER_THE_END <= now:
        raise errors.TalkOver
    here = match.seats.select_related("player").get(pk=seat.pk)
    if here.player is None or here.tenure != seat.tenure:
        raise errors.SeatChanged
    if here.player.is_suspended:
        raise Suspended(here.player.suspension_reason)
    return match, here.player


def _count(seat: Seat, now: datetime) -> None:
    try:
        throttle.count(
            "table talk", f"{seat.pk}:{seat.tenure}", limit=LINES, window=LINES_WITHIN, now=now
        )
    except TooManyAsks as often:
        raise errors.TooTalkative(often.wait) from None


def _changed(match_id: int) -> None:
    """Let open tables and the mail know of it."""
    Match.objects.filter(pk=match_id).update(talked=F("talked") + 1)
    recording.ring(match_id)


def _pair(seat: Seat, number: int) -> tuple[Player, Player]:
    found = Seat.objects.filter(match_id=seat.match_id, number=number, player__isnull=False)
    other = found.select_related("player").first()
    if seat.player is None or other is None or other.player is None or other.pk == seat.pk:
        raise errors.SeatChanged
    return seat.player, other.player
