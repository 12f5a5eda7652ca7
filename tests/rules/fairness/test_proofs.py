"""Laws of proofs: those of any stream are true, and nothing in them can be changed."""

import json
import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import questions
from majokko_rules.chance import Chance
from majokko_rules.fairness import drawing
from majokko_rules.fairness.drawing import Committed, Contribution, Deck, Drawn, Open, StreamName
from majokko_rules.fairness.verifying import Wrong, verify
from tests.rules.fairness.samples import FIXTURES, faults_of, proof_of_an_evening

IDS = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
SEEDS = st.from_regex(r"[A-Za-z0-9._~-]{1,64}", fullmatch=True)
BEACONS = st.just(b"") | st.binary(min_size=32, max_size=32)
REQUESTS = st.text(st.characters(codec="utf-8")).filter(lambda text: not text.startswith("secret:"))
SIDES = st.sampled_from([1, 2, 6, 100, 2**31 + 1, 2**32 - 1]) | st.integers(1, 30)
FACES = st.lists(st.integers(-3, 3), min_size=1, max_size=5).map(tuple)


@dataclass(frozen=True)
class Roll:
    """Throws and picks in turn; `secret` hides it from the chain."""

    request: str
    purpose: str
    throws: list[tuple[int, int]]
    picks: list[tuple[int, ...]]
    secret: bool

    def on(self, opened: Open) -> Drawn:
        turn = opened.turn(self.purpose)
        for count, sides in self.throws:
            turn.chance.throw(count, sides)
        for faces in self.picks:
            assert set(turn.chance.pick(2, faces)) <= set(faces)
        keep = opened.record_secret if self.secret else opened.record
        return keep(turn, self.request)


@dataclass(frozen=True)
class Deal:
    cards: tuple[str, ...]

    def on(self, opened: Open) -> Drawn:
        drawn, dealt = opened.deal(Deck(f"deck-{opened.nonce}", self.cards))
        assert sorted(dealt.order) == sorted(self.cards)
        return drawn


ROLLS = st.builds(
    Roll,
    REQUESTS,
    st.sampled_from(["roll", "seats", "chargen/amgc@1"]),
    st.lists(st.tuples(st.integers(0, 9), SIDES), max_size=4),
    st.lists(FACES, max_size=2),
    st.booleans(),
)
DEALS = st.lists(st.text(st.characters(codec="utf-8"), max_size=3), min_size=1, max_size=9).map(
    lambda cards: Deal(tuple(cards))
)
STREAMS = st.builds(
    lambda name, seed, given: Committed(name, seed, tuple(given)),
    st.builds(StreamName, IDS, IDS, st.integers(0, 2**32 - 1)),
    st.binary(min_size=32, max_size=32),
    st.lists(st.builds(Contribution, IDS, SEEDS), max_size=4, unique_by=lambda each: each.label),
)


@given(STREAMS, BEACONS, st.lists(ROLLS | DEALS, max_size=6))
def test_the_proof_of_any_stream_is_true(
    committed: Committed, beacon: bytes, actions: list[Roll | Deal]
) -> None:
    opened, log = committed.open(beacon), list[Drawn]()
    for action in actions:
        log.append(action.on(opened))
        opened = opened.after(log[-1])

    assert faults_of(opened.close(log).proof()) == ()


WRITTEN = json.dumps(proof_of_an_evening(drawing), separators=(",", ":")).encode()


@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found(at: int, change: int) -> None:
    spoilt = bytearray(WRITTEN)
    spoilt[at] ^= change
    try:
        proof = json.loads(bytes(spoilt))
    except ValueError:  # no JSON any more, or no UTF-8
        return

    assert verify(proof)


@pytest.mark.parametrize("bit", range(8))
def test_each_byte_counts(bit: int) -> None:
    """The same of every place in turn: in what is still JSON, everything is bound."""
    unnoticed = [at for at in range(len(WRITTEN)) if _is_true(WRITTEN, at, 1 << bit)]

    assert unnoticed == []


def _is_true(written: bytes, at: int, change: int) -> bool:
    spoilt = bytearray(written)
    spoilt[at] ^= change
    try:
        return verify(json.loads(bytes(spoilt))) == ()
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("3d6+2", (6, 6, 6)),
        ("4dF", (3, 3, 3, 3)),
        ("2d{1,2,4}", (3, 3)),
        (".ra 50 b2", (10, 10, 10)),
    ],
)
def test_any_question_rolls_from_a_stream(text: str, bounds: tuple[int, ...]) -> None:
    question = questions.of_notation(text)
    opened = Committed(StreamName("t", "s", 0), bytes(32)).open()
    turn = opened.turn("roll")
    chance: Chance = turn.chance

    result = question.roll(chance)
    drawn = opened.record(turn, question.notation)

    assert (len(result.dice), len(drawn.values)) == (len(bounds), len(bounds))
    assert faults_of(opened.after(drawn).close([drawn]).proof()) == ()


def test_dice_that_explode_are_drawn_as_they_are_decided() -> None:
    question = questions.of_notation("40d6!")
    opened = Committed(StreamName("t", "s", 0), bytes(32)).open()
    turn = opened.turn("roll")

    result = question.roll(turn.chance)

    assert len(turn.chance.values) == len(result.dice) > 40
    assert sorted(turn.chance.values) == sorted(die.face for die in result.dice)
    assert set(turn.chance.bounds) == {6}


def test_the_proof_printed_in_the_page_is_true() -> None:
    page = (FIXTURES.parents[1] / "docs" / "fairness.md").read_text("utf-8")
    (printed,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)

    assert verify(json.loads(printed)) == ()


def test_a_fault_of_a_draw_names_the_draw() -> None:
    proof = json.loads(WRITTEN)
    proof["draws"][2]["values"][1] = 101
    proof["draws"][2]["values"][0] = 2

    faults = verify(proof)

    assert {fault.draw for fault in faults} == {2}
    assert (faults[0].pointer, faults[0].expected) == ("/draws/2/values/0", "1")
    assert faults[0].wrong is Wrong.VALUE
