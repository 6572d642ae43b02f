"""Dates and times as this site writes them: the day first, and a clock of 24 hours."""

DATE_FORMAT = "j\N{NO-BREAK SPACE}F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j\N{NO-BREAK SPACE}F Y, H:i"
SHORT_DATE_FORMAT = "j\N{NO-BREAK SPACE}M Y"
SHORT_DATETIME_FORMAT = "j\N{NO-BREAK SPACE}M Y H:i"
