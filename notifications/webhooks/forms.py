"""What a player writes of a webhook, read as the services want it."""

from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import queries
from games.queries.naming import several
from games.tables import Match
from notifications.webhooks import guarding
from notifications.webhooks.guarding import NoAddress, PrivateAddress
from notifications.webhooks.rows import URL_LENGTH, Webhook

ALL: Final = ""


class UrlField(forms.CharField):
    """A web address that may be posted to."""

    widget = forms.URLInput(
        attrs={
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
            "maxlength": URL_LENGTH,
        }
    )
    default_error_messages = {
        "required": _("Please write an address."),
        "invalid": _(
            "This is no address that we can post to: https://example.org/chicken is one. "
            "It begins with https, and names no user."
        ),
        "private": _("This address lies in a private network, which this server does not post to."),
    }

    def clean(self, value: Any) -> str:
        """Return the address; raises `ValidationError`."""
        url: str = super().clean(value)
        try:
            guarding.parse(url)
        except NoAddress:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        except PrivateAddress:
            raise forms.ValidationError(self.error_messages["private"], code="private") from None
        return url


class WebhookForm(forms.Form):
    """Where a webhook goes, how it speaks, and what it tells."""

    url = UrlField(
        label=_("Address"),
        help_text=_("Discord and Slack show it where you make a webhook for a channel."),
    )
    form = forms.ChoiceField(label=_("Who reads it"), choices=())
    table = forms.ChoiceField(
        label=_("What it tells"),
        required=False,
        help_text=_(
            "Your own turns at all your tables, or everybody’s turns at one table, by the names "
            "that all see there: for a channel that its players share. The others see that you do."
        ),
    )

    def __init__(self, player: Player, data: QueryDict | None, hook: Webhook | None = None) -> None:
        kept = {"url": hook.url, "form": hook.form, "table": hook.match_id or ALL} if hook else {}
        super().__init__(data, initial=kept)
        self._tables = {str(match.pk): (match, who) for match, who in queries.tables_of(player)}
        if hook and hook.match and str(hook.match_id) not in self._tables:
            self._tables[str(hook.match_id)] = (hook.match, [])
        self._offer()

    @property
    def match(self) -> Match | None:
        """The one table that was chosen."""
        found = self._tables.get(self.cleaned_data["table"])
        return found[0] if found else None

    def _offer(self) -> None:
        form, table = self.fields["form"], self.fields["table"]
        assert isinstance(form, forms.ChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(table, forms.ChoiceField)  # noqa: S101 - for the type checker
        form.choices = [
            (Webhook.Form.DISCORD, _("a channel of Discord")),
            (Webhook.Form.SLACK, _("a channel of Slack, or of what reads the same")),
            (Webhook.Form.JSON, _("a program of mine (JSON, signed)")),
        ]
        table.choices = [
            (ALL, _("My turns, at all my tables")),
            *((key, _said(who)) for key, (_match, who) in self._tables.items()),
        ]


def _said(who: Any) -> str:
    if not who:
        return str(_("The table that is over"))
    return _("Everybody’s turns at the table with %(names)s") % {"names": several(who)}
