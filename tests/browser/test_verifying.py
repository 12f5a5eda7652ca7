"""The page /verify shares no line with the verifier of the rules, and says the same as it."""

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_kit import body
from majokko_kit.refusals import BadJson
from majokko_rules.fairness.drawing import Committed, Drawn
from majokko_rules.fairness.verifying import Saved, verify
from tests.browser.reader import Reader, Shown, written
from tests.browser.spoilt import SPOILT
from tests.rules.fairness.spoiling import FALSE, TRUE, Data
from tests.rules.fairness.test_proofs import BEACONS, DEALS, ROLLS, STREAMS, Deal, Roll
from tests.rules.fairness.test_verifying import proof_of
from tests.support.streams import evening

ROOM = evening()


def said(proof: object, *saved: Saved) -> Sequence[Shown]:
    """Return what the verifier of the rules says."""
    faults = verify(body.read(written(proof).encode()), *saved)
    return [Shown(fault.pointer, str(fault.wrong), fault.expected) for fault in faults]


@pytest.mark.parametrize("proof", [TRUE, ROOM, proof_of("1d100")], ids=["game", "room", "secret"])
async def test_a_true_proof_is_valid(reader: Reader, proof: Data) -> None:
    assert await reader.check(proof) == "valid"
    assert await reader.faults() == said(proof) == []
    assert len(await reader.rows()) == len(proof["draws"])


@pytest.mark.parametrize("name", SPOILT)
async def test_a_false_proof_is_told_as_the_rules_tell_it(reader: Reader, name: str) -> None:
    proof = SPOILT[name]
    faults = said(proof)

    assert faults
    assert await reader.check(proof) == "invalid"
    assert await reader.faults() == faults


@pytest.mark.parametrize("document", ["[]", "5", "null", '"pf1"', "true", "[1]"])
async def test_what_is_no_object_is_no_proof(reader: Reader, document: str) -> None:
    assert await reader.check(document) == "unreadable"


@pytest.mark.parametrize("draw", range(len(ROOM["draws"])))
async def test_the_draw_at_fault_is_marked(reader: Reader, draw: int) -> None:
    proof = json.loads(json.dumps(ROOM))
    proof["draws"][draw]["values"][0] += 1

    await reader.check(proof)

    marked = reader.page.locator("#draws tr.wrong")
    assert str(draw) in await marked.evaluate_all("rows => rows.map(row => row.dataset.nonce)")


@settings(max_examples=40)
@given(committed=STREAMS, beacon=BEACONS, actions=st.lists(ROLLS | DEALS, max_size=4))
async def test_the_proof_of_any_stream_is_valid(
    reader: Reader, committed: Committed, beacon: bytes, actions: list[Roll | Deal]
) -> None:
    opened, log = committed.open(beacon), list[Drawn]()
    for action in actions:
        log.append(action.on(opened))
        opened = opened.after(log[-1])
    proof = opened.close(log).proof()

    verdict = await reader.check(proof)

    # What no server of ours would put into a request is not read here.
    assert verdict == ("unreadable" if "\\u0000" in written(proof) else "valid")


WRITTEN = written(ROOM).encode()


@settings(max_examples=150)
@given(at=st.integers(0, len(WRITTEN) - 1), change=st.integers(1, 255))
async def test_whatever_byte_changes_the_page_says_what_the_rules_say(
    reader: Reader, at: int, change: int
) -> None:
    spoilt = bytearray(WRITTEN)
    spoilt[at] ^= change
    try:
        faults = said(body.read(bytes(spoilt)))
        expected = "invalid" if faults else "valid"
    except BadJson:
        faults, expected = [], "unreadable"

    assert await reader.open(bytes(spoilt)) == expected
    assert await reader.faults() == faults
    assert expected != "valid" or body.read(bytes(spoilt)) == ROOM


