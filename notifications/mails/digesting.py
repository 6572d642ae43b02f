"""Digests: everything that is held for one person, and all that waits for them, in one letter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from games import queries
from games.tables import Choice, Match, Seat
from notifications import addresses, gathering, turns
from notifications.letters import Gathered, Letter, Recipient
from notifications.mails import tables
from notifications.mails.checking import Dropped, Later
from notifications.mails.tables import Table
from notifications.models import Kind, Notice
from notifications.noticing import persons_choices

Write = Callable[[Notice], Letter | None]
"""Writes what a held notice would have said alone, None where a table that waits says it."""


@dataclass
class Section:
    """What a digest tells of one match."""

    match: Match
    lines: list[str] = field(default_factory=list)
    link: str = ""
    tables: Sequence[Table] = ()
    names: Sequence[str] = ()


@dataclass
class News:
    """What became of the held notices, and what those that are still true have to say."""

    sections: dict[int, Section] = field(default_factory=dict)
    gathered: list[Gathered] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    alive: list[int] = field(default_factory=list)


def digest(notice: Notice, to: Recipient, write: Write, now: datetime) -> Letter:
    """Return the mail: the tables that wait, by the time left, then what else happened.

    A day on which nothing new has to be told has none. Where of all that was held up one thing is
    left, it goes in a mail of its own.
    """
    player = notice.player
    if player is None:
        raise Dropped("nobody reads it")
    waiting = list(
        persons_choices().filter(seat__player=player).order_by("deadline", "match", "round")
    )
    news = _news(player, waiting, write)
    if _is_held_up(notice) and len(news.alive) == 1:
        raise _one_is_left(news, now)
    if not news.alive and not (notice.asked_again and waiting):
        raise Dropped("there is nothing to tell", told=news.told, gathered=news.gathered)
    sections = _sections(news, waiting, player)
    shown = [table for section in sections for table in section.tables]
    return Letter(
        template="digest",
        to=to,
        subject=_subject(notice),
        context={
            "sections": sections,
            "waiting": len(shown),
            "first": shown[0] if shown else None,
            "held_up": _is_held_up(notice),
        },
        pictures=[table.picture for table in shown if table.picture is not None],
        told=[*news.told, *(choice.pk for choice in turns.untold(waiting))],
        gathered=news.gathered,
        unsubscribe=addresses.of_preference(to, Kind.DIGEST),
        one_click=True,
        message_id=notice.message_id,
        bulk=True,
    )


def _one_is_left(news: News, now: datetime) -> Dropped:
    """Return that no letter of several is needed: the one thing is due at `now`, by itself."""
    gathered = [one for one in news.gathered if one.notice not in news.alive]
    gathered += [Gathered(pk, until=now) for pk in news.alive]
    return Dropped("one thing is left", told=news.told, gathered=gathered)


def _news(player: Player, waiting: Sequence[Choice], write: Write) -> News:
    news = News()
    for held in gathering.held_for(player):
        try:
            letter = write(held)
            if letter is None:
                _check_waits(held, waiting)
        except Dropped as dropped:
            news.gathered.append(Gathered(held.pk, dropped=dropped.reason))
            news.told += dropped.told
        except Later as later:
            news.gathered.append(Gathered(held.pk, until=later.until))
        else:
            news.alive.append(held.pk)
            told = (letter.seq, letter.talk) if letter else (0, 0)
            news.gathered.append(Gathered(held.pk, *told))
            _add(news, held, letter)
    return news


def _add(news: News, held: Notice, letter: Letter | None) -> None:
    """Put a letter's lines under its match, those that another one has said already left out."""
    if letter is None or held.match is None:
        return
    section = news.sections.setdefault(held.match.pk, Section(held.match))
    section.lines += [line for line in letter.brief if line not in section.lines]
    section.link = str(letter.context.get("link") or section.link)
    news.gathered += letter.gathered


def _check_waits(held: Notice, waiting: Sequence[Choice]) -> None:
    """Raise `Dropped` for a turn or a reminder of which nothing waits any more."""
    is_turn = held.kind == Kind.TURN
    if not any(
        choice.match_id == held.match_id
        and (held.asked_again or (choice.told_at is None) == is_turn)
        for choice in waiting
    ):
        raise Dropped("nothing waits that it was about")


def _sections(news: News, waiting: Sequence[Choice], player: Player) -> list[Section]:
    """Return a section a match: first those that wait, by the time left, then the others."""
    by_match: dict[int, list[Choice]] = {}
    for choice in waiting:
        by_match.setdefault(choice.match_id, []).append(choice)
    sections, shown = [], 0
    for match_id, choices in by_match.items():
        seat, match = choices[0].seat, choices[0].match
        section = news.sections.pop(match_id, Section(match))
        link = addresses.of_seat(seat)
        section.tables = tables.show(match, seat, choices, link, shown)
        shown += len(choices)
        sections.append(section)
    for section in (*sections, *news.sections.values()):
        section.names = _names(queries.seats_of(section.match), player)
    return [*sections, *news.sections.values()]


def _names(seats: Sequence[Seat], player: Player) -> list[str]:
    return [seat.name for seat in seats if seat.is_taken and seat.player_id != player.pk]


def _is_held_up(notice: Notice) -> bool:
    return notice.key.startswith(gathering.HELD_UP)


def _subject(notice: Notice) -> str:
    if _is_held_up(notice):
        return _("Chicken Foot: what waits at your tables")
    day = date.fromisoformat(notice.key)
    words = {"day": date_format(day, pgettext("the day of a digest", "l, j F"))}
    return _("Chicken Foot: your tables on %(day)s") % words


def all_dropped(notice: Notice, reason: str) -> list[Gathered]:
    """Return that everything which a digest would have told is told no more."""
    if notice.kind != Kind.DIGEST or notice.player is None:
        return []
    return [Gathered(held.pk, dropped=reason) for held in gathering.held_for(notice.player)]


def untold_choices(notice: Notice) -> list[int]:
    """Return the choices that a digest would have been the first to tell of."""
    if notice.player is None:
        return []
    matches = gathering.held_for(notice.player).filter(kind=Kind.TURN).values("match")
    waiting = persons_choices().filter(seat__player=notice.player, match__in=matches)
    return [choice.pk for choice in turns.untold(list(waiting))]
