"""The course of a match: made by one player, joined by three, played by mail to its end."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.rehearsal.browser import Page
from tests.rehearsal.mailbox import Mail, PostOffice
from tests.rehearsal.player import Player
from tests.rehearsal.received import Archive
from tests.rehearsal.scanner import Scanner
from tests.rehearsal.servers import Site

NAMES = ("Ana", "Ben", "Cleo", "Dan")
SILENCE = 90.0


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    pace: str
    rounds: int
    preset: str = "trains"
    options: dict[str, str] = field(default_factory=dict)


class Course:
    """A match as its four players live through it."""

    def __init__(
        self, site: Site, post: PostOffice, plan: Plan, say: Callable[[str], None]
    ) -> None:
        self.site = site
        self.post = post
        self.plan = plan
        self.say = say
        self.archive = Archive()
        choices = random.Random(f"{plan.pace} {plan.rounds}")
        self.players = [Player(name, self.archive, choices) for name in NAMES]
        self.mails = 0
        self.pressed = 0

    def run(self) -> None:
        """Play the match until every player has been told how it ended."""
        self.post.archive = self.archive
        self._make_table()
        addresses = [player.address for player in self.players]
        while not all(player.replay for player in self.players):
            assert self.post.wait(addresses, SILENCE), f"no mail for {SILENCE} s; {self._moves()}"
            for player in self.players:
                for mail in self.post.collect(player.address):
                    self._read(player, mail)
        self.say(f"over: {self._moves()}, {self.mails} mails, {self.pressed} buttons in vain")

    def _make_table(self) -> None:
        host, *guests = self.players
        page = self._sign_in(host)
        form = host.browser.open(f"{self.site.url}/new/").form("/new/")
        assert form, f"no form for a new table: {page.words}"
        seats = {"seat_0": "me"}
        for number, guest in enumerate(guests, start=1):
            seats |= {f"seat_{number}": "address", f"address_{number}": guest.address}
        page = host.browser.submit(
            form,
            preset=self.plan.preset,
            seats=str(len(self.players)),
            match_length="number",
            rounds=str(self.plan.rounds),
            pace=self.plan.pace,
            **seats,
            **self.plan.options,
        )
        assert page.status == 200, page.words
        host.sit(page)
        self.say(f"{host.name} has made a table and invited {len(guests)}")

    def _sign_in(self, host: Player) -> Page:
        form = host.browser.open(f"{self.site.url}/sign-in/").form("/sign-in/")
        assert form
        host.browser.submit(form, address=host.address)
        mail = self.post.next_for(host.address)
        self._scan(host, mail)
        page = host.browser.open(mail.links_with("/sign-in/link/")[0])
        form = page.form("/sign-in/confirm/")
        assert form, page.words
        new = {"display_name": host.name} if "display_name" in form.names else {}
        return host.browser.submit(form, **new)

    def _read(self, player: Player, mail: Mail) -> None:
        self._scan(player, mail)
        before = len(player.moves)
        player.read(mail)
        self.mails += 1
        if self.mails % 10 == 0:
            self.say(f"{self.mails} mails, {self._moves()}")
        if player.replay:
            assert len(player.moves) == before

    def _scan(self, player: Player, mail: Mail) -> None:
        """Let the scanner have the mail first, and see that it changes nothing."""
        before = player.news()
        scanner = Scanner(player.address, self.archive, self.site.url)
        self.pressed += scanner.scan(mail)
        assert player.news() == before, f"the scanner has played for {player.name}"

    def _moves(self) -> str:
        return f"{sum(len(player.moves) for player in self.players)} moves"
