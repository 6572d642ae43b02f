"""What is read of a mail that came in, whoever wrote it with whatever."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.engine import Tile
from notifications.bouncing import reports
from notifications.replies import grammar, incoming, markup, quoting
from notifications.replies.grammar import Play, Unclear
from tests.notifications.replies.programs import MOVE, PROGRAMS, Program

PERSON = b"From: Ana <ana@example.org>\n"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_move_is_found_in_what_mail_programs_write(program: Program) -> None:
    lines = quoting.own_lines(incoming.text_of(incoming.parse(program(MOVE))))
    assert [line.act for line in grammar.read(lines)] == [Play(Tile(4, 9), Tile(9, 9))]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_reply_without_words_asks_for_nothing(program: Program) -> None:
    lines = quoting.own_lines(incoming.text_of(incoming.parse(program(""))))
    try:
        assert grammar.read(lines) == []
    except Unclear as unclear:
        assert unclear.line == "Ana"  # noqa: PT017 - a name by hand is neither


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation); owner-email=x",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "List-Id: <family.example.org>",
        "Return-Path: <>",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
    ],
)
def test_what_no_person_wrote_is_known(head: str) -> None:
    assert incoming.is_automatic(incoming.parse(PERSON + f"{head}\n\n9-4\n".encode()), None)


def test_an_empty_sender_is_nobody() -> None:
    assert incoming.is_automatic(incoming.parse(PERSON + b"\n9-4\n"), "")
    assert incoming.is_automatic(incoming.parse(b"From: MAILER-DAEMON@x.org\n\n9-4\n"), "a@x.org")


def test_a_persons_mail_is_no_automatic_one() -> None:
    mail = incoming.parse(PERSON + b"Auto-Submitted: no\nReturn-Path: <a@x.org>\n\n9-4\n")
    assert not incoming.is_automatic(mail, None)
    assert not incoming.is_automatic(mail, "ana@example.org")


@pytest.mark.parametrize(
    ("results", "fails"),
    [
        ("mx.example.org; dmarc=fail (p=NONE) header.from=example.com", True),
        ("MX.example.org 1; spf=pass; dkim=none; dmarc = FAIL", True),
        ("mx.example.org; spf=fail\nAuthentication-Results: mx.example.org; dmarc=fail", True),
        ("mx.example.org; dmarc=permerror", True),
        ("mx.example.org; dmarc=pass header.from=example.org", False),
        ("mx.example.org; spf=fail smtp.mailfrom=example.org", False),
        ("mx.example.org (dmarc=fail); dmarc=pass", False),
        ("elsewhere.example; dmarc=fail", False),
        ("", False),
    ],
)
def test_only_our_own_mail_server_judges_a_sender(
    results: str, fails: bool, settings: Settings
) -> None:
    settings.AUTHSERV_ID = "mx.example.org"
    mail = incoming.parse(PERSON + f"Authentication-Results: {results}\n\n9-4\n".encode())
    assert incoming.fails_dmarc(mail) is fails


def test_without_a_name_for_it_no_server_is_believed(settings: Settings) -> None:
    settings.AUTHSERV_ID = ""
    mail = incoming.parse(b"Authentication-Results: ; dmarc=fail\n\n9-4\n")
    assert not incoming.fails_dmarc(mail)


@given(st.binary())
def test_whatever_comes_is_read(content: bytes) -> None:
    mail = incoming.parse(content)
    incoming.is_automatic(mail, None)
    incoming.fails_dmarc(mail)
    incoming.key_of(mail, content)
    quoting.own_lines(incoming.text_of(mail))


@given(
    st.lists(
        st.sampled_from(
            [
                "<div>",
                "</div>",
                "<blockquote>",
                "</p>",
                "<p",
                "&#x",
                "<!--",
                "9-4",
                "<br/>",
                "<![CDATA[",
                "<![foo[",
                "<![if !mso]>",
            ]
        )
    )
)
def test_whatever_html_comes_is_read(pieces: list[str]) -> None:
    content = b"Content-Type: text/html\n\n" + "".join(pieces).encode()
    quoting.own_lines(incoming.text_of(incoming.parse(content)))


@pytest.mark.parametrize("html", ["<![foo[x]]>9-4", "<![foo[9-4", "<p>9-4<![if !supportLists]>"])
def test_odd_sections_of_html_hide_nothing(html: str) -> None:
    mail = incoming.parse(b"Content-Type: text/html\n\n9-1<br>" + html.encode() + b"<br>4-4")
    assert quoting.own_lines(incoming.text_of(mail))[0] == "9-1"


@pytest.mark.parametrize(
    "name",
    ["idna", "punycode", "undefined", "utf-7", "raw_unicode_escape", "utf-16", "klingon", '"\0"'],
)
def test_whatever_a_character_set_is_called_its_text_can_be_kept(name: str) -> None:
    for said in (b"9-4", b"say +2AA-", rb"say \ud800", b"say \0", bytes(range(256))):
        mail = incoming.parse(
            b"Content-Type: text/plain; charset=" + name.encode() + b"\n\n" + said
        )
        text = incoming.text_of(mail)
        assert "\0" not in text
        assert text.encode().decode() == text


@pytest.mark.parametrize("kind", ["multipart/mixed", "message/rfc822"])
@pytest.mark.parametrize("deep", [31, 500, 5000])
def test_of_what_is_packed_too_deep_the_headers_are_read(kind: str, deep: int) -> None:
    heads = [f"Content-Type: {kind}; boundary=b{n}\n\n" for n in range(deep)]
    if kind == "multipart/mixed":
        heads = [f"{head}--b{n}\n" for n, head in enumerate(heads)]
    mail = incoming.parse(PERSON + "".join(heads).encode() + b"\n9-4\n")
    assert incoming.text_of(mail) == ""
    assert reports.read(mail) is None
    assert not incoming.is_automatic(mail, None)


@pytest.mark.parametrize(
    "html", ["<a ", "<a b='", "<!--", "<a/", "<?", "</", "&#" + "9" * 5000, "<a b=c <"]
)
def test_html_without_end_is_read_in_a_moment(html: str) -> None:
    """The library looks to the end of the page for each mark; minutes for a page of them."""
    began = time.process_time()
    text = markup.to_text("<p>9-4</p>" + html * (incoming.MOST_TEXT // len(html)))
    assert text.startswith("9-4")
    assert time.process_time() - began < 10


@pytest.mark.parametrize("address", ["(" * 100_000, "a@example.org," * 100_000, '"' * 10_000])
def test_a_sender_without_end_is_nobody_special(address: str) -> None:
    mail = incoming.parse(f"From: {address}\n\n9-4\n".encode())
    assert not incoming.is_automatic(mail, "ana@example.org")


def test_of_a_mail_of_nothing_but_lines_the_headers_are_read() -> None:
    mail = incoming.parse(PERSON + b"\n" * (incoming.MOST_LINES + 1))
    assert incoming.header(mail, "From") == "Ana <ana@example.org>"
    assert incoming.text_of(mail).strip() == ""
