"""What can be done to a player; every link and every seat of theirs follows."""

from django import forms
from django.contrib.admin.widgets import AdminEmailInputWidget
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import accounts.services
import games.services
from accounts.forms import AddressField
from accounts.models import Player
from chickenfoot.admin.acts import Act, Asked, ReasonForm


class Suspend(Act[Player]):
    """Keep a player out."""

    name = "suspend"
    title = gettext_lazy("Suspend")
    explanation = gettext_lazy(
        "They can no longer sign in, every session ends, and bots play on in their seats. "
        "The reason is shown to them."
    )
    in_bulk = True

    def fits(self, target: Player) -> bool:
        """Return whether they are not suspended yet."""
        return not target.is_suspended

    def do(self, asked: Asked[Player]) -> None:
        """Suspend them; nobody suspends themselves."""
        if asked.target == asked.by:
            raise ValidationError(_("You would lock yourself out."))
        accounts.services.suspend(asked.target, asked.said["reason"], now=asked.now)


class Lift(Act[Player]):
    """Let a player in again."""

    name = "lift"
    title = gettext_lazy("Lift the suspension")
    explanation = gettext_lazy("They can sign in again and return to their seats.")
    in_bulk = True

    def fits(self, target: Player) -> bool:
        """Return whether they are suspended."""
        return target.is_suspended

    def do(self, asked: Asked[Player]) -> None:
        """Lift it."""
        accounts.services.lift_suspension(asked.target, now=asked.now)


class SendSignInLink(Act[Player]):
    """Have a sign-in link mailed."""

    name = "sign-in-link"
    title = gettext_lazy("Send a sign-in link")
    explanation = gettext_lazy(
        "A mail with a link and a code goes to their address; both are good for 15 minutes."
    )

    def fits(self, target: Player) -> bool:
        """Return whether they may sign in."""
        return not target.is_suspended

    def do(self, asked: Asked[Player]) -> None:
        """Ask for it as they would themselves, under the same limits."""
        accounts.services.ask_to_sign_in(asked.target.email, asked.network, now=asked.now)


class RevokeLinks(Act[Player]):
    """Void the links of a player's mails."""

    name = "revoke-links"
    title = gettext_lazy("Revoke links")
    explanation = gettext_lazy(
        "Every link to a table or an invitation that was mailed to them, and every browser that "
        "opened one, loses its power. The next mail brings a new one."
    )
    in_bulk = True

    def do(self, asked: Asked[Player]) -> None:
        """Revoke them."""
        games.services.revoke_player(asked.target)


class AddressForm(ReasonForm):
    """The new address, and why."""

    address = AddressField(
        label=gettext_lazy("New e-mail address"), max_length=254, widget=AdminEmailInputWidget
    )

    def clean_address(self) -> str:
        """Return the address; raises `ValidationError` for the same one and for another's."""
        address = str(self.cleaned_data["address"])
        if address == self.target.email:
            raise ValidationError(_("This is their address already."))
        if Player.objects.with_address(address).exclude(pk=self.target.pk).exists():
            raise ValidationError(_("There is a player with this address already."))
        return address


class ChangeAddress(Act[Player]):
    """Give a player another address."""

    name = "change-address"
    title = gettext_lazy("Change the address")
    explanation = gettext_lazy(
        "For somebody who can no longer read their mail. Nobody proves the new address, so be sure "
        "that it is theirs. The old one is told; every link and every session ends."
    )
    form_class = AddressForm

    def do(self, asked: Asked[Player]) -> None:
        """Change it."""
        accounts.services.give_address(asked.target, asked.said["address"], now=asked.now)


class SureForm(ReasonForm):
    """A yes, and why."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, this cannot be undone"))


class Delete(Act[Player]):
    """Erase a player."""

    name = "delete"
    title = gettext_lazy("Delete")
    explanation = gettext_lazy(
        "The account, its address and its name are erased; bots play on in their seats. Matches "
        "stay whole, since no event of theirs names a person."
    )
    form_class = SureForm
    permission = "delete"

    def do(self, asked: Asked[Player]) -> None:
        """Delete the account; who has acted here is kept."""
        accounts.services.delete_account(asked.target, now=asked.now)


ACTS = (Suspend(), Lift(), SendSignInLink(), RevokeLinks(), ChangeAddress(), Delete())
