"""Whatever goes wrong, the answer is JSON: a stable code, a sentence, and what it is about."""

from collections.abc import Mapping
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ErrorDetail
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.busy import RETRY_AFTER, is_busy
from accounts.errors import AccountError, TooManyAsks
from games import queries
from games.engine import EventMalformed, RulesRefused, RuleViolation
from games.queries import NoSuchRound, sentences
from games.services import (
    MatchFaulted,
    MatchNotRunning,
    ServiceError,
    TableRefused,
    TooTalkative,
    WordsRefused,
)
from games.tables import Match

log = structlog.get_logger()
UNREADABLE: Final = (EventMalformed, RulesRefused)
USUAL: Final = {
    400: ("malformed", gettext_lazy("This could not be read as a request.")),
    403: ("forbidden", gettext_lazy("This is not open to you.")),
    404: ("not_found", gettext_lazy("There is nothing here.")),
    413: ("too_large", gettext_lazy("This is larger than anything that can be asked for here.")),
    500: ("fault", gettext_lazy("The server has made a mistake; it has been noted down.")),
    503: (
        "busy",
        gettext_lazy(
            "The server is busy or restarts. Ask again in a moment: a move is made once, "
            "however often it is sent."
        ),
    ),
}
"""What a program is told by status where there is nothing better to say: code and sentence."""


class Refused(Exception):
    """What the API refuses by itself."""

    def __init__(self, status: int, code: str, sentence: str, **about: object) -> None:
        super().__init__(code)
        self.status = status
        self.body = {"code": code, **about, "sentence": sentence}


def malformed(field: str, sentence: str) -> Refused:
    """Return the refusal of a field that is missing or holds what it cannot hold: 400."""
    readable = field.encode(errors="backslashreplace").decode()  # JSON may name half a letter
    return Refused(400, "malformed", sentence, field=readable)


def usual(status: int) -> dict[str, str]:
    """Return the body of an answer of this status that no view of the API has given."""
    code, sentence = USUAL[status]
    return {"code": code, "sentence": str(sentence)}


def nothing_here() -> Refused:
    """Return the one answer for what there is not and for what the asker may not see: 404."""
    return Refused(404, **usual(404))


def answer(fault: Exception, context: Mapping[str, Any]) -> Response:
    """Return the answer to anything that was raised; REST framework calls it."""
    set_rollback()
    match fault:
        case Refused():
            return Response(fault.body, status=fault.status)
        case RuleViolation() if not isinstance(fault, UNREADABLE):
            return _of_rule(fault, context)
        case ServiceError() | AccountError():
            return _of_service(fault, _about(fault, context))
        case NoSuchRound():
            sentence = _("This table has no such round yet.")
            about = {"code": "no_such_round", "field": "round", "sentence": sentence}
            return Response(about, status=404)
        case EventMalformed() | RulesRefused():
            return _of_service(MatchFaulted(), {})
    return _of_framework(fault, context)


def _of_rule(violation: RuleViolation, context: Mapping[str, Any]) -> Response:
    """Say which rule; a match is always named in the address of a move."""
    match = queries.match_by_slug(context["kwargs"]["slug"])
    names = queries.names_of(queries.seats_of(match)) if match else []
    body = {
        "code": violation.code,
        "clause": violation.clause,
        "params": {name: _plain(value) for name, value in violation.params.items()},
        "sentence": sentences.refusal(violation, names),
    }
    return Response(body, status=422)


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, int) else str(value)


def _about(refused: ServiceError | AccountError, context: Mapping[str, Any]) -> dict[str, object]:
    """Return what a program is told beside the code and the sentence of a refusal."""
    match refused:
        case MatchNotRunning():
            return {"state": _state(context)}
        case WordsRefused():
            return {"field": "words"}
        case TableRefused():
            return {"field": refused.field}
    return {}


def _of_service(refused: ServiceError | AccountError, about: Mapping[str, object]) -> Response:
    body = {"code": refused.code, **about, "sentence": str(refused.sentence)}
    headers = {}
    if isinstance(refused, TooTalkative | TooManyAsks):
        headers["Retry-After"] = str(refused.wait)
    return Response(body, status=refused.status, headers=headers)


def _state(context: Mapping[str, Any]) -> str | None:
    found = Match.objects.filter(slug=context["kwargs"]["slug"])
    return found.values_list("state", flat=True).first()


def _of_framework(fault: Exception, context: Mapping[str, Any]) -> Response:
    """Answer what Django and REST framework raise; anything else is a fault of ours."""
    match fault:
        case Http404():
            return Response(usual(404), status=404)
        case PermissionDenied():
            return Response(usual(403), status=403)
        case RequestDataTooBig():
            return Response(usual(413), status=413)
        case SuspiciousOperation():
            return Response(usual(400), status=400)
        case APIException():
            return _of_api(fault)
    if is_busy(fault):
        return Response(usual(503), status=503, headers={"Retry-After": str(RETRY_AFTER)})
    log.error("api_fault", path=context["request"].path, exc_info=fault)
    return Response(usual(500), status=500)


def _of_api(fault: APIException) -> Response:
    detail = fault.detail
    code = detail.code if isinstance(detail, ErrorDetail) else fault.default_code
    headers = {}
    if header := getattr(fault, "auth_header", None):
        headers["WWW-Authenticate"] = header
    body = {"code": code, "sentence": str(detail)}
    return Response(body, status=fault.status_code, headers=headers)
