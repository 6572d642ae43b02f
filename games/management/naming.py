"""How a match is named on a command line: by its number or its address."""

from django.core.management.base import CommandError

from games.tables import Match


def match_named(name: str) -> Match:
    """Return the match with this address or number; raises CommandError.

    An address may consist of digits, so it is tried first.
    """
    match = Match.objects.filter(slug=name).first()
    if match is None and name.isascii() and name.isdecimal():
        match = Match.objects.filter(pk=int(name)).first()
    if match is None:
        raise CommandError(f"There is no match {name!r}.")
    return match
