"""Dates as this site writes them: no line ends between a day and its month."""

DATE_FORMAT = "j\N{NO-BREAK SPACE}F Y"
DATETIME_FORMAT = "j\N{NO-BREAK SPACE}F Y, H:i"
