"""What an administrator writes about a player."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminEmailInputWidget, AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import AddressField, NameField
from accounts.models import Player
from accounts.zones import zone_choices
from chickenfoot.admin.stock import StockForm


class PlayerForm(StockForm):
    """How a player is met, and what they may do here."""

    display_name = NameField(label=gettext_lazy("Name"), widget=AdminTextInputWidget)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zone_choices)

    class Meta:
        model = Player
        fields: Sequence[str] = (
            "display_name",
            "language",
            "time_zone",
            "is_staff",
            "is_superuser",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields.get("time_zone")
        kept = self.instance.time_zone
        if isinstance(zone, forms.ChoiceField) and not zone.valid_value(kept):
            zone.choices = [(kept, kept), *zone_choices()]


class NewPlayerForm(PlayerForm):
    """Somebody new, who signs in by mail: an address is all it takes, and it is needed."""

    email = AddressField(
        label=gettext_lazy("E-mail address"), max_length=254, widget=AdminEmailInputWidget
    )

    class Meta(PlayerForm.Meta):
        fields = ("email", "display_name", "language", "time_zone")

    def clean_email(self) -> str:
        """Return the address; raises `ValidationError` where somebody has it."""
        address = str(self.cleaned_data["email"])
        if Player.objects.with_address(address).exists():
            raise ValidationError(_("There is a player with this address already."))
        return address
