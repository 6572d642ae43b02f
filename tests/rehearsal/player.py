"""A player made of code: reads mails, follows links, fills in forms, and knows nothing else."""

import random
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from tests.rehearsal.browser import Browser, Form, Page
from tests.rehearsal.mailbox import Mail
from tests.rehearsal.received import Archive

SEAT = re.compile(r"https?://[^/]+/m/[\w-]{22}/\d+/")


@dataclass(frozen=True)
class Move:
    """A move that a player has confirmed."""

    round: int
    tile: str
    on: str


class Player:
    """Somebody with an address and a browser; `seat` and `table` are known once they sit."""

    def __init__(self, name: str, archive: Archive, choices: random.Random) -> None:
        self.name = name
        self.address = f"{name.lower()}@rehearsal.example"
        self.browser = Browser(self.address, archive)
        self.choices = choices
        self.table = ""
        self.replay = ""
        self.moves: list[Move] = []

    def sit(self, page: Page) -> None:
        """Remember the address of my seat: that of the page, or that of what I can do there."""
        addresses = [page.url, *(form.action for form in page.forms)]
        seats = [found.group() for found in map(SEAT.match, addresses) if found]
        assert seats, f"{page.url} shows no seat of mine: {page.words}"
        self.table = seats[0]

    @property
    def seat(self) -> int:
        """The number of the seat, as its address tells."""
        return int(self.table.rstrip("/").rpartition("/")[2])

    def news(self) -> str:
        """Return what tells whether anything has happened at the table."""
        return self.browser.open(f"{self.table}news/").etag if self.table else ""

    def read(self, mail: Mail) -> None:
        """Do what a mail asks for."""
        if invitations := mail.links_with("/i/"):
            self._accept(self.browser.open(invitations[0]))
        elif turns := mail.links_with("/t/"):
            moves = [link for link in turns if "tile=" in link or "pass=" in link]
            self._play(self.browser.open(self.choices.choice(moves or turns)))
        elif replays := mail.links_with("/replay/"):
            self.replay = replays[0]
        else:
            raise AssertionError(f"what is this mail for? {mail.text}")

    def _accept(self, page: Page) -> None:
        form = page.form("accept/")
        assert form, f"{page.url} takes no answer: {page.words}"
        new = {"name": self.name} if "name" in form.names else {}
        words = f"{self.name} likes {self.choices.random()}"
        self.sit(self.browser.submit(form, words=words, **new))

    def _play(self, page: Page) -> None:
        """Play from round to round until nothing waits any more."""
        while True:
            if enter := page.form("/enter/"):
                page = self.browser.submit(enter)
            elif play := page.form("/play/"):
                page = self._confirm(play)
            elif link := self._next_link(page):
                page = self.browser.open(link)
            else:
                return

    def _confirm(self, form: Form) -> Page:
        page = self.browser.submit(form)
        assert page.status == 200, f"{form} was refused with {page.status}: {page.words}"
        fields = form.fields
        self.moves.append(Move(int(fields["round"]), fields.get("tile", ""), fields.get("on", "")))
        if self.choices.random() < 0.1:
            again = self.browser.submit(form)
            assert again.status in {200, 409}, f"{form} sent twice: {again.status} {again.words}"
        return page

    def _next_link(self, page: Page) -> str:
        """Return the next step of a move, a link of this page, or of a round that waits."""
        ends = page.hrefs('section.turn a[href*="on="]')
        tiles = page.hrefs('section.hand a[href*="tile="]') + page.hrefs(
            'section.turn a[href*="pass="]'
        )
        waiting = page.hrefs("nav.rounds a.waits")
        links = ends or tiles or [link for link in waiting if not _is_here(link, page)]
        return self.choices.choice(links) if links else ""


def _is_here(link: str, page: Page) -> bool:
    return parse_qs(urlsplit(link).query)["round"] == parse_qs(urlsplit(page.url).query).get(
        "round"
    )
