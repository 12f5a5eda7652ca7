"""A proof is written in one way; whatever else stands in it is told."""

import pytest

from majokko_rules.fairness.verifying import Wrong
from tests.rules.fairness.samples import faults_of
from tests.rules.fairness.spoiling import TRUE, found, put

MALFORMED: list[tuple[str, list[object]]] = [
    ("/scheme", ["pf2", "PF1", None]),
    ("/tenant", ["", "a b", "a" * 65, 5, "é"]),
    ("/index", [-1, 2**32, "0", 0.0, True, None]),
    ("/commitment", ["AB" * 32, "ab" * 31, "", "ab" * 32 + "\n", None]),
    ("/client_seeds", [None, {}, "[]"]),
    ("/client_seeds/0", [None, [], "tea"]),
    ("/client_seeds/0/seed", ["", "é", "a" * 65, 1]),
    ("/beacon", ["ab", None, "ab" * 33]),
    ("/draws", [None, {}, 5]),
    ("/draws/0", [None, [], 5]),
    ("/draws/0/nonce", [-1, "0", False, 2**64, 0.0]),
    ("/draws/0/request", [None, 5, "\ud800"]),
    ("/draws/0/bounds/0", [0, -6, 2**32, "6", True, 6.0]),
    ("/draws/0/values/1", [0, 2**32, "6", None, True, 1.0]),
    ("/draws/2/salt", [None, "", "AB" * 32]),
    ("/draws/3/deck", [None, []]),
    ("/draws/3/deck/cards/0", [None, 5, "\udfff"]),
]


@pytest.mark.parametrize(
    ("pointer", "value"), [(pointer, value) for pointer, row in MALFORMED for value in row]
)
def test_every_value_has_one_form(pointer: str, value: object) -> None:
    assert found(put(pointer, value)) == [(pointer, Wrong.MALFORMED)]


@pytest.mark.parametrize("proof", [None, [], "pf1", 5, {}])
def test_anything_else_than_a_proof_is_refused(proof: object) -> None:
    assert faults_of(proof)


@pytest.mark.parametrize("name", sorted(TRUE))
def test_no_member_may_be_missing(name: str) -> None:
    assert found(lambda proof: proof.pop(name)) == [(f"/{name}", Wrong.MISSING)]


@pytest.mark.parametrize(
    ("at", "pointer"),
    [
        ("/more", "/more"),
        ("/client_seeds/0/more", "/client_seeds/0/more"),
        ("/draws/1/more", "/draws/1/more"),
        ("/draws/3/deck/more", "/draws/3/deck/more"),
    ],
)
def test_nothing_may_be_added(at: str, pointer: str) -> None:
    assert found(put(at, "tea")) == [(pointer, Wrong.UNKNOWN)]


def test_a_pointer_escapes_the_names_it_meets() -> None:
    assert found(lambda proof: proof.update({"a/b~c": 1})) == [("/a~1b~0c", Wrong.UNKNOWN)]
