"""What the worker does for the game: bots and clocks; every task may run twice at once."""

from collections import Counter

import structlog
from celery import shared_task
from django.utils import timezone

from games import bell, services, signals

log = structlog.get_logger()


def connect() -> None:
    """Follow the signal that bots wait for the worker."""
    signals.bots_waiting.connect(_bots_wait)


def _bots_wait(match_id: int, **_: object) -> None:
    bell.ring(play_bots, match_id)


@shared_task
def play_bots(match_id: int) -> None:
    """Make choices of the plans and bots that wait in one match, of bots that think too.

    First those for which another player has asked for a bot.
    """
    services.play_asked(match_id, now=timezone.now())
    services.play_bots(match_id, now=timezone.now(), in_worker=True)


@shared_task
def sweep() -> None:
    """Find what was lost: plans and bots left waiting, each match by a task of its own.

    Old invitations expire.
    """
    services.expire_invitations(now=timezone.now())
    asked = services.choices_asked_for().values_list("match_id", flat=True)
    waiting = {*services.matches_with_waiting_bots(), *services.matches_with_waiting_plans()}
    for match_id in waiting.union(asked):
        bell.ring(play_bots, match_id)


@shared_task
def tidy() -> None:
    """Throw away the plans for what is over: they harm nobody, and it means to look at them all."""
    services.drop_spent_plans()


@shared_task
def verify_changed() -> None:
    """Verify every match that went on since it was verified last.

    Each is verified from its first event, not from the last one verified: a match of one day has
    few others than those of the day, and what is changed in its past shows at once. Its digests
    are held to the one that was kept, so that a past that was written anew shows too. What has
    ended is verified a last time; `verify_log --all` looks at it again.
    """
    found = Counter[bool]()
    for matches in services.unverified():
        verdicts = services.verify_matches(matches, now=timezone.now())
        found.update(verdict.fault is None for verdict in verdicts)
    log.info("logs_verified", good=found[True], bad=found[False])


@shared_task
def clock() -> None:
    """Give back what time was lost, then see to the choices whose time has run out."""
    now = timezone.now()
    services.beat(now=now)
    services.make_up(now=now)
    services.settle_times_off(now=now)
    services.time_out(now=now)
