"""All mails about a match are one thread, and being at the table silences none of them."""

from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.tables import Match
from notifications import noticing
from notifications.models import Kind, Notice
from tests.factories import NOON, make_match, play_on, waiting
from tests.notifications.conftest import Drain

pytestmark = pytest.mark.django_db

A_MINUTE = timedelta(minutes=1)


def parsed(mails: list[Any]) -> list[EmailMessage]:
    return [message_from_bytes(mail.message().as_bytes(), policy=policy.default) for mail in mails]


def whole_match(drain: Drain) -> tuple[Match, list[EmailMessage]]:
    """Return a match and everything that was mailed about it, from its first turn to its end."""
    match = make_match(people=2, bots=0, hand_size=5, rounds=2)
    now, mails = NOON, list[Any]()
    services.pause(match, now=now)
    services.resume(match, now=now)
    while match.state == Match.State.RUNNING:
        for _ in range(2):
            noticing.notice_match(match.pk, now=now)
            now += 3 * A_MINUTE
            mails += drain(now)
        play_on(match, choices=2, now=now)
    noticing.notice_match(match.pk, now=now)
    mails += drain(now + 5 * A_MINUTE)
    return match, parsed(mails)


def test_the_references_of_all_mails_of_a_match_form_one_tree(drain: Drain) -> None:
    _match, mails = whole_match(drain)
    kinds = set(Notice.objects.filter(state="sent").values_list("kind", flat=True))
    assert kinds >= {Kind.TURN, Kind.ROUND_OVER, Kind.OVER, Kind.PAUSE}
    names = [mail["Message-ID"] for mail in mails]
    assert len(set(names)) == len(names)
    parents = {mail["Message-ID"]: mail["References"].split()[-1] for mail in mails}
    roots = {parent for parent in parents.values() if parent not in parents}
    assert len(roots) == 1
    for name in names:
        seen = set[str]()
        while name in parents:
            assert name not in seen, "a circle is no tree"
            seen.add(name)
            name = parents[name]  # noqa: PLW2901 - one step up
        assert name in roots
    for mail in mails:
        assert mail["In-Reply-To"] == mail["References"].split()[-1]


def test_another_match_is_another_tree(drain: Drain) -> None:
    roots = {whole_match(drain)[1][0]["References"] for _ in range(2)}
    assert len(roots) == 2


def test_an_open_table_drops_no_turn_mail(client: Client, drain: Drain) -> None:
    match = make_match(people=2, bots=0)
    choice = waiting(match)
    noticing.notice_match(match.pk, now=NOON)
    assert choice.seat.player is not None
    client.force_login(choice.seat.player, backend="accounts.backends.PlayerBackend")
    page = reverse("games:table", args=[match.slug, choice.seat.number])
    for _ in range(3):
        assert "Your hand" in client.get(page).content.decode()
        assert client.get(f"{page}news/").status_code == 200
    assert drain(NOON + 2 * A_MINUTE - timedelta(seconds=1)) == []
    (sent,) = drain(NOON + 2 * A_MINUTE)
    assert "your turn" in str(sent.body)
