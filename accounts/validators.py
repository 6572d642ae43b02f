"""What an address, a name and a time zone have to be."""

import unicodedata
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.encoding import punycode
from django.utils.translation import gettext_lazy as _

ADDRESS_LENGTH = 254
NAME_LENGTH = 40

_is_address = EmailValidator(message=_("This is not an e-mail address: ana@example.org is one."))

# Marks that turn the reading direction round or show nothing: a name made of them passes itself
# off as another. The joiners U+200C and U+200D stay, since scripts and emoji need them.
_DECEIVING = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028\u2029"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069"
    "\u2800\u3164\ufeff\uffa0\ufff9\ufffa\ufffb\ufffd"
)
_BARRED = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


def clean_address(text: str) -> str:
    """Return the address as it is kept: case as written, a national domain in its ASCII form.

    Raises `ValidationError`. Quoted local parts are refused: they may hold blanks and control
    characters, and nobody has one.
    """
    address = text.strip()
    if len(address) > ADDRESS_LENGTH:
        raise ValidationError(
            _("An e-mail address has at most %(limit)d characters."),
            code="too_long",
            params={"limit": ADDRESS_LENGTH},
        )
    local, at, domain = address.rpartition("@")
    if at and not domain.isascii():
        try:
            address = f"{local}@{punycode(domain)}"
        except UnicodeError as error:
            raise ValidationError(_is_address.message, code="invalid") from error
    if not address.isascii() or not address.isprintable() or '"' in address:
        raise ValidationError(_is_address.message, code="invalid")
    _is_address(address)
    return address


def validate_address(address: str) -> None:
    """Raise `ValidationError` for what is no address."""
    clean_address(address)


def clean_name(text: str) -> str:
    """Return the name in composed form with single blanks; raises `ValidationError`."""
    name = unicodedata.normalize("NFC", text.strip())
    if any(letter in _DECEIVING or unicodedata.category(letter) in _BARRED for letter in name):
        raise ValidationError(
            _("A name is one line of visible characters; this one has others in it."),
            code="invisible",
        )
    name = " ".join(name.split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise ValidationError(_("Please write a name."), code="required")
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name has at most %(limit)d characters; this one has %(length)d."),
            code="too_long",
            params={"limit": NAME_LENGTH, "length": len(name)},
        )
    return name


def validate_name(name: str) -> None:
    """Raise `ValidationError` for what is no name."""
    clean_name(name)


@cache
def known_time_zones() -> frozenset[str]:
    """Return every name that zoneinfo can open here."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    """Raise `ValidationError` for a zone that is not in the time zone database."""
    if name not in known_time_zones():
        raise ValidationError(_("This time zone is not known here."), code="invalid")


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of this site; a function, so that a new one needs no migration."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
