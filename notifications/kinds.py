"""When each kind of mail comes that can be switched off, in a sentence for who gets it."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.models import Kind

WHEN: Final[Mapping[Kind, str | Promise]] = {
    Kind.TURN: _("When it is your turn: the picture of the table, your hand, and until when."),
    Kind.REMINDER: _("When you have not played yet, at the times that you choose below."),
    Kind.TIMED_OUT: _("When your time is over and a bot has moved for you."),
    Kind.RAN_OUT: _("When a table waits for somebody whose time is over."),
    Kind.TIME_OFF: _("When somebody at your tables goes on holiday."),
    Kind.ROUND_OVER: _("When a round ends and no turn mail tells it: the points, and who begins."),
    Kind.OVER: _("When a match ends: who won, and where to watch it again."),
    Kind.MEMBER: _("When somebody sits down at your table, or a seat changes hands."),
    Kind.PAUSE: _("When a match is paused, and when it goes on."),
    Kind.CORRECTION: _("When an administrator has put something right at your table."),
    Kind.OFFER: _("When somebody asks the table for a pause, or to take a move back."),
    Kind.TALK: _("When something was said at your table and no turn mail has brought it in a day."),
    Kind.STOPPED: _("When something is wrong with a table and it waits for an administrator."),
    Kind.HOOK_OFF: _("When a webhook of yours did not answer for long and was switched off."),
    Kind.DIGEST: _(
        "The one mail a day, if you choose it above, and one for all that could not be mailed "
        "in time. Without it you get nothing of what it would tell."
    ),
}
