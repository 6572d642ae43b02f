"""Players who go on, whatever the servers do: who gets no answer asks for the same move again."""

import random
import time
from collections import Counter
from typing import Any

import httpx

from tests.rehearsal.ground import Ground

PATIENCE = 90.0


class Players:
    """The people of one match, and what they were told."""

    def __init__(self, ground: Ground, url: str, table: dict[str, Any], seed: str) -> None:
        self.slug = table["slug"]
        self.made: set[tuple[int, int, str, str]] = set()
        """The moves that a player was told are made: round, seat, tile, on."""
        self.tried: set[tuple[int, int, str, str]] = set()
        self.statuses: Counter[int] = Counter()
        self._ground = ground
        self._tokens: dict[str, str] = table["tokens"]
        self._choices = random.Random(seed)
        self._client = httpx.Client(base_url=f"{url}/api/matches/{self.slug}", trust_env=False)
        self._client.timeout = httpx.Timeout(30)

    def play(self, moves: int) -> None:
        """Make so many moves, or all that there are."""
        with self._client:
            while len(self.made) < moves and self._move():
                pass

    def _move(self) -> bool:
        """Make a move; returns whether there may be another."""
        seat = next(iter(self._tokens))
        match = self._ask("GET", "/", seat)
        if match["state"] != "running":
            return False
        waiting = [row for row in match["rounds"] if str(row["waits_for"]) in self._tokens]
        if not waiting:
            self._ground.run("sweep")  # bots whose turn was lost, as beat has it done
            return True
        row = self._choices.choice(waiting)
        number, seat = row["number"], str(row["waits_for"])
        seen = self._ask("GET", f"/rounds/{number}/", seat)
        if seen["legal"]:
            command = self._choices.choice(seen["legal"])
            move = (number, int(seat), command.get("tile") or "", command.get("on") or "")
            self.tried.add(move)
            body = {"seq": seen["last_seq"], **command}
            if "head" in self._ask("POST", f"/rounds/{number}/moves/", seat, body):
                self.made.add(move)
        return True

    def _ask(self, method: str, path: str, seat: str, body: object = None) -> dict[str, Any]:
        """Return the answer, asked for until there is one."""
        headers = {"Authorization": f"Seat {self._tokens[seat]}"}
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self._client.request(method, path, headers=headers, json=body)
            except httpx.TransportError:
                time.sleep(0.1)
                continue
            self.statuses[answer.status_code] += 1
            if answer.status_code != 503:
                told: dict[str, Any] = answer.json()
                return told
            time.sleep(0.1)
        raise AssertionError(f"{method} {path}: no answer for {PATIENCE} s")
