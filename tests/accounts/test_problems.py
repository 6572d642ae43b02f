"""Every problem has a page: what happened, that nothing is lost, what to do now."""

import pytest
from django.test import Client, RequestFactory

from accounts.problems import WORDS, problem
from chickenfoot import errors


@pytest.mark.parametrize("status", sorted(WORDS))
def test_every_status_has_words_of_its_own(db: None, status: int) -> None:
    answer = problem(RequestFactory().get("/"), status)
    page = answer.content.decode()
    assert answer.status_code == status
    assert answer["Cache-Control"] == "no-store"
    assert str(WORDS[status].title) in page
    assert "Nothing is lost" in page


def test_a_view_may_say_it_in_its_own_words(db: None) -> None:
    answer = problem(
        RequestFactory().get("/"), 409, "Too late", "Bob was first.", link="/m/x/", link_text="Look"
    )
    page = answer.content.decode()
    assert "Too late" in page
    assert "Bob was first." in page
    assert 'href="/m/x/">Look</a>' in page


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        (1, "Try again in 1 second."),
        (20, "Try again in 20 seconds."),
        (60, "Try again in 1 minute."),
        (61, "Try again in 2 minutes."),
    ],
)
def test_a_page_says_as_long_a_wait_as_its_header(db: None, wait: int, said: str) -> None:
    answer = problem(RequestFactory().get("/"), 429, retry_after=wait)
    assert said in answer.content.decode()
    assert answer["Retry-After"] == str(wait)


def test_an_unknown_address_is_a_page_of_the_house(client: Client, db: None) -> None:
    answer = client.get("/nope/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_our_own_mistake_needs_neither_database_nor_request() -> None:
    answer = errors.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "Our mistake" in answer.content.decode()


def test_a_form_without_its_cookie_is_told_what_to_do(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"address": "ana@example.org"})
    assert answer.status_code == 403
    assert "allow cookies" in answer.content.decode()


def test_pages_hold_no_inline_style_or_script(client: Client, db: None) -> None:
    for path in ("/sign-in/", "/sign-in/sent/", "/sign-out/", "/nope/"):
        page = client.get(path).content.decode()
        assert "style=" not in page
        assert "<style" not in page
        assert "onclick" not in page
        assert "<script>" not in page
