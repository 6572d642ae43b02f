"""An invitation of somebody to a seat, by address."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Invitation(models.Model):
    """Somebody was asked to sit at a table; the answer fills the seat or frees it."""

    class State(models.TextChoices):
        OPEN = "open", _("not answered")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("expired")
        WITHDRAWN = "withdrawn", _("withdrawn")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="invitations")
    address = models.EmailField(_("e-mail address"), max_length=254, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations",
        help_text=_("Who it reached, once known."),
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"],
                condition=models.Q(state="open"),
                name="one_open_invitation_a_seat",
            )
        ]
        indexes = [
            models.Index("expires_at", name="invitation_open", condition=models.Q(state="open")),
            # What `iexact` asks for: the invitations that wait at an address.
            models.Index(
                Upper("address"), name="invitation_address", condition=models.Q(state="open")
            ),
        ]

    def __str__(self) -> str:
        return self.address
