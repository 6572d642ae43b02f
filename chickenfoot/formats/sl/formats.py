"""Dates and times as this site writes them: no names of months, which would have to be declined."""

DATE_FORMAT = "j.\N{NO-BREAK SPACE}n.\N{NO-BREAK SPACE}Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j.\N{NO-BREAK SPACE}n.\N{NO-BREAK SPACE}Y, H:i"
SHORT_DATE_FORMAT = "j.\N{NO-BREAK SPACE}n.\N{NO-BREAK SPACE}Y"
SHORT_DATETIME_FORMAT = "j.\N{NO-BREAK SPACE}n.\N{NO-BREAK SPACE}Y H:i"
