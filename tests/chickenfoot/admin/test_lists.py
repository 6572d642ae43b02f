"""Every list answers whatever it is asked, and all that its own pages ask."""

from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games import services
from games.tables import Match, TalkLine
from notifications.models import BouncingAddress, Notice, Webhook
from tests.factories import make_match, make_player

from .pages import do, listed, page

pytestmark = pytest.mark.django_db

LISTS = sorted(admin.site._registry, key=lambda model: model.__name__)
HUGE = "9" * 30


def name_of(model: type[Model]) -> str:
    return model.__name__


@pytest.fixture
def match(browser: Client) -> Match:
    """Return a match about which each list has something to tell."""
    made = make_match(people=2, bots=0)
    seat = made.seats.get(number=0)
    services.say(seat, "good luck", key="1", now=timezone.now())
    Webhook.objects.create(player=make_player(), form="json", url="https://x.example/")
    BouncingAddress.objects.create(address="a@example.org", reason="gone", since=timezone.now())
    Notice.objects.create(
        kind="match_over",
        match=made,
        address="a@example.org",
        key="1",
        due_at=timezone.now(),
        message_id="1",
    )
    do(browser, made, "pause")
    return made


@pytest.mark.parametrize("model", LISTS, ids=name_of)
@pytest.mark.parametrize(
    ("how", "value"), [("", "x"), ("", HUGE), ("__range", "x"), ("__year", HUGE), ("__regex", "(")]
)
def test_no_question_about_a_field_is_a_fault_of_the_server(
    browser: Client, model: type[Model], how: str, value: str
) -> None:
    for field in model._meta.get_fields():
        answer = browser.get(listed(model), {f"{field.name}{how}": value})
        assert answer.status_code in {200, 302, 400}, field.name


@pytest.mark.parametrize(
    "asked",
    [
        "action_time__year=9999",
        f"action_time__year={HUGE}",
        "action_time__year=2026&action_time__month=2&action_time__day=31",
        f"content_type__id__exact={HUGE}",
        "content_type__id__exact=x",
    ],
)
def test_values_that_no_row_can_have_lead_back_to_the_whole_list(
    browser: Client, match: Match, asked: str
) -> None:
    assert match.paused
    whole = listed(admin.models.LogEntry)
    answer = browser.get(f"{whole}?{asked}")
    assert answer.status_code in {200, 302}
    assert answer.get("Location", f"{whole}?e=1") == f"{whole}?e=1"


@pytest.mark.parametrize("model", LISTS, ids=name_of)
def test_every_link_of_a_list_leads_to_a_list(
    browser: Client, match: Match, model: type[Model]
) -> None:
    assert match.paused
    soup = BeautifulSoup(browser.get(listed(model)).content, "html.parser")
    asked = {str(a["href"]) for a in soup.find_all("a", href=True) if "?" in a["href"]}
    for query in sorted({urlsplit(link).query for link in asked if link.startswith("?")}):
        assert browser.get(f"{listed(model)}?{query}").status_code == 200, query


def test_the_page_of_a_match_leads_to_its_talk_alone(browser: Client, match: Match) -> None:
    services.say(
        make_match(people=2, bots=0).seats.get(number=0), "elsewhere", key="2", now=timezone.now()
    )
    soup = BeautifulSoup(browser.get(page(match)).content, "html.parser")
    (link,) = [a["href"] for a in soup.find_all("a", href=True) if listed(TalkLine) in a["href"]]
    text = browser.get(str(link)).content.decode()
    assert "good luck" in text
    assert "elsewhere" not in text
