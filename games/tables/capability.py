"""A capability: what a link in a mail may do (MAIL.md, Links 2)."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Capability(models.Model):
    """The right to act for one tenure of one seat, or to answer one invitation.

    A link carries a token signed over `id` and `generation`: raising the generation revokes every
    link that is out there.
    """

    seat = models.ForeignKey(
        "games.Seat", models.CASCADE, null=True, blank=True, related_name="capabilities"
    )
    tenure = models.PositiveIntegerField(null=True, blank=True)
    invitation = models.ForeignKey(
        "games.Invitation", models.CASCADE, null=True, blank=True, related_name="capabilities"
    )
    generation = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("capability")
        verbose_name_plural = _("capabilities")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seat__isnull=False, tenure__isnull=False, invitation=None)
                | models.Q(seat=None, tenure=None, invitation__isnull=False),
                name="capability_of_a_seat_or_an_invitation",
            ),
            models.UniqueConstraint(fields=["seat", "tenure"], name="one_capability_a_tenure"),
            models.UniqueConstraint(fields=["invitation"], name="one_capability_an_invitation"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}.{self.generation}"
