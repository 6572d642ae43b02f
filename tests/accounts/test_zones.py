"""Time zones to choose from: the likely ones first, all others by continent, in words."""

from datetime import UTC, datetime

from django.utils.functional import Promise

from accounts.validators import known_time_zones
from accounts.zones import Choices, zone_choices, zone_choices_near

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def offered(choices: Choices) -> dict[str, dict[str, str]]:
    """Return what stands in each group, and what it is called."""
    return {str(group): dict(places) for group, places in choices if isinstance(places, list)}


def test_every_zone_that_is_offered_can_be_kept() -> None:
    names = {name for places in offered(zone_choices()).values() for name in places}
    assert {"Europe/Athens", "Asia/Tashkent", "Europe/Ljubljana"} <= names
    assert names <= known_time_zones()


def test_places_stand_below_their_continent_in_words() -> None:
    groups = offered(zone_choices())
    assert groups["Europe"]["Europe/Bucharest"] == "Bucharest"
    assert groups["America"]["America/Argentina/Buenos_Aires"] == "Argentina, Buenos Aires"
    assert groups["Indian Ocean"]["Indian/Mauritius"] == "Mauritius"


def test_the_likely_ones_come_first_once_each_with_their_time() -> None:
    near = zone_choices_near(["Europe/Bucharest", "America/New_York", "Europe/Bucharest"], NOW)
    first, rest = near[0], near[1:]
    assert first == (
        "Likely yours",
        [
            ("Europe/Bucharest", "Bucharest (it is 15:00 there)"),
            ("America/New_York", "New York (it is 08:00 there)"),
        ],
    )
    assert rest == zone_choices()


def test_where_nothing_is_known_nothing_is_likely() -> None:
    for names in ([], ["UTC"], ["UTC", "UTC"]):
        assert zone_choices_near(names, NOW) == zone_choices()


def test_a_zone_that_the_machine_has_forgotten_stands_by_its_name() -> None:
    assert zone_choices_near(["Mars/Olympus_Mons"], NOW)[0][1] == [
        ("Mars/Olympus_Mons", "Mars/Olympus_Mons")
    ]


def test_the_list_that_is_kept_for_all_speaks_the_language_of_each_reader() -> None:
    continents = [group for group, places in zone_choices() if isinstance(places, list)]
    assert continents
    assert all(isinstance(continent, Promise) for continent in continents)
