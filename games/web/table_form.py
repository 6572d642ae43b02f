"""The form of a new table, read as the service wants it; nonsense is refused beside its field."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import engine
from games.engine import Rules, RulesRefused
from games.queries import bot_lines
from games.queries.options import DRAWN, OPENINGS, PRESETS, SETS, TIES
from games.services import SeatPlan
from games.tables import Match
from games.tables.bot_names import bot_in_words
from games.tables.match import USUAL_STAND_IN
from games.web.seat_fields import MOST, SeatFields, seat_fields

HOURS: Final = {
    1: _("1 hour"),
    3: _("3 hours"),
    8: _("8 hours"),
    24: _("1 day"),
    48: _("2 days"),
    72: _("3 days"),
    120: _("5 days"),
    168: _("7 days"),
    336: _("14 days"),
    504: _("21 days"),
    720: _("30 days"),
}
SHORT: Final = 3
USUAL: Final = ("", _("As these rules have it"))
FINE_OPTIONS: Final = (
    "highest",
    "hand_size",
    "arms",
    "opening",
    "yard_reserve",
    "drawn_tile",
    "double_blank",
    "tie_break",
)
"""The options that are folded away: empty means as the preset has it."""


def _number(label: Any, most: int, least: int = 0) -> forms.IntegerField:
    limits = format_lazy(_("A whole number from {least} to {most}."), least=least, most=most)
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), limits),
    )


def _choice(label: Any, choices: Any, coerce: Callable[[Any], Any] = str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=[USUAL, *choices], coerce=coerce, empty_value=None, required=False
    )


def _stand_ins() -> list[tuple[str, Any]]:
    """Return the bots that may stand in; the usual one, named first, is what an empty form has."""
    usual = format_lazy(_("{name}, as usual"), name=bot_in_words(USUAL_STAND_IN))
    others = [(bot.name, bot.title) for bot in bot_lines() if bot.name != USUAL_STAND_IN]
    return [("", usual), *others]


class TableForm(forms.Form):
    """What is asked about a new table; the seats are fields of their own, `seat_0` and on."""

    preset = forms.ChoiceField(
        label=_("Rules"), choices=list(PRESETS.items()), widget=forms.RadioSelect
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"), choices=[(n, str(n)) for n in range(2, MOST + 1)], coerce=int
    )
    turn_time = forms.TypedChoiceField(
        label=_("Time for a move"),
        help_text=_("When it is over, a bot makes this one move."),
        choices=list(HOURS.items()),
        coerce=int,
    )
    match_length = forms.ChoiceField(
        label=_("Rounds"),
        choices=[
            ("short", _("Short: 3")),
            ("half", _("Half of the doubles")),
            ("full", _("Full: one for every double")),
            ("number", _("Another number")),
        ],
    )
    rounds = _number(_("How many rounds, if another number"), 19, 1)
    pace = forms.ChoiceField(
        label=_("How the rounds are played"),
        choices=[
            ("side_by_side", _("All side by side")),
            ("in_turn", _("One after the other")),
        ],
        widget=forms.RadioSelect,
    )
    highest = _choice(_("Set"), SETS.items(), int)
    hand_size = _number(_("Tiles in a hand"), 190, 1)
    arms = _number(_("Places on the starter"), 8, 2)
    opening = _choice(_("Opening"), OPENINGS.items())
    yard_reserve = _number(_("Tiles that are never drawn"), 190)
    drawn_tile = _choice(_("Drawing"), DRAWN.items())
    double_blank = _choice(_("Points for a double blank"), [(0, "0"), (50, "50")], int)
    tie_break = _choice(_("Ties"), TIES.items())
    out_of_time = forms.ChoiceField(
        label=_("When time runs out"),
        choices=[
            ("", _("A bot makes that one move")),
            ("wait", _("The table waits; the others may ask for a bot")),
        ],
        required=False,
    )
    stand_in = forms.ChoiceField(
        label=_("The bot for who is out of time, or leaves"),
        choices=_stand_ins,
        required=False,
    )
    watchable = forms.BooleanField(
        label=_("Others may watch"),
        help_text=_("Who has the address sees the table while it is played, but no hands."),
        required=False,
    )
    hints = forms.BooleanField(
        label=_("Players may ask for a hint"),
        help_text=_("What the bot Hen would do, and why. Everybody sees that somebody asked."),
        required=False,
    )
    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, creator: Player, met: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields.update(seat_fields(met))
        self._met = {player.pk: player for player in met}
        self.creator = creator
        self.initial.setdefault("nonce", secrets.token_urlsafe(16))

    def clean(self) -> dict[str, Any]:
        """Return the fields with `options`, `plan` and `resolved`, as the service wants them."""
        cleaned: dict[str, Any] = super().clean() or {}
        seats = cleaned.get("seats")
        if seats is not None:
            self._forget_rows(seats)
            cleaned["plan"] = [self._plan(cleaned, number) for number in range(seats)]
        if seats is not None and "preset" in cleaned and "match_length" in cleaned:
            self._resolve(cleaned, seats)
        return cleaned

    def add_refusal(self, name: str, sentence: Any) -> None:
        """Show why the service refused, beside the field that it named."""
        if name.startswith("seat_") and self.cleaned_data.get(name) == "address":
            name = name.replace("seat_", "address_")
        self.add_error(name if name in self.fields else None, sentence)

    def _resolve(self, cleaned: dict[str, Any], seats: int) -> None:
        largest = 12 if cleaned["preset"] == "four-arms" else 9
        allowed = engine.seat_range(cleaned["preset"], cleaned.get("highest") or largest)
        if seats not in allowed:
            words = {"least": allowed[0], "most": allowed[-1]}
            limits = _("These rules have %(least)d to %(most)d seats with this set.") % words
            self.add_error("seats", limits)
            return
        options = {name: cleaned.get(name) for name in (*FINE_OPTIONS, "pace")}
        try:
            full = engine.resolve(cleaned["preset"], seats, **options)
            options["rounds"] = self._rounds(cleaned, full)
            cleaned["resolved"] = engine.resolve(cleaned["preset"], seats, **options)
        except RulesRefused as refused:
            for name, sentence in refused.problems:
                self.add_error(name if name in self.fields else None, sentence)
        cleaned["options"] = options

    def _rounds(self, cleaned: dict[str, Any], full: Rules) -> int:
        match cleaned["match_length"]:
            case "short":
                return SHORT
            case "half":
                return full.rounds // 2
            case "number" if cleaned.get("rounds"):
                return int(cleaned["rounds"])
            case "number" if "rounds" not in self.errors:
                self.add_error("rounds", _("Please write how many rounds."))
        return full.rounds

    def _forget_rows(self, seats: int) -> None:
        """Hold nothing against rows of seats that the table does not have."""
        for number in range(seats, MOST):
            for name in (f"seat_{number}", f"address_{number}"):
                self.errors.pop(name, None)

    def _plan(self, cleaned: dict[str, Any], number: int) -> SeatPlan:
        seat, place = f"seat_{number}", f"address_{number}"
        kind, _colon, value = (cleaned.get(seat) or "").partition(":")
        address = cleaned.get(place) or ""
        if not kind and seat not in self.errors:
            self.add_error(seat, _("Please choose who sits here."))
        elif kind == "address" and not address and place not in self.errors:
            self.add_error(place, _("Please write an e-mail address."))
        elif address and kind != "address":
            self.add_error(place, _("An address is here, but nobody is invited by e-mail."))
        match kind:
            case "address":
                return SeatPlan("address", address)
            case "player":
                return SeatPlan("player", self._met[int(value)])
            case "bot":
                return SeatPlan("bot", value)
            case "me":
                return SeatPlan("me")
        return SeatPlan("open")

    def guess(self) -> tuple[Rules, int, int]:
        """Return rules, seats and people for an estimate, also of a form that is not right yet."""
        if "resolved" in getattr(self, "cleaned_data", {}):
            plan = self.cleaned_data["plan"]
            people = sum(place.kind != "bot" for place in plan)
            return self.cleaned_data["resolved"], len(plan), people
        shown = [row for row in self.rows() if row.shown]
        seats = len(shown) if len(shown) in engine.seat_range("trains", 9) else 4
        preset = self["preset"].value()
        rules = engine.resolve(preset if preset in PRESETS else "trains", seats)
        rounds = {"short": SHORT, "half": rules.rounds // 2}
        rules = replace(rules, rounds=rounds.get(str(self["match_length"].value()), rules.rounds))
        bots = sum(str(row.fields.kind.value()).startswith("bot:") for row in shown)
        return rules, seats, max(0, seats - bots)

    def rows(self) -> Iterator["SeatRow"]:
        """Yield the seats' fields; those that the table does not have are not `shown`."""
        seats = self["seats"].value()
        shown = int(seats) if str(seats).isdecimal() and len(str(seats)) < 3 else MOST
        for number in range(MOST):
            kind, address = self[f"seat_{number}"], self[f"address_{number}"]
            yield SeatRow(number, SeatFields(kind, address), shown=number < shown)

    def fine(self) -> list[forms.BoundField]:
        """Return the fields that are folded away."""
        return [self[name] for name in (*FINE_OPTIONS, "out_of_time", "stand_in")]

    def is_fine_used(self) -> bool:
        """Whether a folded field has to be seen: it was filled, or is wrong."""
        return any(field.errors or field.value() not in (None, "") for field in self.fine())

    def out_of_time_asked(self) -> Match.OutOfTime:
        """Return what a valid form says shall happen when time runs out."""
        return Match.OutOfTime(self.cleaned_data["out_of_time"] or Match.OutOfTime.BOT_PLAYS)

    def turn_time_asked(self) -> timedelta:
        """Return the time for a move of a valid form."""
        return timedelta(hours=self.cleaned_data["turn_time"])


@dataclass(frozen=True)
class SeatRow:
    """One seat of the form."""

    number: int
    fields: SeatFields
    shown: bool
