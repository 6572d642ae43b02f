"""What programs ask for: a match, a round, a move, a record."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries, services
from games.api import refusals
from games.api.access import SeatAuthentication, find_match, may_make_tables, may_play
from games.api.making import read_table
from games.api.moves import BodyParser, read_move
from games.api.plans import plan_shape, read_plan
from games.api.refusals import Refused, nothing_here
from games.api.shapes import match_shape, view_shape
from games.api.talk import read_before, read_line, talk_shape
from games.engine import RoundNotDealt, RulesRefused
from games.queries import NoSuchRound
from games.record.export import export_match
from games.record.partial import export_partial
from games.services import MatchFaulted, MatchNotRunning
from games.tables import Match


class MatchesView(APIView):
    """What all answers have in common: who asks, JSON for every fault, no cache, no robots."""

    authentication_classes = [SeatAuthentication, SessionAuthentication]
    parser_classes = [BodyParser]

    def get_exception_handler(self) -> Any:
        """Return what answers to anything that is raised."""
        return refusals.answer

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Return the answer, which is nobody's to keep."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "no-store"
        final["X-Robots-Tag"] = "noindex"
        return final


class NewMatchView(MatchesView):
    """Where tables are made."""

    def post(self, request: Request) -> Response:
        """Make a table and say where it is; with the same key it is made once."""
        creator = may_make_tables(request)
        asked = read_table(request.data)
        try:
            match = services.create_match(
                creator,
                preset=asked.preset,
                options=asked.options,
                seats=asked.seats,
                turn_time=asked.turn_time,
                watchable=asked.watchable,
                hints=asked.hints,
                out_of_time=asked.out_of_time,
                stand_in=asked.stand_in,
                asked=f"api:{asked.key}" if asked.key else "",
                now=timezone.now(),
            )
        except RulesRefused as refused:
            name, sentence = refused.problems[0]
            raise Refused(422, "rules_refused", str(sentence), field=name) from None
        return Response({"match": match.slug}, status=201)


class MatchView(MatchesView):
    """A match: what was agreed, who sits there, where each round stands."""

    def get(self, request: Request, slug: str) -> Response:
        """Return the match as who asks may see it."""
        match, me = find_match(request, slug)
        shape = match_shape(
            match,
            queries.seats_of(match),
            list(match.rounds.order_by("number")),
            list(match.choices.all()),
            me,
            queries.public_head(match),
        )
        return Response(shape)


class RoundView(MatchesView):
    """A round as a seat, or a visitor, sees it."""

    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the round."""
        match, me = find_match(request, slug)
        if not match.rounds.filter(number=number).exists():
            raise NoSuchRound
        _check_readable(match)
        seen = queries.see_round(match, number, me.number if me else None)
        return Response(view_shape(seen))


class MovesView(MatchesView):
    """Where moves are sent."""

    def post(self, request: Request, slug: str, number: int) -> Response:
        """Make a move, and say what the last event is now; the same move again is one move."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        move = read_move(request.data, seat.number)
        _check_readable(match)
        if not match.rounds.filter(number=number).exists():
            running = match.state == Match.State.RUNNING
            raise RoundNotDealt(number) if running else MatchNotRunning
        played = services.play(
            seat, number, move.command, move.seq, said=move.said, now=timezone.now()
        )
        return Response({"head": played.head, "again": played.again})


class PlanView(MatchesView):
    """The plan of who asks, for a round or, where the address names none, for any."""

    def get(self, request: Request, slug: str, number: int | None = None) -> Response:
        """Return the plan; nobody else can ask for it."""
        _match, me = find_match(request, slug)
        seat = may_play(me)
        return Response(plan_shape(queries.plan_for(seat, number), number))

    def put(self, request: Request, slug: str, number: int | None = None) -> Response:
        """Put a plan in the place of the one before; the same again is one plan."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        asked = read_plan(request.data)
        _check_readable(match)
        services.make_plan(seat, number, asked.wishes, asked.otherwise, now=timezone.now())
        return Response(plan_shape(queries.plan_for(seat, number), number))

    def delete(self, request: Request, slug: str, number: int | None = None) -> Response:
        """Throw the plan away."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        _check_readable(match)
        services.drop_plan(seat, number, now=timezone.now())
        return Response(plan_shape(None, number))


class TalkView(MatchesView):
    """What is said at a table, for who sits there."""

    def get(self, request: Request, slug: str) -> Response:
        """Return the newest page of it, or the one before a line."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        return Response(talk_shape(queries.talk_page(match, seat, read_before(request))))

    def post(self, request: Request, slug: str) -> Response:
        """Say a line, and return the newest page; with the same key it is said once."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        words, key = read_line(request.data)
        services.say(seat, words, key, now=timezone.now())
        return Response(talk_shape(queries.talk_page(match, seat)))


class RecordView(MatchesView):
    """The record of a match that is over."""

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Send it line by line; of a match that runs there is none to have (R8.5)."""
        match, _me = find_match(request, slug)
        if not match.is_over:
            sentence = _("Its record holds every hand, so it can be had when the match is over.")
            raise Refused(409, "match_not_over", sentence, state=match.state)
        return StreamingHttpResponse(export_match(match), content_type="application/x-ndjson")


class PartialRecordView(MatchesView):
    """What a seat may know of its match so far."""

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Send it line by line; a match that has not begun has none, and one of no seat either."""
        match, me = find_match(request, slug)
        seat = may_play(me)
        if not match.head:
            raise MatchNotRunning
        lines = export_partial(match, seat.number)
        return StreamingHttpResponse(lines, content_type="application/x-ndjson")


class NoNumberView(MatchesView):
    """Addresses of a round that are none of a number, whatever match they name."""

    def initial(self, *_args: Any, **_kwargs: Any) -> None:
        """Refuse, whatever the method."""
        raise refusals.malformed("round", _("It is the number of a round."))


class NothingView(MatchesView):
    """Every other address."""

    def initial(self, *_args: Any, **_kwargs: Any) -> None:
        """Refuse, whatever the method."""
        raise nothing_here()


def _check_readable(match: Match) -> None:
    if match.fault:
        raise MatchFaulted
