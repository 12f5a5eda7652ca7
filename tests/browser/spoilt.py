"""False proofs by name: whatever the tests of the rules spoil, and some more."""

from collections.abc import Callable, Mapping
from typing import Any

from majokko_rules.fairness import drawing
from tests.rules.fairness import games, test_forms, test_verifying
from tests.rules.fairness.spoiling import FALSE, TRUE, Data, changed, other, put
from tests.rules.fairness.test_verifying import doubled, proof_of, removed, swapped


def renamed(proof: Data) -> None:
    proof["client_seeds"][1]["label"] = proof["client_seeds"][0]["label"]


def two_decks() -> Mapping[str, Any]:
    opened = drawing.Committed(drawing.StreamName("t", "s", 0), bytes(32)).open()
    first, _ = opened.deal(drawing.Deck("deck", ("a", "b")))
    second, _ = opened.after(first).deal(drawing.Deck("deck", ("a", "b")))
    return opened.after(first).after(second).close([first, second]).proof()


def without(name: str, draw: int | None = None) -> Callable[[Data], object]:
    def change(proof: Data) -> None:
        del (proof if draw is None else proof["draws"][draw])[name]

    return change


CHANGES: Mapping[str, Callable[[Data], object]] = {
    **{f"other {at}": put(at, other(at)) for at, _ in test_verifying.CHANGED},
    **{f"bound {n}": put("/draws/0/bounds/1", n) for n in (1, 5, 7, 12, 18, 2**32 - 1)},
    **{f"draw {n} removed": removed(n) for n in range(5)},
    **{f"draw {n} doubled": doubled(n) for n in range(5)},
    "draws swapped": swapped,
    "no draws": lambda proof: proof["draws"].clear(),
    "a value less": lambda proof: proof["draws"][0]["values"].pop(),
    "a value more": lambda proof: proof["draws"][0]["values"].append(1),
    "a label twice": renamed,
    "no client": lambda proof: proof["client_seeds"].clear(),
    "clients swapped": lambda proof: proof["client_seeds"].reverse(),
    "deck closed": lambda proof: proof["draws"][3].pop("deck"),
    "deck reversed": lambda proof: proof["draws"][3]["deck"]["cards"].reverse(),
    "deck empty": put("/draws/3/deck/cards", []),
    "deck rolled": put("/draws/3/purpose", "roll"),
    "deck with dice": put("/draws/3/bounds", [6]),
    "deck in secret": put("/draws/3/salt", FALSE),
    "deck of nobody": put("/draws/0/deck", {"id": "d", "cards": ["a"]}),
    "salt for nothing": put("/draws/0/salt", FALSE),
    "salt gone": lambda proof: proof["draws"][2].pop("salt"),
    "nonce of many digits": put("/draws/1/nonce", 2**64 - 1),
    **{f"no {name}": without(name) for name in TRUE},
    **{f"no {name} in a draw": without(name, 1) for name in TRUE["draws"][1]},
    "something more": put("/draws/1/a~1", 5),
    **{
        f"{at} is {value!r}": put(at, value)
        for at, row in test_forms.MALFORMED
        for value in row
        if not (isinstance(value, str) and "\\ud" in repr(value))
    },
}  # fmt: skip
SPOILT: Mapping[str, object] = {
    **{name: changed(change) for name, change in CHANGES.items()},
    "sealed for ever": proof_of("1d100", sealed=True),
    "a deck's id twice": two_decks(),
    **games.FALSE,
    "of nothing": {},
}
