"""Dates and times as this site writes them: no names of months, which would have to be declined."""

DATE_FORMAT = "j. n. Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. n. Y, H:i"
SHORT_DATE_FORMAT = "j. n. Y"
SHORT_DATETIME_FORMAT = "j. n. Y H:i"
