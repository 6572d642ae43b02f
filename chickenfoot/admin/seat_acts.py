"""Seats of a running match that are handed over: to a bot, back, or to another player."""

from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminEmailInputWidget
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from chickenfoot.admin.acts import Act, Asked
from chickenfoot.admin.match_acts import ToldForm, runs, why
from chickenfoot.admin.stock import StockModelChoiceField
from games import services
from games.tables import Match, Seat


class SeatField(StockModelChoiceField):
    """One of the seats of persons, told by number and name."""

    def label_from_instance(self, seat: Any) -> str:
        """Return what a seat is called."""
        return _("Seat %(number)d: %(name)s") % {"number": seat.number + 1, "name": seat.name}


class SeatForm(ToldForm):
    """Which seat, and why."""

    asked_for = "seat"

    seat = SeatField(label=gettext_lazy("Seat"), queryset=Seat.objects.none())

    def __init__(self, target: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(target, *args, **kwargs)
        self.fields["seat"].queryset = self.seats_of(target)  # type: ignore[attr-defined]

    @staticmethod
    def seats_of(target: Match) -> Any:
        """Return the seats to choose from: those of persons."""
        return _persons(target)


class GiveToBot(Act[Match]):
    """Let a bot play on for somebody."""

    name = "give-to-bot"
    title = gettext_lazy("Give a seat to a bot")
    explanation = gettext_lazy(
        "A bot plays on from now, and the links of this seat play no more. Its player may come "
        "back at any time."
    )
    form_class = SeatForm

    def fits(self, target: Match) -> bool:
        """Return whether a person plays in it."""
        return runs(target) and _persons(target).exists()

    def do(self, asked: Asked[Match]) -> None:
        """Hand it over."""
        services.give_to_bot(
            asked.said["seat"], "admin", cause="admin", why=why(asked), now=asked.now
        )


class BotSeatForm(SeatForm):
    """Which seat that a bot keeps warm, and why."""

    @staticmethod
    def seats_of(target: Match) -> Any:
        """Return the seats to choose from: those with a player for whom a bot plays."""
        return _stood_in_for(target)


class GiveBack(Act[Match]):
    """Give a seat back to its player."""

    name = "give-back"
    title = gettext_lazy("Give a seat back to its player")
    explanation = gettext_lazy(
        "The bot that stands in plays no more. What waits at the seat has a full new deadline, "
        "and its player is told."
    )
    form_class = BotSeatForm

    def fits(self, target: Match) -> bool:
        """Return whether a bot stands in for somebody."""
        return runs(target) and _stood_in_for(target).exists()

    def do(self, asked: Asked[Match]) -> None:
        """Give it back."""
        services.give_back(asked.said["seat"], why=why(asked), now=asked.now)


class PlayerForm(SeatForm):
    """Which seat, to whom, and why."""

    player = forms.EmailField(
        label=gettext_lazy("E-mail address of the player"),
        max_length=254,
        widget=AdminEmailInputWidget,
        help_text=gettext_lazy("Of somebody who has an account here and has agreed to play on."),
    )

    @staticmethod
    def seats_of(target: Match) -> Any:
        """Return the seats to choose from: all."""
        return _seats(target)

    def clean_player(self) -> Player:
        """Return the player; raises `ValidationError` for an address that nobody has."""
        found = Player.objects.with_address(self.cleaned_data["player"]).first()
        if found is None:
            raise ValidationError(_("There is no player with this address."))
        return found


class GiveToPlayer(Act[Match]):
    """Give a seat to another player."""

    name = "give-to-player"
    title = gettext_lazy("Give a seat to another player")
    explanation = gettext_lazy(
        "They see the hand and play on from now; the links of who sat there play no more. What "
        "waits at the seat has a full new deadline. What was played before stays as it is."
    )
    form_class = PlayerForm

    def fits(self, target: Match) -> bool:
        """Return whether it runs."""
        return runs(target)

    def do(self, asked: Asked[Match]) -> None:
        """Hand it over."""
        services.give_to_player(
            asked.said["seat"], asked.said["player"], why=why(asked), now=asked.now
        )


def _seats(match: Match) -> Any:
    return match.seats.select_related("player").order_by("number")


def _persons(match: Match) -> Any:
    return _seats(match).filter(player__isnull=False, bot="")


def _stood_in_for(match: Match) -> Any:
    return _seats(match).filter(player__isnull=False).exclude(bot="")
