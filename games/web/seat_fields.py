"""The fields of one seat of a new table: who shall sit there, and their address."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import AddressField
from accounts.models import Player
from games import queries

MOST: Final = 12
FIRST: Final = "me"
OTHERS: Final = "address"


class SeatFields(NamedTuple):
    """The two fields of a seat."""

    kind: forms.BoundField
    address: forms.BoundField


class OptionalAddress(AddressField):
    """An address that may be missing: most kinds of guests need none."""

    def clean(self, value: Any) -> str:
        """Return the address or nothing; raises `ValidationError`."""
        return super().clean(value) if (value or "").strip() else ""


def seat_fields(met: Sequence[Player]) -> dict[str, forms.Field]:
    """Return the fields of every seat that a table may have."""
    fields: dict[str, forms.Field] = {}
    for number in range(MOST):
        fields[f"seat_{number}"] = forms.ChoiceField(
            label=_("Seat %(number)d") % {"number": number + 1},
            choices=kinds(met),
            initial=FIRST if number == 0 else OTHERS,
            required=False,
        )
        fields[f"address_{number}"] = OptionalAddress(
            label=_("E-mail address for seat %(number)d") % {"number": number + 1},
            required=False,
        )
    return fields


def kinds(met: Sequence[Player]) -> list[tuple[str, Any]]:
    """Return who may sit on a seat, as choices."""
    bots = [
        (f"bot:{bot.name}", _("Bot: %(name)s") % {"name": bot.title}) for bot in queries.bot_lines()
    ]
    people = [(f"player:{player.pk}", player.display_name) for player in met]
    known: list[tuple[Any, Any]] = [(_("Met before"), people)] if people else []
    return [
        ("me", _("Me")),
        ("address", _("Somebody by e-mail")),
        *known,
        *bots,
        ("open", _("Open to all")),
    ]
