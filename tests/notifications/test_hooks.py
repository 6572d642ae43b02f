"""Bounces, complaints and replies as mail services tell them, in their own payloads."""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from anymail import signals
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.signals import AnymailTrackingEvent
from anymail.webhooks.mailgun import MailgunTrackingWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView, PostmarkTrackingWebhookView
from anymail.webhooks.sendgrid import SendGridTrackingWebhookView
from django.http import HttpResponseBase
from django.test import RequestFactory
from pytest_django import Settings

from notifications import hooks
from notifications.models import BouncingAddress
from tests.notifications.replies.conftest import LayTable, _incoming, lay  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db

Tell = Callable[[], HttpResponseBase]

SECRET = "us:secret"
ADDRESS = "ana@example.com"


@pytest.fixture(autouse=True)
def _connected(settings: Settings) -> Any:
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
    hooks.connect()
    yield
    signals.tracking.disconnect(hooks._tracked)
    signals.inbound.disconnect(hooks._came_in)


def call(view: Any, payload: Any, secret: str = SECRET) -> HttpResponseBase:
    request = RequestFactory().post(
        "/anymail/",
        json.dumps(payload),
        "application/json",
        headers={"Authorization": f"Basic {b64encode(secret.encode()).decode()}"},
    )
    answer: HttpResponseBase = view.as_view()(request)
    return answer


def postmark(kind: str, details: str = "") -> HttpResponseBase:
    record = "SpamComplaint" if kind == "SpamComplaint" else "Bounce"
    return call(
        PostmarkTrackingWebhookView,
        {
            "RecordType": record,
            "Type": kind,
            "ID": 1,
            "Email": ADDRESS,
            "Details": details,
            "BouncedAt": "2026-03-02T12:00:00Z",
        },
    )


def sendgrid(event: str, reason: str) -> HttpResponseBase:
    return call(
        SendGridTrackingWebhookView,
        [{"email": ADDRESS, "timestamp": 1772452800, "event": event, "reason": reason}],
    )


def mailgun(event: str, severity: str, code: int, message: str) -> HttpResponseBase:
    stamp, token = "1772452800", "t" * 50
    signature = hmac.new(b"key", (stamp + token).encode(), hashlib.sha256).hexdigest()
    return call(
        MailgunTrackingWebhookView,
        {
            "signature": {"timestamp": stamp, "token": token, "signature": signature},
            "event-data": {
                "event": event,
                "severity": severity,
                "reason": "bounce",
                "timestamp": 1772452800.0,
                "recipient": ADDRESS,
                "delivery-status": {"code": code, "message": message},
            },
        },
    )


def stopped() -> list[tuple[str, str]]:
    return list(BouncingAddress.objects.values_list("address", "reason"))


def test_hard_bounces_stop_mail_whichever_service_tells() -> None:
    services: list[Tell] = [
        lambda: postmark("HardBounce", "smtp;550 5.1.1 no such user"),
        lambda: sendgrid("bounce", "550 5.1.1 The email account does not exist"),
        lambda: mailgun("failed", "permanent", 550, "5.1.1 The email account does not exist"),
    ]
    for tell in services:
        BouncingAddress.objects.all().delete()
        assert tell().status_code == 200
        assert stopped() == [(ADDRESS, "bounce")]


def test_complaints_stop_mail_whichever_service_tells() -> None:
    services: list[Tell] = [
        lambda: postmark("SpamComplaint"),
        lambda: sendgrid("spamreport", ""),
        lambda: mailgun("complained", "", 0, ""),
    ]
    for tell in services:
        BouncingAddress.objects.all().delete()
        assert tell().status_code == 200
        assert stopped() == [(ADDRESS, "complaint")]


@pytest.mark.parametrize("recipient", [None, "", "nobody", "x" * 300, "a\0b@example.org"])
def test_what_names_no_address_stops_nothing(recipient: str | None) -> None:
    event = AnymailTrackingEvent(event_type="complained", recipient=recipient)
    signals.tracking.send(sender=None, event=event, esp_name="any")
    assert not BouncingAddress.objects.exists()


def test_what_may_pass_stops_nothing() -> None:
    postmark("SoftBounce", "smtp;552 5.2.2 mailbox full")
    sendgrid("deferred", "450 4.2.1 try later")
    mailgun("failed", "temporary", 450, "4.2.1 try later")
    assert stopped() == []


def test_a_call_without_the_secret_is_refused() -> None:
    payload = {"RecordType": "Bounce", "Type": "HardBounce", "ID": 1, "Email": ADDRESS}
    with pytest.raises(AnymailWebhookValidationFailure):
        call(PostmarkTrackingWebhookView, payload, secret="no:no")
    assert stopped() == []


def test_a_reply_may_come_by_a_service(lay: LayTable) -> None:  # noqa: F811 - a fixture
    table = lay()
    (choice,) = table.choices()
    payload = {
        "FromFull": {"Email": "ana@example.org", "Name": "Ana"},
        "OriginalRecipient": table.address,
        "To": table.address,
        "Headers": [
            {"Name": "Message-ID", "Value": "<1@example.org>"},
            {"Name": "Return-Path", "Value": "<ana@example.org>"},
        ],
        "Subject": "Re: your turn",
        "TextBody": table.sensible_line(choice),
    }
    assert call(PostmarkInboundWebhookView, payload).status_code == 200
    assert choice not in table.choices()
    nobody = {**payload, "OriginalRecipient": "nobody@play.example.org"}
    assert call(PostmarkInboundWebhookView, nobody).status_code == 200
