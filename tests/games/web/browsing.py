"""A browser at a table: follows links, reads pages, sends the forms that stand on them."""

from http.cookies import Morsel
from typing import Any

from bs4 import BeautifulSoup, Tag
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import services
from games.tables import Match, Seat


class Browser(Client):
    """Django's test client with the manners of a browser: a cookie goes below its path alone."""

    def __init__(self, **defaults: Any) -> None:
        super().__init__(enforce_csrf_checks=True, **defaults)
        self.jar: dict[tuple[str, str], Morsel[str]] = {}

    def request(self, **request: Any) -> Any:
        """Send the cookies that belong to the address, and keep those that come back."""
        for name, cookie in self.cookies.items():
            self.jar[cookie["path"] or "/", name] = cookie
        self.cookies.clear()
        for (path, name), cookie in self.jar.items():
            if request["PATH_INFO"].startswith(path):
                self.cookies[name] = cookie.value
        response = super().request(**request)
        for name, cookie in response.cookies.items():
            self.jar[cookie["path"] or "/", name] = cookie
            if not cookie.value:
                del self.jar[cookie["path"] or "/", name]
        self.cookies.clear()
        return response

    def kept(self, name: str) -> list[str]:
        """Return the paths below which the browser keeps a cookie of this name."""
        return [path for path, kept in self.jar if kept == name]


def seat_at(match: Match, number: int) -> Seat:
    """Return a seat with its match and its player."""
    return match.seats.select_related("match", "player").get(number=number)


def to_move(match: Match) -> Seat:
    """Return the seat that the lowest waiting round waits for."""
    choice = match.choices.select_related("seat__match", "seat__player").order_by("round")[0]
    return choice.seat


def address(seat: Seat, name: str = "table", *args: Any) -> str:
    """Return an address below a seat's table."""
    return reverse(f"games:{name}", args=[seat.match.slug, seat.number, *args])


def link_to(seat: Seat, query: str = "") -> str:
    """Return the link that a mail to this seat holds."""
    token = services.token(services.capability_for(seat))
    return reverse("games:link", args=[token]) + query


def sit(seat: Seat) -> Browser:
    """Return a browser that has followed its seat's link and answered "Play as …?"."""
    client = Browser()
    asked = client.get(link_to(seat), follow=True)
    answer = send(client, form_of(asked, "enter/"))
    assert answer.status_code == 302
    return client


def page_of(response: Any) -> BeautifulSoup:
    """Return the page that an answer is."""
    return BeautifulSoup(response.content, "html.parser")


def text_of(response: Any) -> str:
    """Return what is to be read on a page, without its frame."""
    main = page_of(response).select_one("main")
    assert main is not None
    return main.get_text(" ", strip=True)


def form_of(response: Any, action: str) -> Tag:
    """Return the form of a page that is sent to an address with `action` in it."""
    for form in page_of(response).find_all("form"):
        if action in str(form["action"]):
            return form
    raise AssertionError(f"no form to {action} on the page")


def fields_of(form: Tag) -> dict[str, str]:
    """Return what a form sends as it stands."""
    return {
        str(field["name"]): str(field.get("value", ""))
        for field in form.select("input[name]:not([type=radio]), input[type=radio][checked]")
    }


def send(client: Client, form: Tag, **changes: str) -> Any:
    """Send a form as it stands, but for the changes."""
    return client.post(str(form["action"]), {**fields_of(form), **changes})


def lay_a_tile(client: Client, seat: Seat, round_number: int | None = None) -> Tag:
    """Follow the links of a table to the first move they lead to; return the form to confirm it."""
    query = f"?round={round_number}" if round_number else ""
    response = client.get(address(seat) + query)
    response = client.get(address(seat) + hrefs(response, ".hand")[0])
    if ends := hrefs(response, ".ends"):
        response = client.get(address(seat) + ends[0])
    return form_of(response, "play/")


def hrefs(response: Any, part: str) -> list[str]:
    """Return where the links of a part of a page lead."""
    return [str(link["href"]) for link in page_of(response).select(f"{part} a[href]")]


def rows() -> dict[str, list[str]]:
    """Return every row of every table of the database, to see that nothing has changed."""
    found = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - names of our own tables
            found[name] = sorted(map(repr, cursor.fetchall()))
    return found
