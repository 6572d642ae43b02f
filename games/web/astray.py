"""The answers to addresses of a replay that lead nowhere: each says where its reader can go on."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.problems import problem
from games import queries
from games.queries import NoSuchStep
from games.web.reels import Reader


def no_such_step(
    request: HttpRequest, reader: Reader, reel: int | None, status: int
) -> HttpResponse:
    """Say which steps a reel has, and lead to its last one and to its first."""
    try:
        last = queries.last_step(reader.match, reel)
    except NoSuchStep:
        return _no_such_reel(request, reader)
    if not last:
        return no_such_place(request, reader)
    return problem(
        request,
        status,
        _("There is no such step"),
        _("The steps of this replay go from 0 to %(last)s.") % {"last": last},
        advice=_("Look at one of them."),
        link=reader.at(reel, last),
        link_text=_("To the last step"),
        also=[(reader.at(reel, 0), _("To the first step"))],
    )


def no_such_round(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Say which round is the last that there is, and lead to its end."""
    last = reader.match.rounds.count()
    sentence = _("The last round that was dealt is round %(number)s.") % {"number": last}
    return _to_replay(request, reader, _("There is no such round"), sentence)


def no_such_place(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Answer what is no address of a step or a round at all."""
    return _to_replay(request, reader, sentence=_("An address of this replay was mistyped or cut."))


def _no_such_reel(request: HttpRequest, reader: Reader) -> HttpResponse:
    sentence = _("Its rounds are played one after the other, so each is replayed by itself.")
    return _to_replay(request, reader, sentence=sentence)


def _to_replay(
    request: HttpRequest, reader: Reader, title: str = "", sentence: str = ""
) -> HttpResponse:
    last = reader.match.rounds.count()
    if not last:
        return _never_dealt(request, reader)
    return problem(
        request,
        404,
        title,
        sentence,
        advice=_("Go on from where the replay opens."),
        link=reader.last_of(last),
        link_text=_("To the replay"),
    )


def _never_dealt(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Answer for a match that was over before it had a round, as a record may say of one."""
    return problem(
        request,
        404,
        _("There is nothing to replay"),
        _("This match was over before its first round was dealt."),
        advice=_("Its result and its record are still there."),
        link=reverse("games:match", args=[reader.match.slug]),
        link_text=_("To the result"),
    )
