"""What can be done to a match; every act but the last is an event of its record too.

The code of the reason is in the event; its words lie beside the log, and the players read them.
"""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chickenfoot.admin.acts import Act, Asked, ReasonForm
from chickenfoot.admin.stock import StockModelChoiceField
from games import queries, services
from games.tables import Choice, Match

FURTHEST: Final = timedelta(days=366)


class ChoiceField(StockModelChoiceField):
    """One of the choices that wait, told by round, seat and deadline."""

    def label_from_instance(self, choice: Any) -> str:
        """Return what a choice is called."""
        until = formats.date_format(timezone.localtime(choice.deadline), "DATETIME_FORMAT")
        words = {"round": choice.round, "name": choice.seat.name, "until": until}
        return _("Round %(round)d, %(name)s, until %(until)s") % words


class ToldForm(ReasonForm):
    """Why something is done to a match; its players are told, and its replay shows it."""

    def __init__(self, target: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(target, *args, **kwargs)
        self.fields["reason"].help_text = _(
            "Kept under your name, and shown to everybody who may see this match."
        )


def why(asked: Asked[Any]) -> services.Why:
    """Return the words of an act's reason, as a service takes them."""
    return services.Why(asked.said["reason"], asked.by)


class DeadlineForm(ToldForm):
    """Which choice may wait until when, and why."""

    asked_for = "choice"

    choice = ChoiceField(label=gettext_lazy("Choice"), queryset=Choice.objects.none())
    until = forms.SplitDateTimeField(
        label=gettext_lazy("New deadline"),
        widget=AdminSplitDateTime,
        help_text=gettext_lazy("Later than the present one, in your own time zone."),
    )

    def __init__(self, target: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(target, *args, **kwargs)
        waiting = target.choices.select_related("seat__player").order_by("deadline")
        self.fields["choice"].queryset = waiting  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Return what was said; adds an error for a deadline that is no later one."""
        said = super().clean() or {}
        choice, until = said.get("choice"), said.get("until")
        if choice and until:
            if until <= max(choice.deadline, timezone.now()):
                self.add_error("until", _("This is not later than the present deadline."))
            elif until > timezone.now() + FURTHEST:
                self.add_error("until", _("This is more than a year away."))
        return said


class ExtendDeadline(Act[Match]):
    """Give a choice more time."""

    name = "extend-deadline"
    title = gettext_lazy("Extend a deadline")
    explanation = gettext_lazy("The new deadline is an event of the match, and the table sees it.")
    form_class = DeadlineForm

    def fits(self, target: Match) -> bool:
        """Return whether somebody has to decide."""
        return runs(target) and target.choices.exists()

    def do(self, asked: Asked[Match]) -> None:
        """Move it."""
        services.move_deadline(
            asked.said["choice"], asked.said["until"], why=why(asked), now=asked.now
        )


class Pause(Act[Match]):
    """Let a match stand still."""

    name = "pause"
    title = gettext_lazy("Pause the match")
    explanation = gettext_lazy(
        "No move can be made and no time runs until an administrator lets it go on. Then every "
        "deadline is later by as long as it stood still."
    )
    form_class = ToldForm

    def fits(self, target: Match) -> bool:
        """Return whether it goes on."""
        return runs(target) and not target.paused

    def do(self, asked: Asked[Match]) -> None:
        """Pause it."""
        services.pause(asked.target, why=why(asked), now=asked.now)


class Resume(Act[Match]):
    """Let a paused match go on."""

    name = "resume"
    title = gettext_lazy("End the pause")
    explanation = gettext_lazy(
        "Moves can be made again, and every deadline is later by as long as it stood still."
    )
    form_class = ToldForm

    def fits(self, target: Match) -> bool:
        """Return whether it is paused."""
        return runs(target) and target.paused

    def do(self, asked: Asked[Match]) -> None:
        """Let it go on."""
        services.resume(asked.target, why=why(asked), now=asked.now)


class RewindForm(ToldForm):
    """Which move is taken back with all that followed it in its round, and why."""

    back = forms.ChoiceField(
        label=gettext_lazy("Take back from"),
        help_text=gettext_lazy(
            "This move and all that followed it in its round count no more. They stay in the log, "
            "and everybody sees that they were taken back."
        ),
    )

    def __init__(self, target: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(target, *args, **kwargs)
        self.fields["back"].choices = [  # type: ignore[attr-defined]
            (f"{way.round}-{way.to_seq}", _in_words(way)) for way in queries.ways_back(target)
        ]

    def clean_back(self) -> tuple[int, int]:
        """Return the round, and the event that it goes back to."""
        number, to_seq = self.cleaned_data["back"].split("-")
        return int(number), int(to_seq)


def _in_words(way: queries.WayBack) -> str:
    return _("Round %(round)d: %(move)s") % {"round": way.round, "move": way.text}


class Rewind(Act[Match]):
    """Take moves of a round back."""

    name = "rewind"
    title = gettext_lazy("Take moves back")
    explanation = gettext_lazy(
        "The round goes back to a choice, which waits again with a full new deadline. What the "
        "players have seen meanwhile they know. Pause the match first if somebody could move."
    )
    form_class = RewindForm

    def fits(self, target: Match) -> bool:
        """Return whether a round runs."""
        return runs(target) and target.rounds.filter(reason="").exists()

    def do(self, asked: Asked[Match]) -> None:
        """Take them back."""
        number, to_seq = asked.said["back"]
        services.rewind(asked.target, number, to_seq, why=why(asked), now=asked.now)


class SureForm(ToldForm):
    """A yes, and why."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, this match ends here for ever"))


class Abandon(Act[Match]):
    """End a match without a winner."""

    name = "abandon"
    title = gettext_lazy("Abandon the match")
    explanation = gettext_lazy(
        "It ends now, without ranks. Its seed and all that was dealt are open to everybody from "
        "then on, and nothing can follow."
    )
    form_class = SureForm

    def fits(self, target: Match) -> bool:
        """Return whether it runs."""
        return runs(target)

    def do(self, asked: Asked[Match]) -> None:
        """Abandon it."""
        services.abandon(asked.target, why=why(asked), now=asked.now)


class LetGoOn(Act[Match]):
    """Set a match going again that stood still."""

    name = "let-go-on"
    title = gettext_lazy("Let it go on")
    explanation = gettext_lazy(
        "For a match that stood still because its record was not good, once it is: it is verified "
        "again first. Its tables are made anew, and whoever had to decide has as much time left as "
        "when it was stopped."
    )

    def fits(self, target: Match) -> bool:
        """Return whether it stands still."""
        return bool(target.fault)

    def do(self, asked: Asked[Match]) -> None:
        """Verify it again; raises `MatchFaulted` while its log is not good."""
        services.let_go_on(asked.target, now=asked.now)


def runs(match: Match) -> bool:
    """Return whether a match is being played, and can be."""
    return match.state == Match.State.RUNNING and not match.fault
