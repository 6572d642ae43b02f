"""Check the deals of a Chicken Foot match: python3 check_deals.py RECORD [FINGERPRINT].

It needs nothing but Python and trusts nobody. FINGERPRINT is what the table showed before the
match. Whether the moves follow the rules is not asked here.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path

text = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def shuffled(tiles, numbers):
    for last in range(len(tiles) - 1, 0, -1):
        fair = 2**64 - 2**64 % (last + 1)  # beyond it, some places would be likelier
        other = next(number for number in numbers if number < fair) % (last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def deal(rules, seats, words, seed, number, first):
    key = hmac.digest(seed, text({"round": number, "words": words}).encode(), "sha256")
    blocks = (hmac.digest(key, at.to_bytes(8, "big"), "sha256") for at in range(2**64))
    numbers = (int.from_bytes(b[at : at + 8], "big") for b in blocks for at in (0, 8, 16, 24))
    top, size = rules["highest"], rules["hand_size"]
    whole = [f"{low}-{high}" for low in range(top + 1) for high in range(low, top + 1)]
    starter, tiles = f"{top - number + 1}-{top - number + 1}", shuffled(list(whole), numbers)
    if rules["opening"] == "set_aside":
        first = (first + tiles.index(starter)) % seats
        tiles = shuffled([tile for tile in whole if tile != starter], numbers)
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(seats)]
    yard = tiles[seats * size :]
    return {"round": number, "starter": starter, "first": first, "hands": hands, "yard": yard}


sys.excepthook = lambda kind, *_: print("This is no record:", kind.__name__, file=sys.stderr)
path, *noted = sys.argv[1:]
lines = Path(path).read_bytes().splitlines()
if lines[:1] != [b'{"format":"chickenfoot-record","version":1}'] or b'"seed":' not in lines[-1]:
    sys.exit("This is not the whole record of a match that is over.")
events = [json.loads(line) for line in lines[1:]]
start, seed = events[0]["data"], bytes.fromhex(events[-1]["data"]["seed"])
promised, digest, lead = start["seed_commitment"], "", -1
for seq, event in enumerate(events, 1):
    sealed, data = event.pop("digest"), event["data"]
    digest = hashlib.sha256(f"{digest}\n{text(event)}".encode()).hexdigest()
    if sealed != digest or event["seq"] != seq:
        sys.exit(f"Event {seq} does not follow from the one before it: the record was changed.")
    if event["type"] == "round_dealt":
        number, side_by_side = data["round"], start["rules"]["pace"] == "side_by_side"
        first = (number - 1 if side_by_side else lead + 1) % start["seats"]
        if data != deal(start["rules"], start["seats"], start["words"], seed, number, first):
            sys.exit(f"Round {number} was not dealt from this secret number and these words.")
        lead = data["first"]
    elif event["type"] == "tile_played" and data["on"] is None:
        lead = data["seat"]
if hashlib.sha256(seed).hexdigest() != promised or promised not in (noted or [promised]):
    sys.exit("The secret number is not the one that the fingerprint promised.")
print(f"ok: {seq} events in an unbroken chain, every round dealt as promised by {promised}")
