"""The streams that tests draw from: those of the vectors, and a whole evening."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from majokko_rules.fairness.drawing import Committed, Open
from majokko_rules.fairness.verifying import Fault, Saved, verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
VECTORS: dict[str, Any] = json.loads((FIXTURES / "vectors" / "pf1.json").read_text("utf-8"))
V1 = VECTORS["V1_seed_commit_stream"]
V2 = VECTORS["V2_dice"]
V3 = VECTORS["V3_rejection"]
V4 = VECTORS["V4_shuffle"]
V5 = VECTORS["V5_hidden_deck"]
V6 = VECTORS["V6_transcript"]
V7 = VECTORS["V7_epoch_root"]
V8 = VECTORS["V8_secret_roll"]
BEACON = bytes.fromhex(V4["beacon"])
RANKS = "1112233445"
DECK = tuple(suit + rank for suit in "RYGBP" for rank in RANKS)


def dice_stream(pf1: ModuleType) -> Committed:
    """Return the stream of V1, committed."""
    name = pf1.StreamName(V1["tenant"], V1["stream"], V1["index"])
    seed = pf1.server_seed(bytes.fromhex(V1["epoch_key"]), name)
    stream: Committed = pf1.Committed(name, seed)
    return stream.contribute(pf1.Contribution("client", V1["client_seed_utf8"]))


def game(pf1: ModuleType) -> Committed:
    """Return the stream of V4, committed."""
    name = pf1.StreamName("tenant-a", "game-0001", 0)
    stream: Committed = pf1.Committed(name, pf1.server_seed(bytes.fromhex(V1["epoch_key"]), name))
    for label, seed in V4["client_seeds"]:
        stream = stream.contribute(pf1.Contribution(label, seed))
    return stream


def after(opened: Open, nonces: int) -> Open:
    """Return the state of a stream that has drawn some dice already."""
    for _ in range(nonces):
        opened = opened.after(opened.record(opened.turn("roll"), "0"))
    return opened


def proof_of_an_evening(pf1: ModuleType) -> dict[str, Any]:
    """Return the proof of two rolls, a secret one, a deck and the order of three seats."""
    stream, log = game(pf1).open(BEACON), []
    for request, sides in (("3d6", 6), ("2d20", 20), ("1d100", 100)):
        turn = stream.turn("roll")
        turn.chance.throw(1, 1)
        turn.chance.throw(int(request[0]), sides)
        keep = stream.record_secret if sides == 100 else stream.record
        log.append(keep(turn, f"1d1+{request}"))
        stream = stream.after(log[-1])
    drawn, _ = stream.deal(pf1.Deck("game-0001/deck", DECK[:12]))
    stream, log = stream.after(drawn), [*log, drawn]
    turn = stream.turn("seats")
    turn.chance.shuffle(["ann", "bea", "cho"])
    log.append(stream.record(turn, "seats"))
    return dict(stream.after(log[-1]).close(log).proof())


def bounds_of_a_shuffle(pf1: ModuleType, items: Sequence[str]) -> list[int]:
    """Return how many there are to choose from at each step."""
    bounds: list[int] = []

    def choose(bound: int) -> int:
        bounds.append(bound)
        return 0

    pf1.words.shuffled(items, choose)
    return bounds


def faults_of(proof: object, *saved: Saved) -> tuple[Fault, ...]:
    """Verify what a JSON reader would make of a proof."""
    return verify(json.loads(json.dumps(proof)), *saved)
