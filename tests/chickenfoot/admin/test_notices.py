"""Notices are read, and sent again."""

import pytest
from django.test import Client
from django.utils import timezone

from notifications import sealed
from notifications.models import Kind, Notice
from tests.factories import make_match, make_player

from .pages import act, do, kept, listed, page

pytestmark = pytest.mark.django_db


def make_notice(state: Notice.State = Notice.State.FAILED, **fields: object) -> Notice:
    number = Notice.objects.count()
    return Notice.objects.create(
        kind=Kind.OVER,
        player=make_player("Ana"),
        match=make_match(people=1, bots=1),
        key=str(number),
        due_at=timezone.now(),
        state=state,
        message_id=f"<{number}@example.org>",
        **fields,
    )


def test_a_list_tells_what_went_wrong(browser: Client) -> None:
    make_notice(last_error="550 no such mailbox")
    sent = make_notice(Notice.State.SENT)
    text = browser.get(f"{listed(Notice)}?state__exact=failed").content.decode()
    assert "550 no such mailbox" in text
    assert page(sent) not in text


@pytest.mark.parametrize("state", ["failed", "sent", "dropped"])
def test_a_notice_is_sent_again(browser: Client, state: str) -> None:
    notice = make_notice(Notice.State(state), tries=5)
    do(browser, notice, "send-again", reason="the mailbox is back")
    assert (notice.state, notice.tries) == (Notice.State.DUE, 0)
    assert kept(notice) == [("Chief", "Send again: the mailbox is back")]


def test_what_is_about_to_be_sent_is_not_sent_again(browser: Client) -> None:
    notice = make_notice(Notice.State.DUE)
    assert "/act/" not in browser.get(page(notice)).content.decode()
    assert browser.post(act(notice, "send-again"), {"reason": "x"}).status_code == 302
    assert kept(notice) == []


def test_several_are_sent_again_at_once(browser: Client) -> None:
    notices = [make_notice(), make_notice(), make_notice(Notice.State.DUE)]
    chosen = {"action": "send-again", "_selected_action": [notice.pk for notice in notices]}
    browser.post(listed(Notice), {**chosen, "confirmed": "1", "reason": "an outage"})
    assert not Notice.objects.exclude(state=Notice.State.DUE).exists()
    assert [len(kept(notice)) for notice in notices] == [1, 1, 0]


def test_what_is_sealed_is_never_shown(browser: Client) -> None:
    notice = make_notice(sealed=sealed.seal({"link": "https://x/?token=abc", "code": "123456"}))
    for address in (page(notice), listed(Notice)):
        text = browser.get(address).content.decode()
        assert notice.sealed not in text
        assert "123456" not in text
