"""The verifier says what is wrong with a proof, and where."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from majokko_rules.fairness import drawing
from majokko_rules.fairness.verifying import Fault, Saved, Wrong
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


def test_a_true_proof_has_no_fault() -> None:
    assert faults_of(TRUE) == ()
    assert [draw["purpose"] for draw in TRUE["draws"]] == ["roll", "roll", "roll", "deck", "seats"]


# --- form ------------------------------------------------------------------------------------

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


# --- content ---------------------------------------------------------------------------------

CHANGED = [  # what is changed · where the verifier sees it
    ("/tenant", [("/commitment", Wrong.COMMITMENT)]),
    ("/stream", [("/commitment", Wrong.COMMITMENT)]),
    ("/index", [("/commitment", Wrong.COMMITMENT)]),
    ("/commitment", [("/commitment", Wrong.COMMITMENT)]),
    ("/server_seed", [("/commitment", Wrong.COMMITMENT)]),
    ("/client_seeds/0/label", [("/genesis", Wrong.GENESIS)]),
    ("/client_seeds/1/seed", [("/genesis", Wrong.GENESIS)]),
    ("/beacon", [("/genesis", Wrong.GENESIS)]),
    ("/genesis", [("/genesis", Wrong.GENESIS)]),
    ("/draws/1/nonce", [("/draws/1/nonce", Wrong.GAP)]),
    ("/draws/1/request", [("/draws/1/head", Wrong.HEAD)]),
    ("/draws/1/values/1", [("/draws/1/values/1", Wrong.VALUE), ("/draws/1/head", Wrong.HEAD)]),
    ("/draws/1/head", [("/draws/1/head", Wrong.HEAD)]),
    ("/draws/2/salt", [("/draws/2/salt", Wrong.SALT), ("/draws/2/head", Wrong.HEAD)]),
    ("/draws/2/values/1", [("/draws/2/values/1", Wrong.VALUE), ("/draws/2/head", Wrong.HEAD)]),
    ("/draws/3/request", [("/draws/3/request", Wrong.DECK), ("/draws/3/head", Wrong.HEAD)]),
    ("/draws/3/deck/id", [("/draws/3/request", Wrong.DECK)]),
    ("/draws/3/deck/cards/4", [("/draws/3/request", Wrong.DECK)]),
    ("/draws/4/head", [("/draws/4/head", Wrong.HEAD)]),
    ("/closing", [("/closing", Wrong.CLOSING)]),
]


@pytest.mark.parametrize(("pointer", "faults"), CHANGED)
def test_a_change_is_named_where_it_was_made(pointer: str, faults: list[tuple[str, Wrong]]) -> None:
    assert found(put(pointer, other(pointer))) == faults


def test_a_bound_is_bound_even_where_no_value_changes() -> None:
    """A word often gives the same face on a larger die, and no head names the die: the hash that
    was published at the close does.
    """
    larger = [found(put("/draws/0/bounds/1", sides)) for sides in range(12, 600, 6)]
    unseen = [faults for faults in larger if Wrong.VALUE not in dict(faults).values()]

    assert unseen
    assert all(faults == [("/closing", Wrong.CLOSING)] for faults in unseen)


def removed(at: int) -> Callable[[Data], object]:
    return lambda proof: proof["draws"].pop(at)


def doubled(at: int) -> Callable[[Data], object]:
    return lambda proof: proof["draws"].insert(at, proof["draws"][at])


def swapped(proof: Data) -> None:
    proof["draws"][0], proof["draws"][1] = proof["draws"][1], proof["draws"][0]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (removed(0), ("/draws/0/nonce", Wrong.GAP)),
        (removed(1), ("/draws/1/nonce", Wrong.GAP)),
        (removed(4), ("/closing", Wrong.CLOSING)),
        (doubled(1), ("/draws/2/nonce", Wrong.GAP)),
        (doubled(4), ("/draws/5/nonce", Wrong.GAP)),
        (swapped, ("/draws/0/nonce", Wrong.GAP)),
    ],
)
def test_draws_stand_in_order_without_a_gap(
    change: Callable[[Data], object], fault: tuple[str, Wrong]
) -> None:
    assert fault in found(change)


def test_each_bound_has_a_value() -> None:
    faults = found(lambda proof: proof["draws"][0]["values"].pop())

    assert faults[0] == ("/draws/0/values", Wrong.COUNT)


def test_a_contributor_speaks_once() -> None:
    def again(proof: Data) -> None:
        proof["client_seeds"][1]["label"] = "seat-0"

    assert found(again)[0] == ("/client_seeds/1/label", Wrong.REPEATED)


# --- what a dishonest server would try -------------------------------------------------------


def proof_of(*requests: str, sealed: bool = False) -> Data:
    """Return the proof of a stream of secret rolls; `sealed` leaves them closed."""
    name = drawing.StreamName("t", "s", 0)
    opened = drawing.Committed(name, bytes(32)).open()
    log = []
    for request in requests:
        turn = opened.turn("roll")
        turn.chance.throw(1, 100)
        log.append(opened.record_secret(turn, request))
        opened = opened.after(log[-1])
    proof: Data = dict(opened.close(log).proof())
    if sealed:
        _seal(proof, opened)
    return proof


def _seal(proof: Data, opened: drawing.Open) -> None:
    """Show the one secret roll as a public one that asked for `secret:…` and threw no dice."""
    draw = proof["draws"][0]
    salt = bytes.fromhex(draw.pop("salt"))
    hidden = drawing.transcript.secret_commitment(salt, draw["request"], draw["values"])
    draw |= {"request": f"secret:{hidden.hex()}", "bounds": [], "values": []}
    bare = drawing.Drawn(0, "roll", draw["request"], (), (), opened.head)
    proof["closing"] = drawing.transcript.closing(opened.head, [bare]).hex()


def test_no_secret_roll_may_stay_secret() -> None:
    assert faults_of(proof_of("1d100")) == ()
    assert faults_of(proof_of("1d100", sealed=True)) == (Fault("/draws/0/request", Wrong.SEALED),)


def test_a_deck_is_opened_at_the_end() -> None:
    faults = found(lambda proof: proof["draws"][3].pop("deck"))

    assert faults == [("/draws/3/deck", Wrong.NOT_OPENED)]


def test_the_id_of_a_deck_serves_once() -> None:
    """Two decks with one id share their salts: a card of the one opens the other."""
    opened = drawing.Committed(drawing.StreamName("t", "s", 0), bytes(32)).open()
    deck, log = drawing.Deck("deck", ("a", "b")), list[drawing.Drawn]()
    for _ in range(2):
        drawn, _dealt = opened.deal(deck)
        opened, log = opened.after(drawn), [*log, drawn]

    assert faults_of(opened.close(log).proof()) == (Fault("/draws/1/deck/id", Wrong.REPEATED),)


# --- what somebody saved ---------------------------------------------------------------------


def saved_of(proof: Data) -> Saved:
    return Saved(
        commitment=proof["commitment"],
        seeds={each["label"]: each["seed"] for each in proof["client_seeds"]},
        heads={draw["nonce"]: draw["head"] for draw in proof["draws"]},
        closing=proof["closing"],
    )


def test_a_proof_is_held_against_what_was_saved() -> None:
    assert drawing_verified(Saved()) == []
    assert drawing_verified(saved_of(TRUE)) == []


def drawing_verified(saved: Saved) -> list[tuple[str, Wrong, str]]:
    faults = faults_of(TRUE, saved)
    return [(fault.pointer, fault.wrong, fault.expected) for fault in faults]


@pytest.mark.parametrize(
    ("saved", "pointer", "expected"),
    [
        (Saved(commitment=FALSE), "/commitment", FALSE),
        (Saved(closing=FALSE), "/closing", FALSE),
        (Saved(seeds={"seat-0": "tea"}), "/client_seeds", "seat-0 tea"),
        (Saved(seeds={"seat-7": "alice-entropy"}), "/client_seeds", "seat-7 alice-entropy"),
        (Saved(heads={1: FALSE}), "/draws/1/head", FALSE),
        (Saved(heads={5: FALSE}), "/draws", FALSE),
    ],
)
def test_a_true_proof_of_something_else_is_found(saved: Saved, pointer: str, expected: str) -> None:
    assert drawing_verified(saved) == [(pointer, Wrong.NOT_SAVED, expected)]


def test_what_was_saved_counts_beside_a_false_commitment() -> None:
    proof = changed(put("/commitment", FALSE))

    wrong = [fault.wrong for fault in faults_of(proof, saved_of(TRUE))]

    assert wrong == [Wrong.NOT_SAVED, Wrong.COMMITMENT]
