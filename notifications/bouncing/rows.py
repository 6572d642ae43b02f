"""The addresses that get no more mail, and why: what an administrator looks at."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BouncingAddress(models.Model):
    """An address that a mail server said there is not, or whose reader called our mail unwanted."""

    class Reason(models.TextChoices):
        BOUNCE = "bounce", _("mail comes back")
        COMPLAINT = "complaint", _("mail is called unwanted")

    address = models.EmailField(_("address"), max_length=254)
    reason = models.CharField(_("reason"), max_length=9, choices=Reason)
    said = models.CharField(_("what its mail server said"), max_length=300, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("address that gets no mail")
        verbose_name_plural = _("addresses that get no mail")
        constraints = [models.UniqueConstraint(Lower("address"), name="one_row_an_address")]

    def __str__(self) -> str:
        return self.address

    @classmethod
    def of(cls, address: str) -> models.QuerySet["BouncingAddress"]:
        """Return the row of an address in any case, or none; answered by the index."""
        return cls.objects.alias(lower=Lower("address")).filter(lower=address.lower())
