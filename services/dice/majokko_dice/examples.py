"""Examples for OpenAPI. Answers are made by the real rules from written dice, so they stay true."""

from typing import Any

from majokko_dice import answers
from majokko_dice.asking import read_odds, read_roll
from majokko_dice.service import OddsTold, Rolled
from majokko_rules import descriptions, questions
from majokko_rules.chance import Scripted
from majokko_rules.fairness.drawing import (
    Committed,
    Contribution,
    StreamName,
    epoch_key,
    server_seed,
)
from majokko_rules.fairness.drawing.proofs import Proof

Examples = dict[str, Any]

_CHECK = {"system": "collapse", "value": 50, "bonus": 2}


def _named(**examples: tuple[str, object]) -> Examples:
    return {
        name: {"summary": summary, "value": value} for name, (summary, value) in examples.items()
    }


QUESTIONS = _named(
    notation=("Four dice, the best three", {"notation": "4d6kh3+2"}),
    command=("A chat command: exploding pool", {"notation": ".ww20a9+5"}),
    check=("A Magic Collapse check with two bonus dice", {"check": _CHECK, "locale": "ja"}),
)
ROLLS = QUESTIONS | _named(
    supplied=("Dice thrown at the table", {"notation": "4d6kh3", "faces": [6, 5, 5, 2]}),
    repeated=("Six separate results", {"notation": "3d6", "times": 6, "reason": "attributes"}),
)
BATCHES = _named(two=("Two rolls", {"items": [{"notation": "2d6"}, {"check": _CHECK}]}))


def _roll() -> answers.Json:
    asked = read_roll({"notation": "4d6kh3+2", "faces": [6, 5, 5, 2], "reason": "strength"})
    results = (asked.question.roll(Scripted(asked.faces or ())),)
    rolled = Rolled("rol_01KB9QW3Z2M5T8V4X6Y7ABCDEF", "supplied", asked, results)
    return answers.roll(rolled, None, "en")


def _odds() -> answers.Json:
    asked = read_odds({"check": {"system": "amgc", "stat": 4, "target": 2}})
    return answers.odds(OddsTold(asked, asked.question.odds()), exact=False)


def _proof() -> Proof:
    name = StreamName("default", "str_01KB9Q1V5S3V9D0QH3S3YB8N4E", 0)
    seed = server_seed(epoch_key(bytes(32), "2026-11-30"), name)
    player = Contribution("mem_01KB9Q20JZ8Z3V6C5W4X7Y9AKD", "my-cat.7")
    opened = Committed(name, seed).contribute(player).open()
    turn = opened.turn("roll")
    questions.of_notation("4d6kh3+2").roll(turn.chance)
    drawn = opened.record(turn, "4d6kh3+2")
    return opened.after(drawn).close([drawn]).proof()


ROLL = _roll()
PROOF = _proof()
ODDS = _odds()
BATCH = {"items": [ROLL]}
SYSTEM = descriptions.describe("amgc", "en")
SYSTEMS = {"items": [descriptions.describe("notation", "en")], "next_cursor": None}
KEYS = {
    "keys": [
        {
            "id": "2026-12-01-e5a72e02",
            "algorithm": "Ed25519",
            "public_key": "9a8df53789cab62bb48358001e63a73d261a556b1a74ae951d475cee1ca75f60",
            "not_before": "2026-12-01T00:00:00.000Z",
            "not_after": "2027-01-01T00:00:00.000Z",
        }
    ]
}
