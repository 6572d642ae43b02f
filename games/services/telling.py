"""What those who send mails say back: who has been told, and reminded."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games import clock
from games.tables import Choice, Match


def told(choice_ids: Iterable[int], *, now: datetime) -> None:
    """Say that a mail server took the turn mail of these choices.

    A deadline runs for its full term from then on if the mail was late (MAIL.md, Clocks).
    """
    untold = Choice.objects.filter(pk__in=choice_ids, told_at=None)
    for choice in untold.select_related("match", "seat__player"):
        choice.told_at = now
        habits = choice.seat.habits
        until = clock.after_late_mail(
            choice.since, choice.deadline, choice.match.turn_time, now, habits.night
        )
        if until != choice.deadline:
            choice.deadline = until
            choice.remind_at = clock.next_reminder(now, until, now, habits)
        choice.save(update_fields=["told_at", "deadline", "remind_at"])


def reminded(choice: Choice, *, now: datetime) -> None:
    """Say that a choice's reminder that was due is on its way, and set the next one."""
    Choice.objects.filter(pk=choice.pk).update(
        remind_at=clock.next_reminder(choice.since, choice.deadline, now, choice.seat.habits)
    )


def remind_anew(player: Player, *, now: datetime) -> None:
    """Set the next reminder of all that waits for a player, who has chosen other times.

    Times that have passed are not made up for: nobody is reminded of one thing twice at once.
    """
    waiting = Choice.objects.filter(seat__player=player, seat__bot="", ran_out_at=None)
    for choice in waiting.select_related("seat__player"):
        reminded(choice, now=now)


def noticed(match: Match, seq: int) -> None:
    """Say that notices were made for a match's events up to `seq`."""
    Match.objects.filter(pk=match.pk, noticed__lt=seq).update(noticed=seq)
