"""Programs of others at work: `python peers.py NAME` in the environment that has them.

Each line that it reads says how many games to play, or how often to do its work, and is answered
with how many moves, or times, that was.
"""

import sys
from functools import cache
from importlib import import_module
from random import choice
from typing import Any


def dominoes_moves(games: int) -> int:
    """Play the package `dominoes`: four hands, one chain, no yard; a pass counts as a move."""
    import dominoes  # type: ignore[import-not-found]  # noqa: PLC0415 - only if it is to play

    moves = 0
    for _ in range(games):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*choice(game.valid_moves))
        moves += len(game.moves)
    return moves


def open_spiel_moves(games: int) -> int:
    """Play OpenSpiel's `python_block_dominoes`; each tile that it deals counts as a move."""
    import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415

    # Importing the game makes it known to the loader.
    import_module("open_spiel.python.games.block_dominoes")
    game, moves = pyspiel.load_game("python_block_dominoes"), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves


def aggregate_saves(times: int) -> int:
    """Load an aggregate and save one more event of it, with `eventsourcing`.

    It has 490 events at first, and 550 after half of the times that a measurement asks for.
    """
    application, aggregate_id = _aggregate(490)
    for number in range(times):
        aggregate = application.repository.get(aggregate_id)
        aggregate.happen(text=EVENT_TEXT, number=number)
        application.save(aggregate)
    return times


def aggregate_loads(times: int) -> int:
    """Rebuild an aggregate of 600 events, with `eventsourcing`."""
    application, aggregate_id = _aggregate(600)
    for _ in range(times):
        application.repository.get(aggregate_id)
    return times


EVENT_TEXT = '{"on":"4-9","round":10,"seat":3,"tile":"4-6"}'


@cache
def _aggregate(events: int) -> Any:
    """Return an application on the database that the environment names, and an aggregate of it."""
    from eventsourcing.application import Application  # type: ignore[import-not-found]  # noqa: PLC0415
    from eventsourcing.domain import Aggregate, event  # type: ignore[import-not-found]  # noqa: PLC0415

    class Table(Aggregate):  # type: ignore[misc]
        def __init__(self) -> None:
            self.last = ("", 0)

        @event("Happened")  # type: ignore[untyped-decorator]
        def happen(self, text: str, number: int) -> None:
            self.last = (text, number)

    application = Application(env={"PERSISTENCE_MODULE": "eventsourcing.postgres"})
    aggregate = Table()
    for number in range(events - 1):
        aggregate.happen(text=EVENT_TEXT, number=number)
    application.save(aggregate)
    return application, aggregate.id


PEERS = {
    "dominoes": dominoes_moves,
    "open_spiel": open_spiel_moves,
    "aggregate_saves": aggregate_saves,
    "aggregate_loads": aggregate_loads,
}

if __name__ == "__main__":
    play = PEERS[sys.argv[1]]
    for line in sys.stdin:
        print(play(int(line)), flush=True)
