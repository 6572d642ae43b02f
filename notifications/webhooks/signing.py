"""Signs what is posted, as the Standard Webhooks specification says."""

import base64
import hashlib
import hmac


def headers(message_id: str, timestamp: int, body: bytes, secret: str) -> dict[str, str]:
    """Return the headers by which a receiver knows who posted this, when, and that it is whole."""
    return {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": signature(message_id, timestamp, body, secret),
    }


def signature(message_id: str, timestamp: int, body: bytes, secret: str) -> str:
    """Return `v1,` and the HMAC-SHA256 over id, time (seconds) and body, in base64."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"
