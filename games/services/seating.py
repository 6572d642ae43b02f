"""Sitting down, words for the shuffle, and the start once nobody is missing."""

import re
import secrets
import unicodedata
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Player
from games import engine
from games.engine import Caused, MatchStarted, Rules, options_now
from games.services import errors, recording
from games.services.playing import follow_with_bots
from games.services.tenures import begin_tenure, replace_absent
from games.tables import Match, Seat, SeatWords

LONGEST_WORDS: Final = 200
_NONCE: Final = re.compile(r"[0-9a-f]{32}")


def waiting(match_id: int) -> Match:
    """Return the match, locked, if it has not begun; raises `MatchHasStarted` or `TableGone`."""
    match = recording.lock(match_id)
    if match.state == Match.State.CANCELLED:
        raise errors.TableGone
    if match.state != Match.State.WAITING:
        raise errors.MatchHasStarted
    return match


def sit_down(seat: Seat, player: Player, words: str, now: datetime, nonce: str = "") -> None:
    """Give a free seat to a player, with a new tenure; the caller holds the match's lock."""
    if seat.is_taken:
        raise errors.SeatTaken
    if seat.match.seats.filter(player=player).exists():
        raise errors.AlreadySeated
    seat.player, seat.open_to_all = player, False
    begin_tenure(seat, "joined", 0, now)
    keep_words(seat, words, nonce)
    recording.ring(seat.match_id)


def keep_words(seat: Seat, words: str, nonce: str = "") -> None:
    """Keep words beside the log; raises `TableRefused` for too many, or ones nobody can write.

    The nonce comes with the words, from the browser or from the page that asked for them: one drawn
    here, after the words are known, could be drawn until the deal suits (RECORD.md, Shuffle). Who
    sends none, or no 32 hex digits, trusts the server with it.
    """
    words = words.strip()
    if any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in words):
        raise errors.TableRefused("words", _("One line of letters, signs and figures, please."))
    if len(words) > LONGEST_WORDS:
        raise errors.TableRefused(
            "words", _("At most %(most)d characters, please.") % {"most": LONGEST_WORDS}
        )
    if not words:
        SeatWords.objects.filter(seat=seat).delete()
        return
    if not _NONCE.fullmatch(nonce):
        nonce = new_nonce()
    SeatWords.objects.update_or_create(seat=seat, defaults={"nonce": nonce, "words": words})


def new_nonce() -> str:
    """Return 32 hex digits that nobody can guess, to hide a player's words behind their digest."""
    return secrets.token_hex(16)


def start_if_full(match: Match, now: datetime) -> bool:
    """Deal the first round (or, side by side, all) if every seat is taken (R2); returns whether."""
    seats = list(match.seats.select_related("words"))
    if not all(seat.is_taken for seat in seats):
        return False
    started = MatchStarted(
        Rules.from_data(options_now(match.rules), len(seats)),
        len(seats),
        tuple(seat.words.digits if hasattr(seat, "words") else "" for seat in seats),
        match.seed_commitment,
    )
    state = engine.start(started)
    seed = bytes(match.secret.seed)
    recording.begin(match, [Caused(started, "system"), *engine.settle(state, seed)], now)
    replace_absent(match, now)
    follow_with_bots(match.pk, now)
    return True
