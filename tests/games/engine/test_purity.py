"""DESIGN.md: the engine imports a short list of the standard library and nothing else."""

import ast
from pathlib import Path

import pytest

import games.bots
import games.engine

ENGINE = Path(games.engine.__file__).parent
BOTS = Path(games.bots.__file__).parent
ALLOWED = {
    "__future__",
    "collections",
    "dataclasses",
    "datetime",
    "functools",
    "hashlib",
    "hmac",
    "json",
    "re",
    "struct",
    "typing",
}
FORBIDDEN_NAMES = {"open", "print", "input", "now", "utcnow", "today", "exec", "eval"}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(str(node.module))
    return names


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.name)
def test_the_engine_imports_its_short_list_alone(path: Path) -> None:
    assert {name.partition(".")[0] for name in imported(path)} <= ALLOWED


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.name)
def test_the_engine_has_no_clock_and_no_io(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        getattr(node.func, "id", getattr(node.func, "attr", None))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    assert not called & FORBIDDEN_NAMES


@pytest.mark.parametrize("path", sorted(BOTS.rglob("*.py")), ids=lambda path: path.name)
def test_bots_know_the_engine_alone(path: Path) -> None:
    known = {name for name in imported(path) if name.startswith("games")}
    assert {name for name in known if not f"{name}.".startswith("games.engine.")} == set()


@pytest.mark.parametrize(
    "path",
    # The tournament deals the cards, and chooses nothing.
    sorted(path for path in BOTS.rglob("*.py") if path.name != "tournament.py"),
    ids=lambda path: path.name,
)
def test_what_chooses_for_a_bot_knows_no_state_and_no_deal(path: Path) -> None:
    names = {
        alias.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert not names & {"MatchState", "RoundState", "deal", "evolve", "replay", "settle", "start"}
