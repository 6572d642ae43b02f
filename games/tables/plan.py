"""A plan: what a seat would like to play when its turn comes, its maker's secret (R8)."""

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import Tile, Wish


class Plan(models.Model):
    """The wishes of one tenure of a seat, in order, for one round or, without it, for any.

    No other seat, list or log may show it, nor that there is one.
    """

    class Otherwise(models.TextChoices):
        """What becomes of a turn on which the plan's next tile cannot go."""

        ASK = "ask", _("ask me, and keep the plan")
        NEXT = "next", _("try the next tile of the plan")
        STOP = "stop", _("ask me, and forget the plan")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="plans")
    tenure = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    wishes = models.JSONField()
    otherwise = models.CharField(max_length=4, choices=Otherwise, default=Otherwise.ASK)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "round"], name="one_plan_a_seat_and_round"),
            models.UniqueConstraint(
                fields=["seat"],
                condition=models.Q(round=None),
                name="one_plan_a_seat_for_any_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.tenure}"

    @property
    def wished(self) -> list[Wish]:
        """The wishes as values."""
        return [
            Wish(Tile.parse(tile), None if on is None else Tile.parse(on))
            for tile, on in self.wishes
        ]


def written(wishes: Iterable[Wish]) -> list[list[str | None]]:
    """Return wishes as a row keeps them."""
    return [[str(wish.tile), None if wish.on is None else str(wish.on)] for wish in wishes]
