"""What people write about themselves, read as the services want it."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import quiet_hours
from accounts.models import Player
from accounts.validators import (
    NAME_LENGTH,
    clean_address,
    clean_name,
    language_choices,
)
from accounts.zones import zone_choices, zone_choices_near


class AddressField(forms.CharField):
    """An e-mail address, as it will be kept."""

    widget = forms.EmailInput(
        attrs={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
    )
    default_error_messages = {"required": _("Please write an e-mail address.")}

    def clean(self, value: Any) -> str:
        """Return the address; raises `ValidationError`."""
        return clean_address(super().clean(value))


class NameField(forms.CharField):
    """A name that others see, as it will be kept."""

    widget = forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": NAME_LENGTH})
    default_error_messages = {"required": _("Please write a name.")}

    def clean(self, value: Any) -> str:
        """Return the name; raises `ValidationError`."""
        return clean_name(super().clean(value))


class CodeField(forms.CharField):
    """Six digits; blanks and hyphens between them do not count."""

    widget = forms.TextInput(
        attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "class": "code"}
    )
    default_error_messages = {
        "required": _("Please write the code from the mail."),
        "invalid": _("The code has six digits."),
    }

    def clean(self, value: Any) -> str:
        """Return the digits; raises `ValidationError`."""
        code: str = super().clean(value).replace(" ", "").replace("-", "")
        if len(code) != 6 or not (code.isascii() and code.isdigit()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return code


class QuietField(forms.TimeField):
    """A time of the day at which quiet hours begin or end, or nothing."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time", "step": 900})
    default_error_messages = {"invalid": _("Please write a time of the day, as 22:00.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class LongSelect(forms.Select):
    """A select of hundreds of options, printed by one template instead of one for each."""

    template_name = "accounts/long_select.html"


class ZoneField(forms.ChoiceField):
    """A time zone, found by the place that is nearest."""

    widget = LongSelect

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Time zone"),
            help_text=_("The place nearest to you. Deadlines are shown in its time."),
            choices=zone_choices,
            **options,
        )

    def suggest(self, *names: str) -> None:
        """Offer these above all others, also one that is else offered no more."""
        self.choices = zone_choices_near([name for name in names if name], timezone.now())


class AskForm(forms.Form):
    """Where to mail a sign-in link."""

    address = AddressField(label=_("Your e-mail address"))


class CodeForm(forms.Form):
    """The code of a mail and the address that the mail went to."""

    address = AddressField(label=_("Your e-mail address"))
    code = CodeField(label=_("Code from the mail"))


class NewcomerForm(forms.Form):
    """How somebody new likes to be met."""

    display_name = NameField(
        label=_("Your name"), help_text=_("The others at the table see it. You can change it.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=language_choices)
    time_zone = ZoneField()

    def __init__(self, *args: Any, here: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, ZoneField)  # noqa: S101 - for the type checker
        zone.suggest(self.initial.get("time_zone", ""), here)


class ProfileForm(NewcomerForm):
    """How a player likes to be met."""

    quiet_from = QuietField(
        label=_("Quiet from"),
        help_text=_(
            "No deadline falls into your quiet hours: it moves to their end. At most ten hours; "
            "leave both empty for none. A change holds from your next turn on."
        ),
    )
    quiet_until = QuietField(label=_("Quiet until"))

    def clean(self) -> dict[str, Any]:
        """Return what was sent; quiet hours are none, or from one time until another."""
        sent = self.cleaned_data
        if {"quiet_from", "quiet_until"} <= sent.keys():
            try:
                quiet_hours.check(sent["quiet_from"], sent["quiet_until"])
            except forms.ValidationError as refused:
                self.add_error("quiet_from", refused)
        return sent

    @classmethod
    def of(cls, player: Player, data: QueryDict | None = None, here: str = "") -> "ProfileForm":
        """Return the form with what the player has kept, or with what was sent instead.

        `here` is the time zone that their browser is in.
        """
        initial = {
            "display_name": player.display_name,
            "language": player.language,
            "time_zone": player.time_zone,
            "quiet_from": player.quiet_from,
            "quiet_until": player.quiet_until,
        }
        return cls(data, initial=initial, here=here)


class AddressForm(forms.Form):
    """The address that a player wants to be known by."""

    new_address = AddressField(label=_("New e-mail address"))


class DayField(forms.DateField):
    """A day of the player's own."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    default_error_messages = {
        "required": _("Please choose a day."),
        "invalid": _("Please write a day, as 2027-07-31."),
    }


class TimeOffForm(forms.Form):
    """The first and the last day of a time off."""

    first = DayField(label=_("First day"), help_text=_("Today is at once."))
    last = DayField(label=_("Last day"))


class LeaveForm(forms.Form):
    """The yes of somebody who wants to be deleted."""

    sure = forms.BooleanField(
        label=_("Yes, delete my account"),
        error_messages={"required": _("Nothing was deleted: please tick the box first.")},
    )
