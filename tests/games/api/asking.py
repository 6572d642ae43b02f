"""A program that asks: with the link of a seat, signed in, or as nobody."""

import json
from typing import Any

from django.test import Client

from accounts.models import Player
from games import services
from games.engine import Command, PlaceTile
from games.tables import Match, Seat


class Program(Client):
    """Asks for JSON, and holds every answer to what all answers have in common."""

    def __init__(self, seat: Seat | None = None, player: Player | None = None) -> None:
        headers = {"Authorization": f"Seat {token_of(seat)}"} if seat else {}
        super().__init__(enforce_csrf_checks=True, headers=headers, raise_request_exception=False)
        if player is not None:
            self.force_login(player, backend="accounts.backends.PlayerBackend")

    def ask(self, address: str, status: int = 200) -> Any:
        return held(self.get(address), status)

    def send(self, address: str, body: Any, status: int = 200, **extra: Any) -> Any:
        text = body if isinstance(body, (bytes, str)) else json.dumps(body)
        kind = extra.pop("content_type", "application/json")
        return held(self.post(address, text, content_type=kind, **extra), status)


def held(answer: Any, status: int) -> Any:
    """Return the JSON of an answer that has this status."""
    assert answer.status_code == status, answer.content.decode()
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"
    body = json.loads(answer.content)
    if status >= 400:
        assert body["code"]
        assert body["sentence"]
        assert "Traceback" not in answer.content.decode()
    return body


def token_of(seat: Seat) -> str:
    return services.token(services.capability_for(seat))


def at(match: Match, *parts: object) -> str:
    return "/".join(["/api/matches", match.slug, *map(str, parts), ""])


def moves_at(match: Match, number: int = 1) -> str:
    return at(match, "rounds", number, "moves")


def body_of(command: Command, seq: int) -> dict[str, Any]:
    if isinstance(command, PlaceTile):
        return {"seq": seq, "tile": str(command.tile), "on": str(command.on)}
    return {"seq": seq, "pass": True}
