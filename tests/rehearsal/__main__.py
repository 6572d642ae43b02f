"""`make rehearse`: whole matches by mail against the real servers."""

import argparse
import sys
import time

from tests.rehearsal.course import Plan
from tests.rehearsal.stage import rehearse


def main() -> None:
    """Play what was asked for and say how it went."""
    parser = argparse.ArgumentParser(prog="make rehearse", description=__doc__)
    parser.add_argument("--match", choices=["in_turn", "side_by_side", "both"], default="both")
    parser.add_argument("--rounds", type=int, help="instead of three in turn, ten side by side")
    asked = parser.parse_args()
    began = time.monotonic()

    def say(line: str) -> None:
        sys.stdout.write(f"{time.monotonic() - began:6.1f} s  {line}\n")
        sys.stdout.flush()

    rounds = {"in_turn": asked.rounds or 3, "side_by_side": asked.rounds or 10}
    plans = [Plan(pace, n) for pace, n in rounds.items() if asked.match in {pace, "both"}]
    rehearse(plans, say)
    say("every match was played to its end, and all is as it should be")


if __name__ == "__main__":
    main()
