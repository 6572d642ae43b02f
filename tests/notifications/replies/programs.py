"""Replies as mail programs write them: one move, above or below the quote of a turn mail."""

from base64 import b64encode
from collections.abc import Callable
from email.message import EmailMessage
from quopri import encodestring

MOVE = "9-4 on 9-9"
QUOTED = "It is your turn.\n* 4-1 on 1-1\n  https://example.org/t/x/"
MARKED = "\n".join(f"> {line}" for line in QUOTED.split("\n"))
IN_HTML = "<p>It is your turn.</p><p><a href='https://example.org/t/x/'>4-1 on 1-1</a></p>"
WROTE = "On Mon, Mar 2, 2026 at 12:00 PM Chicken Foot <table@example.org> wrote:"
HEAD = "From: Chicken Foot <table@example.org>\nSent: Monday, March 2, 2026 12:00\nTo: Ana\n"
HEAD_IN_HTML = (
    "<p><b>From:</b> Chicken Foot &lt;table@example.org&gt;<br><b>Sent:</b> Monday, March 2<br>"
    "<b>To:</b> Ana<br><b>Subject:</b> Your turn</p>"
)

Program = Callable[[str], bytes]


def gmail(move: str) -> bytes:
    html = (
        f'<div dir="ltr"><div>{move}</div></div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{WROTE}<br></div><blockquote class="gmail_quote">'
        f"{IN_HTML}</blockquote></div>"
    )
    return _both(f"{move}\n\n{WROTE}\n\n{MARKED}\n", html)


def gmail_below(move: str) -> bytes:
    html = (
        f'<div class="gmail_quote"><div class="gmail_attr">{WROTE}<br></div>'
        f"<blockquote>{IN_HTML}</blockquote></div><div><br></div><div>{move}</div>"
    )
    return _html(html)


def gmail_html_only(move: str) -> bytes:
    return _html(
        f'<div dir="auto">{move}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f"{WROTE}<br></div><blockquote>{IN_HTML}</blockquote></div>"
    )


def outlook(move: str) -> bytes:
    return _both(f"{move}\n\n{HEAD}Subject: Your turn\n\n{QUOTED}\n", f"<p>{move}</p>")


def outlook_html_only(move: str) -> bytes:
    return _html(
        "<html><head><style>p {margin: 0}</style></head><body><div class='WordSection1'>"
        f"<p class='MsoNormal'>{move}<o:p></o:p></p><p class='MsoNormal'><o:p>&nbsp;</o:p></p>"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'>"
        f"{HEAD_IN_HTML}</div>{IN_HTML}</div></body></html>"
    )


def outlook_web(move: str) -> bytes:
    return _html(
        f'<div class="elementToProof">{move}</div><div id="appendonsend"></div><hr>'
        f'<div id="divRplyFwdMsg" dir="ltr">{HEAD_IN_HTML}</div><div>{IN_HTML}</div>'
    )


def outlook_mobile(move: str) -> bytes:
    return _html(
        f'<div dir="auto">{move}</div><div id="ms-outlook-mobile-signature"><div>Get <a href="x">'
        'Outlook for iOS</a></div></div><hr><div id="divRplyFwdMsg">'
        f"{HEAD_IN_HTML}</div>{IN_HTML}"
    )


def apple_mail(move: str) -> bytes:
    wrote = "On 2 Mar 2026, at 12:00, Chicken Foot <table@example.org> wrote:"
    return _plain(f"{move}\n\nAna\n\n> {wrote}\n> \n{MARKED}\n", "utf-8", "quoted-printable")


def apple_html(move: str) -> bytes:
    return _html(
        f'<html><body style="word-wrap: break-word;">{move}<br><div><br><blockquote type="cite">'
        f"<div>{WROTE}</div><br>{IN_HTML}</blockquote></div><br></body></html>"
    )


def iphone(move: str) -> bytes:
    text = f"{move.replace('-', '–')}\n\nSent from my iPhone\n\n> {WROTE}\n{MARKED}"
    return _plain(text, "utf-8", "base64")


def android(move: str) -> bytes:
    return _plain(
        f"{move}\n\nSent from my Galaxy\n\n-------- Original message --------\n{HEAD}\n{QUOTED}",
        "utf-8",
        "8bit",
    )


def thunderbird(move: str) -> bytes:
    return _plain(
        f"{move}\n\nOn 02/03/2026 12:00, Chicken Foot wrote:\n{MARKED}\n", "utf-8", "7bit"
    )


def thunderbird_below(move: str) -> bytes:
    text = f"On 02/03/2026 12:00, Chicken Foot wrote:\n{MARKED}\n\n{move}\n\n-- \nAna 9-1\n"
    return _plain(text, "utf-8", "7bit")


def thunderbird_html(move: str) -> bytes:
    return _html(
        f'<p>{move}</p><div class="moz-cite-prefix">On 02/03/2026 12:00, Chicken Foot wrote:<br>'
        f'</div><blockquote type="cite">{IN_HTML}</blockquote>'
        '<pre class="moz-signature">-- \nAna 9-1</pre>'
    )


def yahoo(move: str) -> bytes:
    return _html(
        f'<div class="ydp1">{move}</div><div id="ydp2" class="yahoo_quoted"><div>{WROTE}</div>'
        f"{IN_HTML}</div>"
    )


def slovenian_windows(move: str) -> bytes:
    text = f"{move.replace('on', 'na')}\n\nDne 2. 3. 2026 je Črt Žagar napisal:\n{MARKED}\n"
    return _plain(text, "windows-1250", "quoted-printable")


def greek_iso(move: str) -> bytes:
    text = f"{move.replace('on', 'στο')}\n\nΣτις 2/3/2026 12:00, ο Chicken Foot έγραψε:\n{MARKED}\n"
    return _plain(text, "iso-8859-7", "base64")


def utf_16(move: str) -> bytes:
    return _plain(f"{move}\n\n{MARKED}\n", "utf-16", "base64")


def unknown_charset(move: str) -> bytes:
    return _plain(f"{move}\n\n{MARKED}\n", "utf-8", "7bit").replace(b"utf-8", b"x-klingon")


PROGRAMS: list[Program] = [
    gmail,
    gmail_below,
    gmail_html_only,
    outlook,
    outlook_html_only,
    outlook_web,
    outlook_mobile,
    apple_mail,
    apple_html,
    iphone,
    android,
    thunderbird,
    thunderbird_below,
    thunderbird_html,
    yahoo,
    slovenian_windows,
    greek_iso,
    utf_16,
    unknown_charset,
]


def _plain(text: str, charset: str, encoding: str) -> bytes:
    content = text.encode(charset)
    if encoding == "base64":
        content = b64encode(content)
    elif encoding == "quoted-printable":
        content = encodestring(content)
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n"
    return f"From: Ana <ana@example.org>\nMIME-Version: 1.0\n{head}\n".encode() + content


def _html(html: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = "Ana <ana@example.org>"
    mail.set_content(html, subtype="html", cte="base64")
    return mail.as_bytes()


def _both(text: str, html: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = "Ana <ana@example.org>"
    mail.set_content(text)
    mail.add_alternative(html, subtype="html")
    mail.add_attachment(b"4-1 on 1-1", maintype="text", subtype="plain", filename="moves.txt")
    return mail.as_bytes()
