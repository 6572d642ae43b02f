"""Why a service did nothing: a code for programs, a sentence for people, an HTTP status."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class ServiceError(Exception):
    """Nothing was changed; `sentence` may be shown to anybody."""

    code: ClassVar[str]
    status: ClassVar[int]
    sentence: str | Promise

    def __init__(self, sentence: str | Promise | None = None) -> None:
        if sentence is not None:
            self.sentence = sentence
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence)


class Stale(ServiceError):
    """The table has moved on since the asker saw it."""

    code = "stale"
    status = 409
    sentence = _("The table has moved on since you saw it. Nothing was played; here it is now.")


class MatchNotRunning(ServiceError):
    """No move can be made in a match that waits for players or is over."""

    code = "match_not_running"
    status = 409
    sentence = _("No move can be made at this table now.")


class MatchHasStarted(ServiceError):
    """What can be changed only before the first deal."""

    code = "match_has_started"
    status = 409
    sentence = _("The match has begun, so this cannot be changed any more.")


class TableGone(ServiceError):
    """A table that was called off before its first deal."""

    code = "table_gone"
    status = 410
    sentence = _("This table was called off.")


class AlreadyPaused(ServiceError):
    """A match cannot be paused twice."""

    code = "already_paused"
    status = 409
    sentence = _("The match is paused already.")


class NotPaused(ServiceError):
    """Only a paused match can be let go on."""

    code = "not_paused"
    status = 409
    sentence = _("The match is not paused.")


class NothingToTakeBack(ServiceError):
    """No choice was made there that counts, or the round has ended."""

    code = "nothing_to_take_back"
    status = 409
    sentence = _("There is no move there that could be taken back.")


class NotForAgreement(ServiceError):
    """What the players cannot take back by agreement; an administrator may."""

    code = "not_for_agreement"
    status = 409
    sentence = _(
        "Only the last play made by hand can be taken back by agreement, as long as nothing was "
        "drawn, passed or played by a person since. Anything further is for an administrator."
    )


class OfferLapsed(ServiceError):
    """An offer that was answered, or that a move has overtaken."""

    code = "offer_lapsed"
    status = 410
    sentence = _("This question is settled, or the table has moved on since it was asked.")


class NotYourPause(ServiceError):
    """A pause that the players did not agree on."""

    code = "not_your_pause"
    status = 403
    sentence = _("The match was paused by an administrator, who lets it go on.")


class MatchFaulted(ServiceError):
    """The log of this match cannot be replayed; it stands still until an administrator looks."""

    code = "match_faulted"
    status = 503
    sentence = _(
        "This table stands still: its record needs an administrator's look. Nothing is lost."
    )


class SeatChanged(ServiceError):
    """Somebody else, or a bot, decides for this seat now."""

    code = "seat_changed"
    status = 410
    sentence = _("This seat has changed hands since.")


class SeatTaken(ServiceError):
    """Somebody was quicker."""

    code = "seat_taken"
    status = 409
    sentence = _("This seat is taken.")


class AlreadySeated(ServiceError):
    """A player has one seat at a table."""

    code = "already_seated"
    status = 409
    sentence = _("You sit at this table already.")


class InvitationOver(ServiceError):
    """An invitation that was answered, withdrawn or has expired."""

    code = "invitation_over"
    status = 410
    sentence = _("This invitation is over: it was answered, withdrawn, or has expired.")


class NotOverdue(ServiceError):
    """A bot makes a choice for another player only when their time has run out."""

    code = "not_overdue"
    status = 409
    sentence = _("Their time has not run out, so nobody moves for them.")


class BadLink(ServiceError):
    """A token that this server never signed, or not all of one."""

    code = "bad_link"
    status = 403
    sentence = _("This link is not whole. Open it again from the mail, or copy all of it.")


class TableRefused(ServiceError):
    """A field of a new table, or of a change to one, that cannot be."""

    code = "table_refused"
    status = 422

    def __init__(self, field: str, sentence: str | Promise) -> None:
        self.field = field
        super().__init__(sentence)


class WordsRefused(ServiceError):
    """Words that cannot be said at a table; the field that holds them is called `words`."""

    code = "words_refused"
    status = 422


class TalkOver(ServiceError):
    """Table talk long after the match."""

    code = "talk_over"
    status = 409
    sentence = _("This match has been over for long, so nobody talks at its table any more.")


class TooTalkative(ServiceError):
    """Much said at one seat in a short time; `wait` is in seconds."""

    code = "too_talkative"
    status = 429

    def __init__(self, wait: int) -> None:
        self.wait = wait
        minutes = -(-wait // 60)
        super().__init__(
            ngettext(
                "That was a lot in a short time. You can say more in %(minutes)d minute.",
                "That was a lot in a short time. You can say more in %(minutes)d minutes.",
                minutes,
            )
            % {"minutes": minutes}
        )
