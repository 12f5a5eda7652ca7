"""What somebody saved before a proof was there, signed receipts included, counts on the page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from playwright.async_api import Browser

from majokko_kit.receipts import KeyRing
from majokko_rules.fairness.verifying import Saved
from tests.rules.fairness import games
from tests.rules.fairness.spoiling import FALSE
from tests.support.readers import Reader, Shown, said
from tests.support.streams import STREAM
from tests.support.sworn import PROOF, Seal, listed, of_roll, promise, ring_in, sealed, session_of

HEAD = PROOF["draws"][4]["head"]
KEY = "a key"
AGREES: Sequence[Mapping[str, str]] = [
    {"commitment": PROOF["commitment"]},
    {"commitment": f' "{PROOF["commitment"].upper()}" '},
    {"closing": PROOF["closing"]},
    {"heads": f"4 {HEAD}\n\n 0={PROOF['draws'][0]['head']}"},
    {"seeds": "mem_madoka tea.and~cake\nmem_homura: loop-101"},
]
DIFFERS: Sequence[tuple[Mapping[str, str], Saved]] = [
    ({"commitment": FALSE}, Saved(commitment=FALSE)),
    ({"closing": FALSE}, Saved(closing=FALSE)),
    ({"heads": f"4 {FALSE}\n4 {HEAD}"}, Saved(heads={4: FALSE})),
    ({"heads": f"7 {FALSE}"}, Saved(heads={7: FALSE})),
    ({"seeds": "mem_madoka tea"}, Saved(seeds={"mem_madoka": "tea"})),
    ({"seeds": "mem_sayaka sea"}, Saved(seeds={"mem_sayaka": "sea"})),
]
SENSELESS: Sequence[Mapping[str, str]] = [
    {"commitment": "abc"},
    {"closing": FALSE[:-1]},
    {"heads": f"x {FALSE}"},
    {"heads": f"4 {HEAD} 5"},
    {"seeds": "tea"},
    {"receipts": "[}"},
    {"receipts": "{}"},
    {"receipts": '{"proof": {}}', "keys": "{}"},
    {"receipts": '{"proof": {}}', "keys": "abc"},
]


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory) -> KeyRing:
    folder: Path = tmp_path_factory.mktemp("keys")
    return ring_in(folder)


@pytest.mark.parametrize("saved", AGREES, ids=str)
async def test_what_was_saved_agrees_with_a_true_proof(
    reader: Reader, saved: Mapping[str, str]
) -> None:
    assert await reader.check(PROOF, **saved) == "valid"

    told = await reader.told()
    assert ("The commitment is the one you saved" in told) == ("commitment" in saved)
    assert ("What else you saved agrees" in told) == ("commitment" not in saved)


@pytest.mark.parametrize(("typed", "saved"), DIFFERS)
async def test_a_proof_of_something_else_is_found(
    reader: Reader, typed: Mapping[str, str], saved: Saved
) -> None:
    assert await reader.check(PROOF, **typed) == "invalid"
    assert await reader.faults() == said(PROOF, saved)


@pytest.mark.parametrize("typed", SENSELESS, ids=str)
async def test_what_was_saved_must_make_sense(reader: Reader, typed: Mapping[str, str]) -> None:
    assert await reader.check(PROOF, **typed) == "unreadable"
    assert "Cannot be read: " in await reader.told()


async def test_receipts_count_as_saved(reader: Reader, ring: KeyRing) -> None:
    receipts = [{"id": "roo_1", "stream": {"receipt": promise(ring)}}, {"receipt": of_roll(ring)}]

    assert await reader.check(PROOF, receipts=receipts, keys=listed(ring)) == "valid"

    told = await reader.told()
    assert "The commitment is the one you saved" in told
    assert "What else you saved agrees, too: 1." in told


async def test_a_lone_key_is_enough(reader: Reader, ring: KeyRing) -> None:
    genuine = promise(ring)
    (key,) = [key for key in listed(ring)["keys"] if key["id"] == genuine["key"]]
    stranger = next(key for key in listed(ring)["keys"] if key["id"] != genuine["key"])

    verdicts = [
        await reader.check(PROOF, receipts=genuine, keys=each["public_key"])
        for each in (key, stranger)
    ]

    assert verdicts == ["valid", "invalid"]
    assert await reader.faults() == [Shown("receipt 1", "receipts.signature", "")]


async def test_receipts_of_a_game_count_as_saved(reader: Reader, ring: KeyRing) -> None:
    """As a session tells them: the commitment's, and one of each deal."""
    sworn = {"receipts": session_of(ring), "keys": listed(ring)}

    assert await reader.check(games.TRUE, **sworn) == "valid"
    told = await reader.told()
    assert await reader.check(games.UNSAVED["dropped redeal"], **sworn) == "invalid"

    assert "The commitment is the one you saved" in told
    assert "What else you saved agrees, too: 2." in told
    assert [fault.wrong for fault in await reader.faults()] == ["not_saved"]


