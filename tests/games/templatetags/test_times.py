"""How far away a deadline is, in every language that the site speaks."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from games.templatetags.times import clock_time, due, left

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)
SPANS = [timedelta(minutes=5), timedelta(hours=3), timedelta(days=2), timedelta(days=21)]


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(seconds=-1), "time is up"),
        (timedelta(seconds=59), "in less than a minute"),
        (timedelta(minutes=1), "in 1 minute"),
        (timedelta(minutes=59, seconds=59), "in 59 minutes"),
        (timedelta(hours=1), "in 1 hour"),
        (timedelta(hours=47), "in 1 day"),
        (timedelta(days=30), "in 30 days"),
    ],
)
def test_a_deadline_is_never_said_to_be_farther_than_it_is(away: timedelta, words: str) -> None:
    assert left(NOW + away, NOW) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ro", ["peste 5 minute", "peste 3 ore", "peste 2 zile", "peste 21 de zile"]),
        ("sl", ["čez 5 minut", "čez 3 ure", "čez 2 dneva", "čez 21 dni"]),
        ("uz", ["5 daqiqa qoldi", "3 soat qoldi", "2 kun qoldi", "21 kun qoldi"]),
        ("el", ["σε 5 λεπτά", "σε 3 ώρες", "σε 2 ημέρες", "σε 21 ημέρες"]),
    ],
)
def test_each_language_has_its_own_forms(language: str, words: list[str]) -> None:
    with translation.override(language):
        assert [left(NOW + away, NOW) for away in SPANS] == words


def test_no_line_ends_within_how_far_away_a_deadline_is() -> None:
    at = NOW + timedelta(days=2)
    assert due(at, NOW) == 'Wednesday 09:00 (<span class="unbroken">in 2 days</span>)'


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Wednesday 3\N{NO-BREAK SPACE}June, 09:00"),
        ("ro", "miercuri, 3\N{NO-BREAK SPACE}iunie, 09:00"),
        ("sl", "sreda, 3.\N{NO-BREAK SPACE}6., 09:00"),
        ("uz", "chorshanba, 3\N{NON-BREAKING HYPHEN}iyun, 09:00"),
        ("el", "Τετάρτη 3\N{NO-BREAK SPACE}Ιουνίου, 09:00"),
    ],
)
def test_no_line_ends_between_a_day_and_its_month(language: str, words: str) -> None:
    with translation.override(language):
        assert clock_time(NOW + timedelta(days=30), NOW) == words
