"""What a minute of the sweeps costs as more waits, and how many mails are composed a second."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from typing import Any, Final
from unittest.mock import patch

from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.utils import timezone

from games import services
from notifications import gathering, noticing, outbox
from notifications.mails import compose, pictures
from notifications.models import Kind, Notice
from tests.bench.clients import at_once
from tests.bench.large import copy_of
from tests.bench.matches import begun, database, play
from tests.bench.measuring import Work, measure, say
from tests.bench.waiting import DUE, fill

WAITING: Final = {"10,000": 10_000, "1,000,000": 1_000_000}
GOAL: Final = 1.3
LOOKS: Final = 20
MOVES: Final = 12
MAILS: Final = 30
FLOOR: Final = "a mail whose parts are ready"


def run() -> None:
    """Print both: the sweeps on PostgreSQL, the mails on any database."""
    with database(), patch("games.bell.ring"):
        match = begun("in_turn")
        for _ in range(MOVES):
            play(match)
        noticing.notice_match(match.pk, now=timezone.now())
        _say_mails()
        if connection.vendor != "postgresql":
            print("\nSweeps are measured on PostgreSQL: DATABASE_URL=postgres://… make bench")
            return
        _say_sweeps(timezone.now())


def _say_sweeps(now: datetime) -> None:
    small = connection.settings_dict["NAME"]
    with copy_of(small) as large:
        for name, number in zip((small, large), WAITING.values(), strict=True):
            with _in(name):
                fill(number, now)
                with connection.cursor() as cursor:
                    cursor.execute("VACUUM")
        few, many = WAITING
        print(f"\nA minute's sweeps, {DUE:,} due: {many} waiting beside {few} (goal {GOAL})")
        for told, sweep in _sweeps(now).items():
            with ExitStack() as stack:
                works = {
                    name: stack.enter_context(at_once([partial(_there, name, sweep)]))
                    for name in (small, large)
                }
                rates = measure(works, beside=small)
            taken = 1000 / rates.medians[small]
            print(f"  {told:<44} {taken:9.1f} ms {1 / rates.ratios[large]:8.2f} ×")


def _sweeps(now: datetime) -> Mapping[str, Callable[[], object]]:
    def time_out() -> None:
        for _ in range(DUE // 200):
            services.time_out(now=now)

    def claim() -> None:
        for _ in range(DUE):
            assert outbox.claim(now=now)

    def remind() -> None:
        for _ in range(DUE // 500):
            noticing.notice_reminders(now=now)

    def look() -> None:
        for _ in range(LOOKS):
            _look(now)

    return {
        f"looking for what was lost, {LOOKS} times": look,
        f"finding and marking {DUE:,} that ran out": time_out,
        f"reminding of {DUE:,}": remind,
        f"claiming {DUE:,} mails": claim,
    }


def _look(now: datetime) -> None:
    """Ask what the tasks of a minute ask before they do anything."""
    services.beat(now=now)
    services.make_up(now=now)
    services.settle_times_off(now=now)
    services.expire_invitations(now=now)
    set(services.matches_with_waiting_bots())
    set(services.matches_with_waiting_plans())
    assert noticing.unnoticed(now=now)
    set(services.choices_asked_for().values_list("match_id", flat=True))
    list(noticing.uninvited())
    gathering.see_to_held(now=now)


def _there(name: str, sweep: Callable[[], object]) -> Work:
    """Make a work in a process of its own that knows another database, and leaves it as it was."""
    connection.settings_dict["NAME"] = name

    def work() -> int:
        with transaction.atomic():
            sweep()
            transaction.set_rollback(True)
        return 1

    return work


@contextmanager
def _in(name: str) -> Iterator[None]:
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _say_mails() -> None:
    """Print how many mails one core composes, up to the bytes that a mail server is sent."""
    notice = Notice.objects.filter(kind=Kind.TURN).latest("pk")
    now = notice.due_at
    letter, message = compose(notice, now=now)
    rates = measure(
        {
            FLOOR: _times(lambda: _ready(message).message().as_bytes()),
            "a turn mail, its picture drawn anew": _times(lambda: _anew(notice, now)),
            "a turn mail, its picture drawn before": _times(lambda: _composed(notice, now)),
            "a turn mail without a picture": _without_pictures(notice, now),
        },
        beside=FLOOR,
    )
    size = len(letter.pictures[0].png)
    say(f"Mails composed ({connection.vendor}; a picture of {size:,} bytes)", "mails", rates, FLOOR)


def _times(make: Callable[[], object]) -> Work:
    def work() -> int:
        for _ in range(MAILS):
            make()
        return MAILS

    return work


def _composed(notice: Notice, now: datetime) -> bytes:
    return compose(notice, now=now)[1].message().as_bytes()


def _anew(notice: Notice, now: datetime) -> bytes:
    pictures.drawn.cache_clear()
    return _composed(notice, now)


def _without_pictures(notice: Notice, now: datetime) -> Work:
    def work() -> int:
        with patch("notifications.mails.tables.PICTURES", 0):
            return _times(lambda: _composed(notice, now))()

    return work


def _ready(message: Any) -> EmailMultiAlternatives:
    """Return a mail of the same text, HTML and picture, none of which had to be made."""
    ready = EmailMultiAlternatives(message.subject, message.body, message.from_email, message.to)
    ready.attach_alternative(message.alternatives[0].content, "text/html")
    ready.attach("table.png", message.attachments[0].get_payload(decode=True), "image/png")
    return ready
