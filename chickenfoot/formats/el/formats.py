"""Dates and times as this site writes them: the day first, and a clock of 24 hours."""

DATE_FORMAT = "j\N{NO-BREAK SPACE}E Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j\N{NO-BREAK SPACE}E Y, H:i"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
