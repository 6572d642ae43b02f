"""What every mail is, whatever it tells and in whichever language (MAIL.md, What a mail is)."""

import re
from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from notifications.letters import COLUMNS
from notifications.mailbox import Mail
from notifications.models import SWITCHABLE, Kind, Notice
from notifications.samples import samples
from tests.factories import NOON

LANGUAGES: Final = list(dict(settings.LANGUAGES))
Mails = Mapping[str, EmailMessage]

MANNERS: Final = {
    *("turn_without_talk", "turns", "turn_that_waits", "turn_after_a_round", "reminders"),
    *("answer_empty", "answer_refused", "answer_to_confirm", "answer_of_several"),
    *("timed_out_bot", "pause_over", "offer_to_take_back", "member_left"),
    *("correction_of_time", "correction_taken_back", "stopped_admin", "stopped_over"),
    *("match_won", "match_abandoned", "digest_nothing_waits", "digest_held_up"),
    *("invitation_in_turn", "hook_gone"),
}
"""Mails whose words differ from those of their kind that is named for itself."""
TO_STRANGERS: Final = {Kind.INVITATION, "invitation_in_turn", "stopped_admin"}
OF_NO_MATCH: Final = {
    *(Kind.SIGN_IN, Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED, Kind.HOOK_OFF, "hook_gone"),
    *(Kind.DIGEST, "digest_nothing_waits", "digest_held_up"),
}
ASKED_FOR: Final = {*Kind} - {*SWITCHABLE}


MADE: Final[dict[str, Mails]] = {}


@pytest.fixture(params=LANGUAGES)
def mails(
    request: pytest.FixtureRequest, db: None, real_pictures: None, monkeypatch: pytest.MonkeyPatch
) -> Mails:
    """Every mail in a language, made once, as a server that takes replies sends it."""
    monkeypatch.setattr(settings, "INCOMING_ADDRESS", "moves@example.org")
    if request.param not in MADE:
        MADE[request.param] = {
            name: message_from_bytes(mail.message().as_bytes(), policy=policy.default)
            for name, mail in samples(request.param, now=NOON)
        }
    return MADE[request.param]


def shown(name: str, mails: Mails) -> Mail:
    return Mail(name, mails[name])


def test_every_kind_is_there_in_all_its_manners(mails: Mails) -> None:
    assert set(mails) == {*Kind} | MANNERS


def test_every_mail_has_two_whole_parts_that_lead_to_the_same_places(mails: Mails) -> None:
    for name in mails:
        mail = shown(name, mails)
        for part in (mail.text, mail.html):
            assert mail.opening, name
            assert not re.search(r"\{\{|\{%|%\(\w+\)|\bNone\b", part), name
        in_text = set(re.findall(r"https?://\S+", mail.text))
        assert in_text == {
            link.replace("&amp;", "&") for link in re.findall(r'<a[^>]* href="([^"]*)"', mail.html)
        }, name


def test_no_line_of_a_text_part_is_wider_than_prose_but_for_links(mails: Mails) -> None:
    for name in mails:
        for line in shown(name, mails).text.splitlines():
            assert len(line.encode()) <= 998
            assert "://" in line or len(line) <= COLUMNS, (name, line)


def test_every_picture_is_small_shown_and_said_in_words(mails: Mails) -> None:
    for name, mail in mails.items():
        html = shown(name, mails).html
        pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        for part in pictures:
            assert len(part.get_content()) <= 60_000, name
            assert f'src="cid:{part["Content-ID"].strip("<>")}"' in html, name
        alternatives = re.findall(r'<img [^>]*?alt="([^"]*)"', html)
        assert len(alternatives) == len(pictures) == html.count("<img "), name
        assert all(len(words) > 20 for words in alternatives), name
    assert any(part.get_content_type() == "image/png" for part in mails["turns"].walk())


def test_the_headers_say_what_each_is(mails: Mails) -> None:
    for name, mail in mails.items():
        kind = next((kind for kind in ASKED_FOR if name.startswith(kind)), None)
        is_answer = kind == Kind.ANSWER
        assert mail["Auto-Submitted"] == ("auto-replied" if is_answer else "auto-generated"), name
        assert mail["X-Auto-Response-Suppress"] == "All", name
        assert (mail["Precedence"] == "bulk") == name.startswith(Kind.DIGEST), name
        assert (mail["References"] is None) == (name in OF_NO_MATCH), name
        assert mail["In-Reply-To"] == mail["References"], name
        assert not mail.defects, name
        can_be_switched_off = kind is None and name not in TO_STRANGERS
        post = "List-Unsubscribe=One-Click" if can_be_switched_off else None
        assert mail["List-Unsubscribe-Post"] == post, name
        assert ("mailto:" in str(mail["List-Unsubscribe"])) == can_be_switched_off, name
    assert len({mail["Message-ID"] for mail in mails.values()}) > len(set(Kind))


def test_a_match_has_one_subject(mails: Mails) -> None:
    threads: dict[str, set[str]] = {}
    for name, mail in mails.items():
        if mail["References"] and name != "stopped_admin":
            threads.setdefault(mail["References"], set()).add(str(mail["Subject"]))
    assert threads
    assert all(len(subjects) == 1 for subjects in threads.values())


def test_a_turn_mail_says_how_it_is_answered_and_lets_it_be(mails: Mails) -> None:
    for name in ("turn", "turns", "reminder", "reminders"):
        assert mails[name]["Reply-To"].addresses[0].domain == "example.org"
    assert mails["turn"]["Reply-To"] != mails["turns"]["Reply-To"]


@pytest.mark.django_db
def test_the_command_writes_them_in_a_folder_a_language_and_keeps_nothing(tmp_path: Path) -> None:
    call_command("preview_mails", str(tmp_path), stdout=StringIO())
    assert not Notice.objects.exists()
    assert {path.name for path in tmp_path.iterdir()} == set(LANGUAGES)
    for language in LANGUAGES:
        written = {path.stem for path in (tmp_path / language).glob("*.html")}
        assert written == {*Kind} | MANNERS
        for end in ("eml", "txt"):
            assert {path.stem for path in (tmp_path / language).glob(f"*.{end}")} == written


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="file/en cannot be written: Not a directory"):
        call_command("preview_mails", str(tmp_path / "file"), "--language", "en")
