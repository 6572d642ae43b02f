"""The zone that a mail's times are in is named as people call it."""

import zoneinfo

import pytest
from django.utils import translation

from notifications.mails.times import ZONES, zone_name


def test_a_city_that_every_language_calls_otherwise_goes_by_its_own_name() -> None:
    for language, words in {
        "en": "Athens time",
        "ro": "ora din Atena",
        "sl": "atenski čas",
        "uz": "Afina vaqti",
        "el": "ώρα Αθήνας",
    }.items():
        with translation.override(language):
            assert zone_name("Europe/Athens") == words


def test_any_other_city_goes_by_what_its_zone_is_called() -> None:
    assert zone_name("America/Argentina/Buenos_Aires") == "Buenos Aires time"
    assert zone_name("UTC") == "UTC"


@pytest.mark.parametrize("zone", ZONES)
def test_every_named_zone_exists(zone: str) -> None:
    assert zone in zoneinfo.available_timezones()