TWICE = WRITTEN.replace(b'"index": 0', b'"index": 0, "index": 0')
ODD: Mapping[str, tuple[bytes, str]] = {
    "a member twice": (TWICE, "names the same member twice"),
    "no number": (WRITTEN.replace(b'"index": 0', b'"index": NaN'), "At character"),
    "a long number": (WRITTEN.replace(b'"index": 0', b'"index": ' + b"1" * 101), "100 digits"),
    "half a pair": (WRITTEN.replace(b"3d6+2", rb"3d6\ud800"), "surrogate"),
    "no character": (WRITTEN.replace(b"3d6+2", rb"3d6\u0000"), "U+0000"),
    "no UTF-8": (WRITTEN.replace(b"3d6+2", b"3d6\xff"), "UTF-8"),
    "a mark in front": (b"\xef\xbb\xbf" + WRITTEN, "At character 0."),
    "the end missing": (WRITTEN[:-1], f"At character {len(WRITTEN.decode()) - 1}."),
    "two of them": (WRITTEN + WRITTEN, f"At character {len(WRITTEN.decode())}."),
    "very deep": (b"[" * 33 + b"]" * 33, "32 deep"),
    "nothing": (b" \n", "A JSON body belongs here"),
}


@pytest.mark.parametrize("name", ODD)
async def test_what_two_readers_could_understand_differently_is_no_proof(
    reader: Reader, name: str
) -> None:
    content, why = ODD[name]
    with pytest.raises(BadJson):
        body.read(content)

    assert await reader.open(content) == "unreadable"
    assert why in await reader.told()


# --- what was saved --------------------------------------------------------------------------

HEAD = ROOM["draws"][4]["head"]
AGREES: Sequence[Mapping[str, str]] = [
    {"commitment": ROOM["commitment"]},
    {"commitment": f' "{ROOM["commitment"].upper()}" '},
    {"closing": ROOM["closing"]},
    {"heads": f"4 {HEAD}\n\n 0={ROOM['draws'][0]['head']}"},
    {"seeds": "mem_madoka tea.and~cake\nmem_homura: loop-101"},
]
DIFFERS: Sequence[tuple[Mapping[str, str], Saved]] = [
    ({"commitment": FALSE}, Saved(commitment=FALSE)),
    ({"closing": FALSE}, Saved(closing=FALSE)),
    ({"heads": f"4 {FALSE}"}, Saved(heads={4: FALSE})),
    ({"heads": f"7 {FALSE}"}, Saved(heads={7: FALSE})),
    ({"seeds": "mem_madoka tea"}, Saved(seeds={"mem_madoka": "tea"})),
    ({"seeds": "mem_sayaka sea"}, Saved(seeds={"mem_sayaka": "sea"})),
]


@pytest.mark.parametrize("saved", AGREES, ids=str)
async def test_what_was_saved_agrees_with_a_true_proof(
    reader: Reader, saved: Mapping[str, str]
) -> None:
    assert await reader.check(ROOM, **saved) == "valid"

    told = await reader.told()
    assert ("The commitment is the one you saved" in told) == ("commitment" in saved)
    assert ("What else you saved agrees" in told) == ("commitment" not in saved)


@pytest.mark.parametrize(("typed", "saved"), DIFFERS)
async def test_a_proof_of_something_else_is_found(
    reader: Reader, typed: Mapping[str, str], saved: Saved
) -> None:
    assert await reader.check(ROOM, **typed) == "invalid"
    assert await reader.faults() == said(ROOM, saved)


@pytest.mark.parametrize(
    "typed",
    [
        {"commitment": "abc"},
        {"closing": FALSE[:-1]},
        {"heads": f"x {FALSE}"},
        {"heads": f"4 {HEAD} 5"},
        {"seeds": "tea"},
        {"receipts": "[}"},
        {"receipts": "{}"},
        {"receipts": '{"proof": {}}', "keys": "{}"},
        {"receipts": '{"proof": {}}', "keys": "abc"},
    ],
    ids=str,
)
async def test_what_was_saved_must_make_sense(reader: Reader, typed: Mapping[str, str]) -> None:
    assert await reader.check(ROOM, **typed) == "unreadable"
    assert "Cannot be read: " in await reader.told()
