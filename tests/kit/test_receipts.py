"""What a receipt proves, checked by us and by the program that docs/receipts.md gives strangers."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_kit.receipts import (
    Fault,
    KeyRing,
    PublicKey,
    Receipt,
    Receipts,
    Statement,
    canonical,
    verify,
)
from majokko_kit.secret import Secret

DOCS = Path(__file__).parents[2] / "docs"
NOW = 1_795_996_800_125  # 2026-11-30T00:00:00.125Z
STATEMENT: Statement = {
    "id": "rol_01KB9Q1V5S3V9D0QH3S3YB8N4E",
    "tenant": "default",
    "source": "signed",
    "request": "5f" * 32,
    "results": [{"notation": "3d6[火]", "total": 11, "dice": [[6, 4], [6, 1], [6, 6]]}],
}


class Desk:
    """Receipts with a clock of their own, and what a stranger needs to check them."""

    def __init__(self, folder: Path) -> None:
        self.now = NOW
        self.keys = KeyRing(Secret(bytes(32)), folder, lambda: self.now)
        self.rotations = folder / "rotations"
        self.receipts = Receipts(self.keys, lambda: self.now)

    async def seal(self, count: int) -> Sequence[Receipt]:
        """Seal so many different statements in one turn."""
        statements = [{**STATEMENT, "id": f"rol_{i:026}"} for i in range(count)]
        return await asyncio.gather(*map(self.receipts.seal, statements))

    def faults(self, receipt: Mapping[str, object]) -> Sequence[str]:
        return [f"{fault.code} {fault.pointer}" for fault in verify(receipt, self.listed)]

    @property
    def listed(self) -> Sequence[PublicKey]:
        return self.keys.public_keys()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


Genuine = Callable[[Any, Any], bool]


@pytest.fixture(scope="module")
def genuine() -> Genuine:
    """The verifier printed in docs/receipts.md."""
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / "receipts.md").read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - our own page
    verifier: Genuine = names["genuine"]
    return verifier


@pytest.mark.parametrize("together", [*range(1, 18), 100])
async def test_a_receipt_convinces_us_and_a_stranger(
    desk: Desk, genuine: Genuine, together: int
) -> None:
    receipts = await desk.seal(together)

    keys = [key.document() for key in desk.listed]
    assert [desk.faults(receipt) for receipt in receipts] == [[]] * together
    assert all(genuine(json.loads(json.dumps(receipt)), keys) for receipt in receipts)


async def test_a_receipt_says_what_was_sworn_when_and_by_which_key(desk: Desk) -> None:
    receipt = await desk.receipts.seal(STATEMENT)

    assert receipt.items() >= STATEMENT.items()
    assert (receipt["v"], receipt["time"]) == (1, "2026-11-30T00:00:00.125Z")
    assert receipt["key"] == desk.keys.at(NOW).id


async def test_receipts_of_one_turn_share_a_signature(desk: Desk) -> None:
    first = await desk.seal(6)
    desk.now += 1
    second = await desk.seal(6)

    assert len({_proof(receipt)["signature"] for receipt in first}) == 1
    assert [_proof(receipt)["index"] for receipt in first] == list(range(6))
    assert _proof(first[0])["signature"] != _proof(second[0])["signature"]


async def test_whoever_stops_waiting_takes_no_receipt_from_the_others(desk: Desk) -> None:
    tasks = [asyncio.create_task(desk.receipts.seal(STATEMENT)) for _ in range(3)]
    asyncio.get_running_loop().call_soon(tasks[1].cancel)
    done = await asyncio.gather(*tasks, return_exceptions=True)

    assert isinstance(done[1], asyncio.CancelledError)
    assert [_proof(receipt)["size"] for receipt in done if isinstance(receipt, dict)] == [3, 3]
    assert all(desk.faults(receipt) == [] for receipt in done if isinstance(receipt, dict))


async def test_a_statement_that_is_no_json_fails_alone(desk: Desk) -> None:
    done = await asyncio.gather(
        desk.receipts.seal(STATEMENT),
        desk.receipts.seal({"oops": object()}),
        return_exceptions=True,
    )

    assert isinstance(done[0], dict)
    assert desk.faults(done[0]) == []
    assert isinstance(done[1], TypeError)


async def test_when_the_keys_fail_everybody_who_waits_learns_of_it(desk: Desk) -> None:
    desk.keys.rotate()
    desk.rotations.write_text("one day\n")
    done = await asyncio.gather(
        desk.receipts.seal(STATEMENT), desk.receipts.seal(STATEMENT), return_exceptions=True
    )

    assert [str(error) for error in done] == [f"{desk.rotations}: not a list of instants"] * 2


def test_nothing_to_swear_needs_no_signature(desk: Desk) -> None:
    assert desk.receipts.seal_all([]) == []


async def test_any_changed_character_is_found(desk: Desk) -> None:
    receipt = (await desk.seal(3))[1]
    text = json.dumps(receipt, ensure_ascii=False)
    changed, keys = _changes(text), desk.listed
    unnoticed = [change for change in changed if not verify(change, keys)]

    assert len(changed) > 1000
    assert unnoticed == []


def _changes(text: str) -> Sequence[dict[str, object]]:
    """Every other receipt that differs from `text` in one character and is still JSON."""
    original = json.loads(text)
    changed = []
    for position, was in enumerate(text):
        for now in {*'0a1Ff"z 火', was.swapcase(), chr(ord(was) ^ 1)} - {was}:
            try:
                other = json.loads(text[:position] + now + text[position + 1 :])
            except ValueError:
                continue
            if isinstance(other, dict) and repr(other) != repr(original):
                changed.append(other)
    return changed


with TemporaryDirectory() as _folder:
    _ring = KeyRing(Secret(bytes(32)), Path(_folder), lambda: NOW)
    SEVEN = Receipts(_ring, lambda: NOW).seal_all([{"n": n} for n in range(7)])
    KEYS = _ring.public_keys()


@given(at=st.integers(0, 6), by=st.integers(-7, 200), name=st.sampled_from(["index", "size"]))
def test_no_place_in_the_tree_but_its_own_fits_a_receipt(at: int, by: int, name: str) -> None:
    receipt = SEVEN[at]
    proof = _proof(receipt)
    moved = {**receipt, "proof": {**proof, name: proof[name] + by}}

    assert bool(verify(moved, KEYS)) == (by != 0)


async def test_two_receipts_cannot_swap_their_proofs(desk: Desk) -> None:
    first, second = await desk.seal(2)

    assert desk.faults({**first, "proof": second["proof"]}) == ["signature /proof/signature"]


async def test_an_added_member_is_found(desk: Desk) -> None:
    receipt = await desk.receipts.seal(STATEMENT)

    assert desk.faults({**receipt, "note": "paid"}) == ["signature /proof/signature"]
    assert desk.faults({**receipt, "proof": {**_proof(receipt), "note": 1}}) == ["malformed /proof"]


async def test_a_receipt_signed_outside_the_period_of_its_key_is_found(desk: Desk) -> None:
    receipt = await desk.receipts.seal(STATEMENT)
    (key,) = (key for key in desk.listed if key.id == receipt["key"])
    ended = PublicKey(key.id, key.public_key, key.not_before, str(receipt["time"]))
    begins_later = PublicKey(key.id, key.public_key, "2026-11-30T00:00:00.126Z", key.not_after)

    assert verify(receipt, [ended]) == (Fault("key_not_in_force", "/time"),)
    assert verify(receipt, [begins_later]) == (Fault("key_not_in_force", "/time"),)


async def test_a_receipt_of_somebody_else_is_found(desk: Desk, tmp_path: Path) -> None:
    receipt = await desk.receipts.seal(STATEMENT)
    other = KeyRing(Secret(bytes(31) + b"\1"), tmp_path / "other", lambda: NOW)
    theirs = [PublicKey(str(receipt["key"]), *_rest(key)) for key in other.public_keys()]

    assert verify(receipt, other.public_keys()) == (Fault("key_unknown", "/key"),)
    assert verify(receipt, theirs[1:2]) == (Fault("signature", "/proof/signature"),)


def _rest(key: PublicKey) -> tuple[str, str, str]:
    return key.public_key, key.not_before, key.not_after


MALFORMED: Sequence[tuple[str, dict[str, object]]] = [
    ("/v", {"v": 2}),
    ("/v", {"v": True}),
    ("/v", {"v": "1"}),
    ("/key", {"key": 7}),
    ("/time", {"time": None}),
    ("", {"id": "\ud800"}),
    ("", {"total": 2**70}),
    ("/proof", {"proof": None}),
    ("/proof", {"proof": {"index": 0, "size": 1, "path": []}}),
    ("/proof/size", {"proof.size": 0}),
    ("/proof/size", {"proof.size": 1.0}),
    ("/proof/size", {"proof.size": 2**53 + 1}),
    ("/proof/index", {"proof.index": -1}),
    ("/proof/index", {"proof.index": False}),
    ("/proof/index", {"proof.index": 1}),
    ("/proof/path", {"proof.path": "00" * 32}),
    ("/proof/path", {"proof.path": ["00" * 32] * 2}),
    ("/proof/path/0", {"proof.path": ["0" * 63]}),
    ("/proof/path/0", {"proof.path": ["AB" * 32]}),
    ("/proof/signature", {"proof.signature": "0" * 126}),
    ("/proof/signature", {"proof.signature": "é" * 128}),
    ("/proof/signature", {"proof.signature": 5}),
]


@pytest.mark.parametrize(("pointer", "changes"), MALFORMED)
def test_what_is_not_the_shape_of_a_receipt_is_named(
    desk: Desk, pointer: str, changes: dict[str, object]
) -> None:
    receipt = desk.receipts.seal_all([STATEMENT])[0]
    assert desk.faults(receipt) == []
    for name, value in changes.items():
        inner = name.removeprefix("proof.")
        if inner == name:
            receipt[name] = value
        else:
            _proof(receipt)[inner] = value

    assert desk.faults(receipt) == [f"malformed {pointer}"]


@pytest.mark.parametrize("path", [[], ["00" * 32] * 2])
def test_a_path_of_another_length_is_named(desk: Desk, path: list[str]) -> None:
    receipt = desk.receipts.seal_all([{"n": 1}, {"n": 2}, {"n": 3}])[2]
    _proof(receipt)["path"] = path

    assert desk.faults(receipt) == ["path_length /proof/path"]


HARD_TO_WRITE = 'aZ é火😀/\\"\b\f\n\r\t\0\x1f\x7f\x80\u2028\ufeff\uffff'
TEXTS = st.text(HARD_TO_WRITE, max_size=20)
JSON_LEAVES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS
JSON = st.recursive(
    JSON_LEAVES,
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcxyz_"), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abcxyz_"), JSON))
def test_the_canonical_form_is_what_any_json_library_can_write(value: dict[str, object]) -> None:
    ours = canonical(value)

    theirs = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert ours == theirs.encode()


def _proof(receipt: Mapping[str, object]) -> dict[str, Any]:
    proof = receipt["proof"]
    assert isinstance(proof, dict)
    return proof
