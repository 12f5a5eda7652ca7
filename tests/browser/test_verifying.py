"""The page /verify shares no line with the verifier of the rules, and says the same as it."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_kit import body
from majokko_kit.refusals import BadJson
from majokko_rules.fairness.drawing import Committed, Drawn
from majokko_rules.fairness.verifying import decks_of
from tests.browser.spoilt import SPOILT
from tests.rules.fairness import games
from tests.rules.fairness.spoiling import TRUE, Data
from tests.rules.fairness.test_proofs import BEACONS, DEALS, ROLLS, STREAMS, Deal, Roll
from tests.rules.fairness.test_verifying import proof_of
from tests.support.readers import Reader, said, written
from tests.support.streams import evening

ROOM = evening()


@pytest.mark.parametrize(
    "proof",
    [TRUE, ROOM, proof_of("1d100"), games.TRUE],
    ids=["everything", "room", "secret", "game"],
)
async def test_a_true_proof_is_valid(reader: Reader, proof: Data) -> None:
    assert await reader.check(proof) == "valid"
    assert await reader.faults() == said(proof) == []
    assert len(await reader.rows()) == len(proof["draws"])


async def test_how_a_deck_lay_is_told_of_a_true_proof_only(reader: Reader) -> None:
    (draw,) = (draw for draw in TRUE["draws"] if "deck" in draw)
    lay = " ".join(decks_of(TRUE)[draw["deck"]["id"]])

    await reader.check(TRUE)
    true = await reader.rows()
    await reader.check(SPOILT["deck reversed"])
    false = await reader.rows()

    assert lay in true[draw["nonce"]]
    assert not any(lay in row for row in [*false, *true[:3], *true[4:]])


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

    assert await reader.check(proof) == ("valid" if _is_read(proof) else "unreadable")
    assert await reader.faults() == []


def _is_read(proof: object) -> bool:
    """Whether it is JSON for us; a request with U+0000 is not."""
    try:
        return bool(body.read(written(proof).encode()))
    except BadJson:
        return False


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