@pytest.mark.parametrize(
    ("kind", "changes", "faults"),
    [
        (promise, {"commitment": FALSE}, [Shown("/commitment", "not_saved", FALSE)]),
        (of_roll, {"head": FALSE}, [Shown("/draws/4/head", "not_saved", FALSE)]),
        (of_roll, {"nonce": 70}, [Shown("/draws", "not_saved", HEAD)]),
        (of_roll, {"index": 1}, [Shown("receipt 1", "receipts.foreign", "")]),
        (of_roll, {"tenant": "another"}, [Shown("receipt 1", "receipts.foreign", "")]),
        (promise, {"id": f"{STREAM}-s"}, [Shown("receipt 1", "receipts.foreign", "")]),
    ],
)
async def test_a_receipt_against_the_proof_is_told(
    reader: Reader,
    ring: KeyRing,
    kind: Seal,
    changes: Mapping[str, object],
    faults: Sequence[Shown],
) -> None:
    sworn = {"receipts": kind(ring, **changes), "keys": listed(ring)}

    assert await reader.check(PROOF, **sworn) == "invalid"
    assert await reader.faults() == faults


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"request": "5dF"}, "signature"),
        ({"nonce": 4.5}, "malformed"),
        ({"v": 2}, "malformed"),
        ({"time": None}, "malformed"),
        ({"time": "2020-01-01T00:00:00.000Z"}, "key_not_in_force"),
        ({"key": "2020-01-01-00000000"}, "key_unknown"),
        ({"proof": {}}, "malformed"),
        ({"proof": {"index": 0}}, "malformed"),
    ],
)
async def test_a_forged_receipt_is_told(
    reader: Reader, ring: KeyRing, changes: Mapping[str, object], fault: str
) -> None:
    forged = {**of_roll(ring), **changes}

    assert await reader.check(PROOF, receipts=forged, keys=listed(ring)) == "invalid"
    assert Shown("receipt 1", f"receipts.{fault}", "") in await reader.faults()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"index": 0}, "signature"),
        ({"index": 2}, "path_length"),
        ({"size": 4}, "signature"),
        ({"size": 9}, "path_length"),
        ({"path": []}, "path_length"),
        ({"path": [FALSE] * 2}, "signature"),
        ({"path": [FALSE] * 3}, "path_length"),
        ({"path": ["ab"]}, "malformed"),
        ({"signature": "ab" * 64}, "signature"),
        ({"more": 1}, "malformed"),
    ],
)
async def test_a_receipt_with_a_false_proof_is_told(
    reader: Reader, ring: KeyRing, changes: Mapping[str, object], fault: str
) -> None:
    genuine = of_roll(ring)
    forged = {**genuine, "proof": {**genuine["proof"], **changes}}

    assert await reader.check(PROOF, receipts=forged, keys=listed(ring)) == "invalid"
    assert await reader.faults() == [Shown("receipt 1", f"receipts.{fault}", "")]


async def test_a_receipt_in_any_language_is_hashed_as_it_was_signed(
    reader: Reader, ring: KeyRing
) -> None:
    odd = '魔女 "\\/\b\f\n\r\t\x1f\x7f\u2028😈 é'
    receipt = sealed(
        ring, id=STREAM, index=0, commitment=PROOF["commitment"], a=[{"b": odd}, 2**60]
    )

    assert await reader.check(PROOF, receipts=receipt, keys=listed(ring)) == "valid"


async def test_a_receipt_without_keys_proves_nothing(reader: Reader, ring: KeyRing) -> None:
    assert await reader.check(PROOF, receipts=promise(ring)) == "invalid"
    assert await reader.faults() == [Shown("receipt 1", "receipts.no_keys", "")]


OLD = """() => {
    const importKey = SubtleCrypto.prototype.importKey;
    SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...more) {
        if (algorithm === "Ed25519") throw new DOMException("", "NotSupportedError");
        return importKey.call(this, format, key, algorithm, ...more);
    };
}"""


async def test_an_old_browser_says_that_it_cannot_check_receipts(
    browser: Browser, kept: str, ring: KeyRing
) -> None:
    async with Reader.of(browser, kept, locale="en") as reader:
        await reader.page.evaluate(OLD)

        assert await reader.check(PROOF, receipts=promise(ring), keys=listed(ring)) == "valid"
        told = await reader.told()
        assert "cannot check Ed25519 signatures" in told
        assert "You gave no commitment" in told
