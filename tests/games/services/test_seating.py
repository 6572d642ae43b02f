"""Words for the shuffle: kept beside the log, in the record as digits only."""

import hashlib
import json
from datetime import timedelta

import pytest

from games import services, store
from games.services import SeatPlan, TableRefused
from games.tables import Match, Seat, SeatWords
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return services.create_match(
        make_player(),
        preset="trains",
        options={},
        seats=[SeatPlan("me"), SeatPlan("open")],
        turn_time=timedelta(days=3),
        now=NOON,
    )


@pytest.fixture
def seat(match: Match) -> Seat:
    return match.seats.get(number=0)


def test_the_record_holds_forty_digits_of_the_words_and_an_empty_text_for_none(
    match: Match, seat: Seat
) -> None:
    services.give_words(seat, "  hens and horses ")
    services.take_open_seat(match, make_player(), now=NOON)
    started = json.loads(next(iter(store.load_all(match.pk))).data)
    kept = SeatWords.objects.get(seat=seat)
    digits = hashlib.sha256((kept.nonce + "hens and horses").encode()).hexdigest()[:40]
    assert started["words"] == [digits, ""]


def test_words_can_be_changed_and_taken_back_until_the_start(match: Match, seat: Seat) -> None:
    services.give_words(seat, "hens")
    first = SeatWords.objects.get(seat=seat)
    services.give_words(seat, "horses")
    second = SeatWords.objects.get(seat=seat)
    assert (second.words, second.nonce != first.nonce) == ("horses", True)
    services.give_words(seat, " ")
    assert not SeatWords.objects.exists()
    services.take_open_seat(match, make_player(), now=NOON)
    with pytest.raises(services.MatchHasStarted):
        services.give_words(seat, "too late")


@pytest.mark.parametrize("words", ["w" * 201, "a\x00b", "a\nb", "\ud800"])
def test_words_that_cannot_be_kept_change_nothing(seat: Seat, words: str) -> None:
    services.give_words(seat, "hens")
    with pytest.raises(TableRefused) as refused:
        services.give_words(seat, words)
    assert refused.value.field == "words"
    assert SeatWords.objects.get().words == "hens"


def test_words_of_any_script_are_welcome(seat: Seat) -> None:
    services.give_words(seat, "πετεινός 🐔 găină")
    assert SeatWords.objects.get().words == "πετεινός 🐔 găină"
