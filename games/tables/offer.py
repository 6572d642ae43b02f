"""An offer: what one player asks of everybody at the table, until it is answered or lapses."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Offer(models.Model):
    """Somebody asks the others; `tenure` is who asked, and speaks for nobody after them.

    To take a play back it holds the round and that round's last event: it lapses with the next.
    Of each round one may stand, for rounds side by side (R10) have nothing to do with each other.
    """

    class Kind(models.TextChoices):
        TAKE_BACK = "take_back", _("take the last play back")
        PAUSE = "pause", _("pause the match")

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="offers")
    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="offers")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    seq = models.PositiveIntegerField(_("seen at event"))
    made_at = models.DateTimeField(_("asked"))
    declined_by = models.ForeignKey(
        "games.Tenure", models.CASCADE, null=True, blank=True, related_name="declined_offers"
    )
    agreed_by = models.ManyToManyField("games.Tenure", related_name="agreed_offers")

    class Meta:
        verbose_name = _("offer")
        verbose_name_plural = _("offers")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "kind", "round"], name="one_offer_a_kind_and_round"
            ),
            models.UniqueConstraint(
                fields=["match", "kind"],
                condition=models.Q(round=None),
                name="one_offer_a_kind_and_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.kind}"
