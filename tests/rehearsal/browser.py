"""A simple browser: cookies, links, forms, redirects; no script. What it receives is kept."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urljoin, urlsplit

import httpx
from bs4 import BeautifulSoup, Tag

from tests.rehearsal.received import Archive

MOST_REDIRECTS = 8
# Made once: it costs more than a request.
TLS = httpx.create_ssl_context()
# A connection kept for later may be closed by the server at the very moment it is used again.
ONE_REQUEST = httpx.Limits(max_keepalive_connections=0)


@dataclass(frozen=True)
class Form:
    """A form of a page: what it sends if nobody touches it, and the names of all its fields."""

    action: str
    method: str
    fields: dict[str, str]
    names: frozenset[str]


class Page:
    """What an address showed in the end."""

    def __init__(self, response: httpx.Response) -> None:
        self.url = str(response.url)
        self.status = response.status_code
        self.etag = response.headers.get("ETag", "")
        self.body = response.text

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The page, parsed."""
        return BeautifulSoup(self.body, "html.parser")

    @property
    def forms(self) -> list[Form]:
        """The forms in the order of the page."""
        return [_form(tag, self.url) for tag in self.soup.find_all("form")]

    @property
    def words(self) -> str:
        """What a reader sees."""
        return self.soup.get_text(" ", strip=True)

    def form(self, ending: str) -> Form | None:
        """Return the first form whose action's path ends so."""
        return next((f for f in self.forms if urlsplit(f.action).path.endswith(ending)), None)

    def hrefs(self, selector: str) -> list[str]:
        """Return where the links that a selector finds lead, in the order of the page."""
        return [urljoin(self.url, str(a["href"])) for a in self.soup.select(selector)]


class Browser:
    """Opens addresses and sends forms for somebody; `forgetful` browsers keep no cookie."""

    def __init__(self, who: str, archive: Archive, *, forgetful: bool = False) -> None:
        self.who = who
        self.archive = archive
        self.forgetful = forgetful
        self.client = httpx.Client(timeout=60, verify=TLS, trust_env=False, limits=ONE_REQUEST)

    def open(self, url: str) -> Page:
        """Follow a link to where it leads in the end."""
        return self._follow("GET", url, None)

    def submit(self, form: Form, **values: str) -> Page:
        """Send a form with some of its fields filled in by hand."""
        fields = {**form.fields, **values}
        unknown = values.keys() - form.names
        assert not unknown, f"{form.action} has no field {unknown}: {sorted(form.names)}"
        return self._follow(form.method, form.action, fields)

    def ask(self, method: str, url: str, fields: dict[str, str] | None = None) -> httpx.Response:
        """Make one request, keep its answer and return it."""
        if self.forgetful:
            self.client.cookies.clear()
        where = {"params": fields} if method == "GET" and fields else {"data": fields}
        response = self.client.request(method, url, **where)
        what = f"{method} {response.url} {response.status_code}"
        self.archive.keep(self.who, what, tuple(response.headers.multi_items()), response.content)
        assert response.status_code < 500, what
        return response

    def _follow(self, method: str, url: str, fields: dict[str, str] | None) -> Page:
        for _ in range(MOST_REDIRECTS):
            response = self.ask(method, url, fields)
            if not response.has_redirect_location:
                return Page(response)
            url = urljoin(url, response.headers["Location"])
            method, fields = "GET", None
        raise AssertionError(f"{url} redirects for ever")


def _form(tag: Tag, url: str) -> Form:
    fields: dict[str, str] = {}
    names = set()
    for field in tag.find_all(["input", "select", "textarea", "button"]):
        name = str(field.get("name", ""))
        if name:
            names.add(name)
            _fill(fields, name, field)
    action = urljoin(url, str(tag.get("action") or url))
    return Form(action, str(tag.get("method", "get")).upper(), fields, frozenset(names))


def _fill(fields: dict[str, str], name: str, field: Tag) -> None:
    """Put in what a browser would send for this field if nobody touched it."""
    kind = str(field.get("type", "submit" if field.name == "button" else "text"))
    if field.name == "select":
        chosen = field.select_one("option[selected]") or field.select_one("option")
        fields[name] = str(chosen.get("value", chosen.get_text())) if chosen else ""
    elif field.name == "textarea":
        fields[name] = field.get_text()
    elif kind in {"checkbox", "radio"}:
        if field.has_attr("checked"):
            fields[name] = str(field.get("value", "on"))
    elif kind != "submit":
        fields[name] = str(field.get("value", ""))
