"""Where replies to one mail go, and which were received."""

from django.db import models
from django.utils import timezone


class ReplyAddress(models.Model):
    """What an answer to one mail may move: the choices it told of, for one tenure of a seat.

    The token is random and proves who replies, for a sender's address proves nothing. It is
    revoked with the links of its mail, whose generation it keeps.
    """

    token = models.CharField(max_length=32, unique=True)
    notice = models.OneToOneField(
        "notifications.Notice", models.CASCADE, related_name="reply_address"
    )
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="reply_addresses")
    tenure = models.PositiveIntegerField()
    generation = models.PositiveIntegerField(default=1)
    choices = models.JSONField(help_text="The rounds that waited, each with its last event.")

    def __str__(self) -> str:
        return f"{self.notice_id} for {self.seat_id}/{self.tenure}"


class Reply(models.Model):
    """A reply that was carried out or answered: delivered again, it is the same one."""

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="replies")
    key = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["address", "key"], name="one_reply_a_message")
        ]

    def __str__(self) -> str:
        return f"{self.address_id} {self.key}"
