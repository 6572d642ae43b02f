"""A bot is called by the word of the reader's language, and keeps one name in its row."""

from datetime import timedelta

import pytest
from django.utils import translation

from games import services
from games.bots import BOTS
from games.services import SeatPlan
from games.tables.bot_names import WORDS, bot_in_words, in_words
from tests.factories import NOON, make_match, make_player


def test_every_bot_has_a_word() -> None:
    assert set(WORDS) == set(BOTS)


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("Hen", "Găina"),
        ("Rooster 3", "Cocoșul 3"),
        ("Henrietta", "Henrietta"),
        ("Hen House", "Hen House"),
        ("hen", "hen"),
        ("", ""),
    ],
)
def test_only_a_bots_name_is_translated(kept: str, read: str) -> None:
    with translation.override("ro"):
        assert in_words(kept) == read


@pytest.mark.django_db
def test_a_seat_of_a_bot_is_read_in_each_language_and_of_a_person_as_written() -> None:
    match = make_match(people=1, bots=1)
    person, bot = match.seats.order_by("number")
    person.player.display_name = "Hen"
    for language in ("en", "ro", "sl", "uz", "el"):
        with translation.override(language):
            assert bot.name == bot_in_words(bot.bot)
            assert person.name == "Hen"


@pytest.mark.django_db
def test_bots_differ_also_at_a_table_made_in_another_language() -> None:
    hens = [SeatPlan("me"), SeatPlan("bot", "hen"), SeatPlan("bot", "hen")]
    with translation.override("sl"):
        match = services.create_match(
            make_player("Ana"),
            preset="trains",
            options={},
            seats=hens,
            turn_time=timedelta(days=1),
            now=NOON,
        )
    assert [seat.name for seat in match.seats.order_by("number")] == ["Ana", "Hen", "Hen 2"]
