"""Dates and times as this site writes them: the year first, and a clock of 24 hours."""

DATE_FORMAT = r"Y‑\y\i\l j‑F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"Y‑\y\i\l j‑F, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
