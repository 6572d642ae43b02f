"""Hands a mail to the server and says what the server's answer means."""

import re
import smtplib
from types import TracebackType
from typing import Any, Final, Self

from django.core.mail import EmailMessage, get_connection

from notifications.replies.incoming import storable

_FINAL: Final = 500
# No room for this mail: now (452), or by a server that should say 452 (552; RFC 5321, 4.5.3.1.10).
_NO_ROOM: Final = frozenset({452, 552})
# Longer than any mail may ever be (RFC 3463, 3.3 and 3.4): no room will come.
_TOO_LONG: Final = re.compile(r"\b5\.(2\.3|3\.4)\b")


class Refusal(Exception):
    """The mail was not taken.

    `final`: it never will be; `unreachable`: nothing can be sent now, whatever the mail.
    """

    def __init__(self, reason: str, *, final: bool = False, unreachable: bool = False) -> None:
        self.reason, self.final, self.unreachable = reason, final, unreachable
        super().__init__(reason)


class Line:
    """A connection to the mail server, opened for the first mail and closed after the last."""

    def __init__(self) -> None:
        self._connection: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hang_up()

    def send(self, message: EmailMessage) -> None:
        """Have a mail server take the mail; raises `Refusal`."""
        try:
            if self._connection is None:
                self._connection = get_connection()
                self._connection.open()
            taken = self._connection.send_messages([message])
        except OSError as fault:  # every fault of smtplib is one
            self._hang_up()
            raise judged(fault) from fault
        if not taken:
            raise Refusal("nobody to send to", final=True)

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.close()
        except OSError:
            return  # the server has hung up before us


def judged(fault: OSError) -> Refusal:
    """Return what a fault means: only a 5xx to the recipient or to the mail itself is final.

    A 5xx to our greeting, password or sender is about this server, which someone will mend; but to
    the sender is also said that there is no room for the mail, whose length it is told (RFC 1870).
    """
    match fault:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            said = [_said(*answer) for answer in recipients.values()]
            return Refusal("; ".join(said), final=all(map(_is_final, said)))
        case smtplib.SMTPDataError(smtp_code=code, smtp_error=text):
            return Refusal(_said(code, text), final=_is_final(_said(code, text)))
        case smtplib.SMTPNotSupportedError():
            return Refusal(str(fault), final=True)
        case smtplib.SMTPSenderRefused(smtp_code=code, smtp_error=text) if code in _NO_ROOM:
            return Refusal(_said(code, text), final=_is_final(_said(code, text)))
        case smtplib.SMTPResponseException(smtp_code=code, smtp_error=text):
            return Refusal(_said(code, text), unreachable=True)
    return Refusal(f"{type(fault).__name__}: {fault}", unreachable=True)


def _is_final(said: str) -> bool:
    """Whether an answer about one mail means that it will never be taken; a full mailbox may be."""
    code = int(said.split(" ", 1)[0])
    return code >= _FINAL and (code not in _NO_ROOM or _TOO_LONG.search(said) is not None)


def _said(code: int, text: bytes | str) -> str:
    return storable(f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}")
