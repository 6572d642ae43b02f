"""What accounts refuses, each with a stable code, a sentence for people and an HTTP status."""

from django.utils.translation import gettext as _


class AccountError(Exception):
    """Something that was asked for and is refused."""

    code = "refused"
    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class TooManyAsks(AccountError):
    """Asked too often from one network or for one address; `wait` is in seconds."""

    code = "too_many_asks"
    status = 429

    def __init__(self, wait: int) -> None:
        super().__init__(_("That was asked for too often in a short time."))
        self.wait = wait


class WrongCode(AccountError):
    """A code that is wrong, too old, used up or was never sent: which one is not told."""

    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__(
            _(
                "That code is not right, or its time is over. A code is good for 15 minutes "
                "and five tries, and only the newest one counts."
            )
        )


class BadLink(AccountError):
    """A link that was cut, changed or revoked."""

    code = "bad_link"
    status = 400

    def __init__(self) -> None:
        super().__init__(_("This link is not complete, or it has been replaced by a newer one."))


class LinkTooOld(AccountError):
    """A link whose time is over."""

    code = "link_too_old"
    status = 410

    def __init__(self) -> None:
        super().__init__(_("The time of this link is over."))


class AddressTaken(AccountError):
    """Somebody else plays under the address that was proven."""

    code = "address_taken"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("There is a player with this address already."))


class TimeOffRefused(AccountError):
    """Time off that cannot be taken, or not so much of it."""

    code = "time_off_refused"


class Suspended(AccountError):
    """The player may not sign in for now."""

    code = "suspended"
    status = 403

    def __init__(self, reason: str) -> None:
        super().__init__(
            _("This account is suspended: %(reason)s") % {"reason": reason}
            if reason
            else _("This account is suspended.")
        )
