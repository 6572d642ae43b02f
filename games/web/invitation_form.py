"""What somebody who is invited may say: who they are, and words for the shuffle."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField, ZoneField
from accounts.models import Player
from accounts.validators import language_choices
from games.services import seating

ME: Final = "me"
ADDRESS: Final = "address"


class WordsField(forms.CharField):
    """Words for the shuffle (RECORD.md); the page's script offers random ones."""

    widget = forms.TextInput(
        attrs={"autocomplete": "off", "spellcheck": "false", "data-words": "", "class": "words"}
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Your words for the shuffle"),
            help_text=_("Anything you like, or nothing. Nobody else sees them."),
            max_length=seating.LONGEST_WORDS,
            required=False,
            **kwargs,
        )


class NonceField(forms.CharField):
    """What is mixed into words so that their digits give nothing away.

    The page draws it before it knows the words; its script draws another one, in the browser.
    """

    widget = forms.HiddenInput(attrs={"data-nonce": ""})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(initial=seating.new_nonce, required=False, **kwargs)


class WordsForm(forms.Form):
    """Words alone, changed in the waiting room."""

    words = WordsField()
    nonce = NonceField()


class AcceptForm(forms.Form):
    """The yes of somebody invited; whoever is new here says how they like to be met."""

    who = forms.ChoiceField(label=_("Who sits down"), widget=forms.RadioSelect)
    name = NameField(
        label=_("Your name"), help_text=_("The others at the table see it. You can change it.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=language_choices)
    time_zone = ZoneField()
    words = WordsField()
    nonce = NonceField()

    def __init__(
        self,
        address: str,
        owner: Player | None,
        reader: Player | None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._shape(address, owner, reader)

    @property
    def asks_language(self) -> bool:
        """Whether there is a choice of languages."""
        return "language" in self.fields and len(language_choices()) > 1

    def clean(self) -> dict[str, Any]:
        """Return the answer; who joins as somebody known needs no name."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("who") == ME:
            for name in ("name", "language", "time_zone"):
                self.errors.pop(name, None)
        return cleaned

    def _shape(self, address: str, owner: Player | None, reader: Player | None) -> None:
        """Leave the questions that are open: whoever is known is not asked for a name."""
        if reader is None or reader == owner:
            del self.fields["who"]
        else:
            other = owner.display_name if owner else _("somebody new, at %s") % address
            choices = [(ME, _("%s, who is signed in here") % reader.display_name), (ADDRESS, other)]
            who = self.fields["who"]
            assert isinstance(who, forms.ChoiceField)  # noqa: S101 - for the type checker
            who.choices = choices
            self.initial.setdefault("who", ME)
        if owner is not None:
            for name in ("name", "language", "time_zone"):
                del self.fields[name]
            return
        zone = self.fields["time_zone"]
        assert isinstance(zone, ZoneField)  # noqa: S101 - for the type checker
        zone.suggest(self.initial.get("time_zone", ""))
