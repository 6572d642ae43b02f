"""The subject that all mails about one match share, for each of its receivers."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.tables import Match
from notifications.letters import Recipient
from notifications.models import Notice


def subject(match: Match, to: Recipient) -> str:
    """Return the subject of the first mail they had about it: names and languages may change."""
    sent = Notice.objects.filter(match=match).exclude(subject="").order_by("pk")
    mine = sent.filter(player=to.player) if to.player else sent.none()
    first = mine.first() or sent.filter(address__iexact=to.address).first()
    if first is not None:
        return first.subject
    made = timezone.localtime(match.created_at)
    words = {"day": date_format(made, pgettext("the day of a table", "j F"))}
    if match.creator is None:
        return _("Chicken Foot: the table of %(day)s") % words
    words |= {"name": match.creator.display_name}
    return _("Chicken Foot: %(name)s’s table of %(day)s") % words
