"""Dates and times read as people write them, in every language of the site."""

from datetime import UTC, datetime

import pytest
from django.utils import formats, translation

from notifications.mails.times import exactly

AT = datetime(2026, 3, 3, 7, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "date", "with_time"),
    [
        ("en", "3\u00a0March 2026", "3\u00a0March 2026, 07:05"),
        ("ro", "3\u00a0martie 2026", "3\u00a0martie 2026, 07:05"),
        ("sl", "3.\u00a03.\u00a02026", "3.\u00a03.\u00a02026, 07:05"),
        ("uz", "2026\u2011yil 3\u2011mart", "2026\u2011yil 3\u2011mart, 07:05"),
        ("el", "3\u00a0Μαρτίου 2026", "3\u00a0Μαρτίου 2026, 07:05"),
    ],
)
def test_a_date_has_the_form_of_its_language(language: str, date: str, with_time: str) -> None:
    with translation.override(language):
        assert formats.date_format(AT) == date
        assert formats.date_format(AT, "DATETIME_FORMAT") == with_time


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Tuesday, 3 March, 07:05 (UTC)"),
        ("ro", "marți, 3 martie, 07:05 (UTC)"),
        ("sl", "torek, 3. 3., 07:05 (UTC)"),
        ("uz", "seshanba, 3-mart, 07:05 (UTC)"),
        ("el", "Τρίτη, 3 Μαρτίου, 07:05 (UTC)"),
    ],
)
def test_a_mail_names_the_day_in_its_language(language: str, words: str) -> None:
    with translation.override(language):
        assert exactly(AT) == words
