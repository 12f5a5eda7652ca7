"""The verifier says what is wrong with a proof, and where."""

from collections.abc import Callable

import pytest

from majokko_rules.fairness import drawing
from majokko_rules.fairness.verifying import Fault, Saved, Wrong
from tests.rules.fairness.samples import faults_of
from tests.rules.fairness.spoiling import FALSE, TRUE, Data, changed, found, other, put


def test_a_true_proof_has_no_fault() -> None:
    assert faults_of(TRUE) == ()
    assert [draw["purpose"] for draw in TRUE["draws"]] == ["roll", "roll", "roll", "deck", "seats"]


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


@pytest.mark.parametrize(
    ("pointer", "value", "fault"),
    [
        ("/draws/3/purpose", "roll", ("/draws/3/purpose", Wrong.DECK)),
        ("/draws/3/bounds", [6], ("/draws/3/bounds", Wrong.DECK)),
        ("/draws/3/bounds", [6], ("/draws/3/values", Wrong.COUNT)),
        ("/draws/3/values", [6], ("/draws/3/values", Wrong.COUNT)),
        ("/draws/3/salt", FALSE, ("/draws/3/salt", Wrong.UNKNOWN)),
        ("/draws/3/deck/cards", [], ("/draws/3/deck/cards", Wrong.MALFORMED)),
        (
            "/draws/3/deck/cards",
            TRUE["draws"][3]["deck"]["cards"][::-1],
            ("/draws/3/request", Wrong.DECK),
        ),
        ("/draws/0/deck", {"id": "d", "cards": ["a"]}, ("/draws/0/request", Wrong.DECK)),
        ("/draws/0/salt", FALSE, ("/draws/0/salt", Wrong.SALT)),
    ],
)
def test_a_deck_is_all_or_nothing(pointer: str, value: object, fault: tuple[str, Wrong]) -> None:
    assert fault in found(put(pointer, value))


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
    assert drawing_verified(Saved(commitment=FALSE), Saved(closing=FALSE)) == [
        ("/commitment", Wrong.NOT_SAVED, FALSE),
        ("/closing", Wrong.NOT_SAVED, FALSE),
    ]


def drawing_verified(*saved: Saved) -> list[tuple[str, Wrong, str]]:
    faults = faults_of(TRUE, *saved)
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
