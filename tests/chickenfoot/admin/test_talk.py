"""The administration of table talk: a list to read, and lines that are removed for good."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from games import services
from games.tables import Match, TalkLine
from tests.factories import NOON, make_match

from .conftest import Staff
from .pages import act, do, listed, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def line() -> TalkLine:
    match = make_match(people=2, bots=0)
    services.say(match.seats.get(number=0), "<script>rude</script>", now=NOON)
    return TalkLine.objects.get()


def test_the_lines_of_a_match_are_listed_escaped(browser: Client, line: TalkLine) -> None:
    other = make_match(people=2, bots=0)
    services.say(other.seats.get(number=0), "elsewhere", now=NOON)
    address = f"{listed(TalkLine)}?match__id__exact={line.match_id}"
    assert address.partition("?")[2] in browser.get(page(line.match)).content.decode()
    text = browser.get(address).content.decode()
    assert "&lt;script&gt;rude" in text
    assert "<script>rude" not in text
    assert "elsewhere" not in text


def test_a_line_is_removed_with_a_reason_that_does_not_repeat_it(
    browser: Client, line: TalkLine
) -> None:
    do(browser, line, "remove-line", reason="It hurt somebody")
    line.refresh_from_db()
    assert line.words == ""
    assert line.removed_by is not None
    entry = LogEntry.objects.get()
    assert "It hurt somebody" in entry.change_message
    assert "rude" not in f"{entry.change_message} {entry.object_repr}"
    assert act(line, "remove-line") not in browser.get(page(line)).content.decode()
    assert Match.objects.get(pk=line.match_id).talked == 2


def test_who_may_only_look_removes_nothing(staff: Staff, line: TalkLine) -> None:
    looking = staff("view_talkline")
    assert looking.get(listed(TalkLine)).status_code == 200
    assert looking.get(act(line, "remove-line")).status_code == 403
    assert looking.post(act(line, "remove-line"), {"reason": "because"}).status_code == 403
    assert staff("view_match").get(listed(TalkLine)).status_code == 403
    line.refresh_from_db()
    assert line.words


def test_who_may_change_talk_removes_a_line(staff: Staff, line: TalkLine) -> None:
    do(staff("view_talkline", "change_talkline"), line, "remove-line", reason="because")
    line.refresh_from_db()
    assert line.words == ""


def test_removed_lines_can_be_listed_alone(browser: Client, line: TalkLine) -> None:
    services.say(line.match.seats.get(number=1), "harmless", now=NOON)
    services.remove_line(line, by=None, now=NOON)
    removed, others = (
        browser.get(f"{listed(TalkLine)}?removed={answer}").content.decode()
        for answer in ("yes", "no")
    )
    assert "harmless" not in removed
    assert page(line).split("/change/")[0] in removed
    assert "harmless" in others
