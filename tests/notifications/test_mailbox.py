"""The mailbox of the embedded default: every mail is kept as a file and shown with its links."""

import re
from pathlib import Path

import pytest
from django.core.mail import get_connection
from django.test import Client
from pytest_django import Settings

from notifications import mailbox, noticing, outbox
from notifications.samples import samples
from tests.factories import NOON, make_match

pytestmark = pytest.mark.django_db

BACKEND = "notifications.mailbox.MailboxBackend"


@pytest.fixture(autouse=True)
def _folder(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = BACKEND
    settings.MAILBOX_DIR = tmp_path / "mailbox"


def send_a_turn_mail() -> mailbox.Mail:
    noticing.notice_match(make_match(people=2, bots=0).pk, now=NOON)
    outbox.drain(clock=lambda: NOON.replace(minute=5))
    (mail,) = mailbox.newest()
    return mail


def test_an_empty_mailbox_says_so(client: Client) -> None:
    assert "No mail was sent yet" in client.get("/mailbox/").content.decode()


def test_a_sent_mail_is_listed_and_shown_with_working_links(client: Client) -> None:
    mail = send_a_turn_mail()
    listed = client.get("/mailbox/").content.decode()
    assert f"/mailbox/{mail.name}/" in listed
    assert "your turn" in listed
    shown = client.get(f"/mailbox/{mail.name}/").content.decode()
    assert 'href="http://localhost:' in shown
    assert "Message-ID" in shown
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in shown


def test_the_frame_has_a_policy_of_its_own_and_the_pages_keep_theirs(client: Client) -> None:
    mail = send_a_turn_mail()
    frame = client.get(f"/mailbox/{mail.name}/html/")
    policy = frame["Content-Security-Policy"]
    assert "style-src 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert "sandbox allow-popups" in policy
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    html = frame.content.decode()
    assert "cid:" not in html
    assert 'src="data:image/png;base64,' in html
    assert '<base target="_blank">' in html
    page = client.get(f"/mailbox/{mail.name}/")["Content-Security-Policy"]
    assert "unsafe-inline" not in page


@pytest.mark.parametrize("name", ["nothing", "20260302120000-000000-0123456789abcdef", "a" * 300])
def test_a_mail_there_is_not_is_404(client: Client, name: str) -> None:
    assert client.get(f"/mailbox/{name}/").status_code == 404
    assert client.get(f"/mailbox/{name}/html/").status_code == 404


@pytest.mark.parametrize("change", [{"EMBEDDED": False}, {"EMAIL_BACKEND": "x.SMTP"}])
def test_there_is_none_but_with_the_embedded_default(
    client: Client, settings: Settings, change: dict[str, object]
) -> None:
    mail = send_a_turn_mail()
    for name, value in change.items():
        setattr(settings, name, value)
    for path in ("/mailbox/", f"/mailbox/{mail.name}/", f"/mailbox/{mail.name}/html/"):
        assert client.get(path).status_code == 404


def test_only_whole_files_are_listed(settings: Settings) -> None:
    send_a_turn_mail()
    (settings.MAILBOX_DIR / ".unfinished").write_text("half a mai")
    assert len(mailbox.newest()) == 1


def test_every_mail_can_be_shown_and_asks_no_other_host(
    settings: Settings,
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    mails = dict(samples("en", now=NOON))
    get_connection(BACKEND).send_messages(list(mails.values()))
    for mail in mailbox.newest():
        assert "<html" in mail.shown()
        assert set(re.findall(r"https?://([^/\"'<> ]+)", mail.html)) <= {
            "localhost:8000",
            "www.w3.org",
        }
