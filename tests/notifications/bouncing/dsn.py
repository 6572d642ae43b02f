"""Reports as mail servers write them, about a mail of ours of a given name."""

from collections.abc import Callable

Style = Callable[[str], bytes]
FAILED = b"Action: failed\nStatus: 5.1.1"


def _report(head: str, words: str, status: str, original: str, kind: str = "message/rfc822") -> str:
    return (
        f"{head}\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain; charset=us-ascii\n\n{words}\n\n"
        f"--b\nContent-Type: message/delivery-status\n\n{status}\n\n"
        f"--b\nContent-Type: {kind}\n\n{original}\n\n--b--\n"
    )


def _original(name: str) -> str:
    return (
        f"From: Chicken Foot <table@example.org>\nTo: Ana <ana@example.com>\n"
        f"Subject: Your turn\nMessage-ID: {name}\n\nIt is your turn."
    )


def postfix(name: str) -> bytes:
    return _report(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org (Mail Delivery System)\n"
        "Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied",
        "I'm sorry to have to inform you that your message could not be delivered.",
        "Reporting-MTA: dns; mx.example.org\nX-Postfix-Queue-ID: 4F\n\n"
        "Final-Recipient: rfc822; ana@example.com\nOriginal-Recipient: rfc822;ana@example.com\n"
        "Action: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.com\n"
        "Diagnostic-Code: smtp; 550 5.1.1 <ana@example.com>: Recipient address rejected: User\n"
        "    unknown in virtual mailbox table",
        _original(name),
    ).encode()


def exim(name: str) -> bytes:
    return _report(
        "Return-path: <>\nX-Failed-Recipients: ana@example.com\nAuto-Submitted: auto-replied\n"
        "From: Mail Delivery System <Mailer-Daemon@mx.example.org>\n"
        "Subject: Mail delivery failed: returning message to sender",
        "  ana@example.com\n    host mx.example.com [192.0.2.1]\n    550 Unrouteable address",
        "Reporting-MTA: dns; mx.example.org\n\nAction: failed\n"
        "Final-Recipient: rfc822;ana@example.com\nStatus: 5.0.0\nRemote-MTA: dns; mx.example.com\n"
        "Diagnostic-Code: smtp; 550 Unrouteable address",
        f"Return-path: <table@example.org>\nMessage-Id: {name}\nSubject: Your turn\n",
        "text/rfc822-headers",
    ).encode()


def old_exim(name: str) -> bytes:
    return (
        "Return-path: <>\nX-Failed-Recipients: ana@example.com\nAuto-Submitted: auto-replied\n"
        "From: Mail Delivery System <Mailer-Daemon@mx.example.org>\n\n"
        "This message was created automatically by mail delivery software.\n\n"
        "  ana@example.com\n    SMTP error from remote mail server after RCPT TO:\n"
        "    550 5.1.1 ana@example.com: no such user here\n\n"
        "------ This is a copy of the message, including all the headers. ------\n\n"
        f"{_original(name)}\n"
    ).encode()


def exchange(name: str) -> bytes:
    return _report(
        "From: <postmaster@example.com>\nSubject: Undeliverable: Your turn\n"
        "X-MS-Exchange-Message-Is-Ndr:\nAuto-Submitted: auto-replied",
        "The email address you entered couldn't be found.",
        "Reporting-MTA: dns;AM0PR01.prod.exchangelabs.com\n\n"
        "Final-Recipient: rfc822;ana@example.com\nAction: failed\nStatus: 5.1.10\n"
        "Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient "
        "ana@example.com not found by SMTP address lookup",
        _original(name),
    ).encode()


def gmail(name: str) -> bytes:
    return _report(
        "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\n"
        "X-Failed-Recipients: ana@gmail.com\nSubject: Delivery Status Notification (Failure)",
        "** Address not found **",
        "Reporting-MTA: dns; googlemail.com\nArrival-Date: Mon, 02 Mar 2026 04:00:00 -0800\n\n"
        "Final-Recipient: rfc822; ana@gmail.com\nAction: failed\nStatus: 5.1.1\n"
        "Remote-MTA: dns; gmail-smtp-in.l.google.com\nDiagnostic-Code: smtp; 550-5.1.1 The email "
        "account that you tried to reach does not exist.",
        _original(name),
    ).encode()


def ses(name: str) -> bytes:
    return _report(
        "From: MAILER-DAEMON@eu-west-1.amazonses.com\n"
        "Subject: Delivery Status Notification (Failure)",
        "An error occurred while trying to deliver the mail to the following recipients:",
        "Reporting-MTA: dns; a7-1.smtp-out.eu-west-1.amazonses.com\n\n"
        "Action: failed\nFinal-Recipient: rfc822; ana@example.com\n"
        "Diagnostic-Code: smtp; 550 5.2.1 The email account that you tried to reach is disabled.\n"
        "Status: 5.2.1",
        _original(name),
    ).encode()


def complaint(name: str) -> bytes:
    return (
        "From: <abuse@example.com>\nSubject: FW: Your turn\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nThis is an abuse report.\n\n"
        "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n\n"
        f"--b\nContent-Type: message/rfc822\n\n{_original(name)}\n--b--\n"
    ).encode()


def delayed(name: str) -> bytes:
    return postfix(name).replace(FAILED, b"Action: delayed\nStatus: 4.4.1")


def full(name: str) -> bytes:
    return ses(name).replace(b"5.2.1", b"5.2.2").replace(b"is disabled", b"is over quota")


def spam(name: str) -> bytes:
    return exchange(name).replace(b"5.1.10", b"5.7.1").replace(b"Recipient", b"Message")


def expired(name: str) -> bytes:
    return postfix(name).replace(b"5.1.1", b"4.4.7")


def delivered(name: str) -> bytes:
    return postfix(name).replace(FAILED, b"Action: delivered\nStatus: 2.0.0")


FINAL: list[Style] = [postfix, exim, old_exim, exchange, gmail, ses]
PASSING: list[Style] = [delayed, full, spam, expired, delivered]
