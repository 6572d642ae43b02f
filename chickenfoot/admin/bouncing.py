"""Addresses that get no more mail: which, why, and trying them again."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from chickenfoot.admin.acts import Act, ActingAdmin, Asked
from chickenfoot.admin.stock import ReadingAdmin
from notifications.bouncing import trying
from notifications.models import BouncingAddress


class TryAgain(Act[BouncingAddress]):
    """Have mail to an address tried again."""

    name = "try-again"
    title = gettext_lazy("Try again")
    explanation = gettext_lazy(
        "Mail goes to this address again, and what was not sent to it meanwhile if it is still "
        "true. If it comes back, the address is here again."
    )
    in_bulk = True

    def do(self, asked: Asked[BouncingAddress]) -> None:
        """Forget that it came back."""
        trying.try_again(asked.target.address, now=asked.now)


@admin.register(BouncingAddress)
class BouncingAddressAdmin(ActingAdmin, ReadingAdmin):
    """A list to search, and what the mail servers said."""

    acts = (TryAgain(),)
    list_display = ("address", "reason", "since", "said")
    list_filter = ("reason", "since")
    search_fields = ("address", "said")
    ordering = ("-since",)
    fields = ("address", "reason", "since", "said")
