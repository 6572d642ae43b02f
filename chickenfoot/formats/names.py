"""The names of days and months, which we translate before Django does.

Some of its catalogues write them with a capital, as a calendar's headings have it, and a date in a
sentence would stand out. Nothing reads this list but who gathers what is to be translated.
"""

from typing import Final

from django.utils.translation import gettext_noop

DAYS: Final = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
MONTHS: Final = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
