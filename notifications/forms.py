"""The form in which somebody says which mails they want, and when."""

from collections.abc import Iterator
from datetime import time
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import habits
from accounts.models import Player
from notifications import preferences
from notifications.kinds import WHEN
from notifications.models import SWITCHABLE

SINGLE: Final = "single"
DAILY: Final = "daily"
USUAL_HOUR: Final = time(8)

_KIND: Final = "kind_"
_REMINDER: Final = "remind_"


def _hours() -> list[tuple[str, str]]:
    return [(str(hour), f"{hour:02}:00") for hour in range(24)]


class SettingsForm(forms.Form):
    """Every choice of one player's mails; a tick a kind and a reminder, for each can be alone."""

    rhythm = forms.ChoiceField(
        label=_("How often"),
        choices=[
            (SINGLE, _("A mail whenever something happens")),
            (DAILY, _("One mail a day with everything")),
        ],
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Please choose how often you want mail."),
            "invalid_choice": _("Please choose one of the two."),
        },
    )
    hour = forms.ChoiceField(
        label=_("One mail a day at"),
        choices=_hours,
        help_text=_("In your own time zone."),
        error_messages={
            "required": _("Please choose an hour."),
            "invalid_choice": _("Please choose a full hour of the day, as 08:00."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in SWITCHABLE:
            label = kind.label[:1].upper() + kind.label[1:]
            self.fields[f"{_KIND}{kind}"] = forms.BooleanField(
                label=label, required=False, help_text=str(WHEN[kind])
            )
        for name, words in habits.LABELS.items():
            self.fields[f"{_REMINDER}{name}"] = forms.BooleanField(label=str(words), required=False)

    @classmethod
    def of(cls, player: Player, data: QueryDict | None = None) -> "SettingsForm":
        """Return the form with what the player has chosen, or with what was sent instead."""
        unwanted = preferences.unwanted(player)
        hour = (player.digest_at or USUAL_HOUR).hour
        initial: dict[str, object] = {
            "rhythm": DAILY if player.digest_at is not None else SINGLE,
            "hour": str(hour),
            **{f"{_KIND}{kind}": kind not in unwanted for kind in SWITCHABLE},
            **{f"{_REMINDER}{name}": True for name in player.reminders.split()},
        }
        return cls(data, initial=initial)

    def kinds(self) -> Iterator[BoundField]:
        """Yield the fields of the kinds."""
        return (self[name] for name in self.fields if name.startswith(_KIND))

    def reminders(self) -> Iterator[BoundField]:
        """Yield the fields of the reminders."""
        return (self[name] for name in self.fields if name.startswith(_REMINDER))

    @property
    def chosen(self) -> preferences.Settings:
        """What was chosen, once the form is valid."""
        sent = self.cleaned_data
        daily = sent["rhythm"] == DAILY
        return preferences.Settings(
            wanted={kind: sent[f"{_KIND}{kind}"] for kind in SWITCHABLE},
            digest_at=time(int(sent["hour"])) if daily else None,
            reminders=[name for name in habits.LABELS if sent[f"{_REMINDER}{name}"]],
        )
