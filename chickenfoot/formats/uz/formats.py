"""Dates and times as this site writes them: the year first, and a clock of 24 hours."""

DATE_FORMAT = "Y\N{NON-BREAKING HYPHEN}\\y\\i\\l j\N{NON-BREAKING HYPHEN}F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y\N{NON-BREAKING HYPHEN}\\y\\i\\l j\N{NON-BREAKING HYPHEN}F, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
