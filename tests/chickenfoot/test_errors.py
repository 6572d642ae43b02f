"""Whatever goes wrong is answered by a page of the house, or by JSON below `/api/`."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Player
from games import queries, services
from games.tables import Match
from tests.factories import make_match, make_player
from tests.games.api.asking import Program, held
from tests.games.web.browsing import address, page_of, seat_at, sit, text_of
from tests.games.web.tables import ANA, ME, lay, link_of

pytestmark = pytest.mark.django_db

FORM: Final = "application/x-www-form-urlencoded"
LANGUAGE: Final = {"accept-language": "ro"}
ASKED: Final = "/m/nothing_is_at_this_one/"
MANY: Final = "&".join(f"f{number}=1" for number in range(300))
LARGE: Final = b"address=" + b"a" * 300_000


class Reader(Client):
    """A browser that is shown what players are shown, not what went wrong inside."""

    def __init__(self, **defaults: Any) -> None:
        super().__init__(raise_request_exception=False, **defaults)


def fail(*_: Any, **__: Any) -> None:
    raise ValueError("of ours")


def bad_host(reader: Reader) -> Any:
    return reader.get("/rules/", HTTP_HOST="elsewhere.example")


def too_many_fields(reader: Reader) -> Any:
    return reader.post("/sign-in/", MANY, content_type=FORM)


def broken_upload(reader: Reader) -> Any:
    return reader.post("/sign-in/", b"x", content_type="multipart/form-data; boundary=\xff")


def no_cookie(_: Reader) -> Any:
    strict = Client(enforce_csrf_checks=True)
    return strict.post("/sign-in/", {"address": "ana@example.org"}, headers=LANGUAGE)


def staff_without_permission(reader: Reader) -> Any:
    reader.force_login(make_player(is_staff=True, language="ro"))
    return reader.get("/admin/games/match/")


def cut_link(reader: Reader) -> Any:
    return reader.get("/t/broken/")


def no_page(reader: Reader) -> Any:
    return reader.get("/no-such-page/")


def form_as_a_page(reader: Reader) -> Any:
    return reader.get("/m/a-table/0/play/")


def page_as_a_form(reader: Reader) -> Any:
    return reader.put("/sign-in/")


def record_too_early(reader: Reader) -> Any:
    match = make_match(people=2, bots=0)
    Match.objects.filter(pk=match.pk).update(watchable=True)
    return reader.get(reverse("games:record", args=[match.slug]))


def used_invitation(reader: Reader) -> Any:
    match = lay(ME, ANA)
    link = link_of(match.seats.get(number=1).invitations.get())
    services.cancel(match, now=timezone.now())
    return reader.get(link, follow=True)


def too_large(reader: Reader) -> Any:
    return reader.post("/sign-in/", LARGE, content_type=FORM)


def too_often(reader: Reader) -> Any:
    for number in range(3):
        answer = reader.post("/sign-in/", {"address": f"ana{number}@example.org"})
    return answer


def standing_still(reader: Reader) -> Any:
    match = make_match(people=2, bots=0)
    seat = seat_at(match, 0)
    Match.objects.filter(pk=match.pk).update(fault="type of x is unknown")
    assert seat.player is not None
    Player.objects.filter(pk=seat.player.pk).update(language="ro")
    reader.force_login(seat.player)
    return reader.get(address(seat))


def our_fault(reader: Reader) -> Any:
    return reader.get(ASKED)


PAGES: Final[list[tuple[int, Callable[[Reader], Any]]]] = [
    (400, bad_host),
    (400, too_many_fields),
    (400, broken_upload),
    (403, no_cookie),
    (403, staff_without_permission),
    (403, cut_link),
    (404, no_page),
    (405, form_as_a_page),
    (405, page_as_a_form),
    (409, record_too_early),
    (410, used_invitation),
    (413, too_large),
    (429, too_often),
    (500, our_fault),
    (503, standing_still),
]


@pytest.mark.parametrize(("status", "ask"), PAGES, ids=lambda case: getattr(case, "__name__", case))
def test_every_problem_is_a_page_of_the_house_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, settings: Any, status: int, ask: Callable[[Reader], Any]
) -> None:
    settings.SIGN_INS_PER_NETWORK = 2
    if ask is our_fault:
        monkeypatch.setattr(queries, "match_by_slug", fail)
    answer = ask(Reader(headers=LANGUAGE))
    page = page_of(answer)
    assert answer.status_code == status
    assert page.select("html[lang=ro]")
    assert "no-store" in answer["Cache-Control"]
    (card,) = page.select("main .card.problem")
    assert card.select("h1")[0].get_text(strip=True)
    assert "Nu s-a pierdut nimic" in card.get_text()
    assert card.select(".buttons a[href]")
    assert str(status) in card.get_text()
    assert "of ours" not in page.get_text()


def test_a_form_that_cannot_be_taken_comes_back_in_the_readers_language() -> None:
    answer = Reader(headers=LANGUAGE).post("/sign-in/", {"address": "ana"})
    assert answer.status_code == 422
    assert page_of(answer).select("html[lang=ro] .errorlist li")


def test_a_method_that_is_refused_is_told_which_ones_are_not_and_leads_back_to_the_table() -> None:
    seat = seat_at(make_match(people=2, bots=0), 0)
    answer = sit(seat).get(address(seat, "play"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert page_of(answer).select(f'.problem a[href="{address(seat)}"]')


def test_a_problem_before_any_middleware_speaks_the_readers_language_too(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    Reader(headers={"accept-language": "el"}).get("/rules/", secure=True)
    answer = bad_host(Reader(headers=LANGUAGE))
    assert answer.status_code == 400
    assert 'lang="ro"' in answer.content.decode()


def test_our_own_mistake_is_told_to_who_looks_after_the_server_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(queries, "match_by_slug", fail)
    assert "of ours" not in text_of(our_fault(Reader()))
    assert "of ours" in caplog.text


def test_programs_are_told_in_json_what_goes_wrong_before_any_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = Program()
    address = "/api/matches/a-match/"
    told = held(program.get(address, HTTP_HOST="elsewhere.example"), 400)
    assert told["code"] == "malformed"
    assert program.ask("/api/no-such-thing/", 404)["code"] == "not_found"
    assert program.ask("/api/matches/a-match", 404)["code"] == "not_found"
    monkeypatch.setattr("accounts.middleware.browser_time_zone", fail)
    assert program.ask(address, 500)["code"] == "fault"


def test_programs_are_told_in_json_what_cannot_be_read_as_a_request() -> None:
    seat = seat_at(make_match(people=2, bots=0), 0)
    moves = reverse("api:moves", args=[seat.match.slug, 1])
    program = Program(seat)
    assert program.send(moves, "{", 400)["field"] == "body"
    assert program.send(moves, LARGE, 413)["code"] == "too_large"
    assert program.send(moves, "{}", 415, content_type="text/plain")["code"]
    assert program.ask(moves, 405)["code"] == "method_not_allowed"
    signed_in = Program(player=seat.player)
    assert "CSRF" in signed_in.send(moves, {"seq": 1, "pass": True}, 403)["sentence"]


def test_programs_are_told_in_the_language_they_ask_for(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    program = Client(raise_request_exception=False, headers=LANGUAGE)
    told = held(program.get("/api/matches/", HTTP_HOST="elsewhere.example"), 400)
    with translation.override("ro"):
        assert told["sentence"] == _("This could not be read as a request.")
    assert told["sentence"] != "This could not be read as a request."
