"""A true proof, and ways to spoil it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from majokko_rules.fairness import drawing
from majokko_rules.fairness.verifying import Wrong
from tests.rules.fairness.samples import faults_of, proof_of_an_evening

Data = dict[str, Any]
TRUE = proof_of_an_evening(drawing)
FALSE = "ab" * 32


def changed(change: Callable[[Data], object]) -> Data:
    proof = deepcopy(TRUE)
    change(proof)
    return proof


def put(path: str, value: object) -> Callable[[Data], object]:
    """Return a change that puts `value` at a JSON pointer."""

    def change(proof: Data) -> None:
        *way, last = path.split("/")[1:]
        at: Any = proof
        for step in way:
            at = at[int(step) if isinstance(at, list) else step]
        at[int(last) if isinstance(at, list) else last] = value

    return change


def found(change: Callable[[Data], object]) -> list[tuple[str, Wrong]]:
    return [(fault.pointer, fault.wrong) for fault in faults_of(changed(change))]


def other(pointer: str) -> object:
    """Return what is right in form, yet not what stands at `pointer`."""
    at: Any = TRUE
    for step in pointer.split("/")[1:]:
        at = at[int(step) if isinstance(at, list) else step]
    return at % 3 + 1 if isinstance(at, int) else FALSE
