"""Replays as documents and as codes; golden ones of every ruleset version are kept for ever."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.magion import legal
from majokko_rules.cards.replays import Replay, Unreadable, decode, encode, read, verify, write
from majokko_rules.cards.replays.packing import Packer, Unpacker
from majokko_rules.errors import RuleError
from majokko_rules.rulesets import Ruleset, shelf
from tests.rules.magion.golden import CASES, FOLDER, VERSION
from tests.rules.magion.replayed import Omniscient, Player, game

RULESETS = shelf.built_in().rulesets
GOLDEN = sorted(FOLDER.glob("*/*.json"))

seeds = st.integers(0, 10**6)
options = st.fixed_dictionaries(
    {},
    optional={
        "qb": st.booleans(),
        "ask_instead_of_tell": st.booleans(),
        "walpurgis_locks_all": st.booleans(),
        "fatal_hint": st.booleans(),
        "empty_hint": st.booleans(),
    },
)


def of(file: Path) -> dict[str, Any]:
    golden: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return golden


def by_chance(chance: Random) -> Player:
    return lambda state: chance.choice(legal(state))


@st.composite
def replays(draw: st.DrawFn) -> Replay:
    """Games that somebody played well, or only by chance."""
    seed, players = draw(seeds), draw(st.integers(2, 4))
    chance = Random(seed)
    known: list[Player] = [Omniscient(chance), by_chance(chance)]
    player = draw(st.sampled_from(known))
    return game(seed, player, players, **draw(options)).replay


@given(replay=replays())
def test_a_document_and_a_code_say_the_same_game(replay: Replay) -> None:
    said, code = json.loads(json.dumps(write(replay))), encode(replay)

    assert read(said, RULESETS) == replay
    assert decode(code, RULESETS) == replay


@pytest.mark.parametrize("redeals", [62, 63, 64, 100, 127])
def test_however_often_cards_were_dealt_again_a_code_says_it(redeals: int) -> None:
    """A ruleset file may let that happen almost always."""
    begun = game(1, by_chance(Random(1)), 2).replay
    replay = replace(begun, redealt=((24,),) * redeals)

    assert decode(encode(replay), RULESETS) == replay


@given(replay=replays())
def test_what_was_played_is_true(replay: Replay) -> None:
    verdict = verify(replay)

    assert verdict.faults == ()
    assert verdict.result == replay.result


@given(replay=replays())
def test_a_code_of_a_whole_game_fits_into_a_message(replay: Replay) -> None:
    code = encode(replay)

    assert len(code) < 300
    assert code.replace("-", "").replace("_", "").isalnum()
    assert code.isascii()


@given(replay=replays(), place=st.integers(0), letter=st.sampled_from("AZaz09-_"))
def test_a_code_with_another_letter_is_refused(replay: Replay, place: int, letter: str) -> None:
    code = encode(replay)
    place = 3 + place % (len(code) - 3)
    if code[place] == letter:
        letter = "B"

    with pytest.raises(Unreadable) as refused:
        decode(code[:place] + letter + code[place + 1 :], RULESETS)

    assert [each.rule for each in refused.value.faults] == ["code_damaged"]


@given(replay=replays(), left=st.integers(0))
def test_a_code_that_was_cut_off_is_refused(replay: Replay, left: int) -> None:
    code = encode(replay)

    with pytest.raises(Unreadable):
        decode(code[: left % len(code)], RULESETS)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("", "malformed"),
        ("hello", "malformed"),
        ("mr1", "code_damaged"),
        ("mr1AAAA", "code_damaged"),
        ("mr1A", "code_damaged"),
        ("mr1 AAAA", "malformed"),
        ("mr1" + "A" * 8000, "too_long"),
        ("mr2AAAA", "code_version"),
        ("mr0", "code_version"),
    ],
)
def test_what_is_no_code_is_refused(code: str, rule: str) -> None:
    with pytest.raises(Unreadable) as refused:
        decode(code, RULESETS)

    assert [each.rule for each in refused.value.faults] == [rule]


def test_there_is_a_golden_replay_of_every_case() -> None:
    cases = {of(file)["case"] for file in GOLDEN if file.parent.name == VERSION}

    assert cases == set(CASES)
    assert {each.name for each in RULESETS if each.system == "magion"} == {
        file.parent.name for file in GOLDEN
    }


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_replay_stays_true(file: Path) -> None:
    golden = of(file)
    replay = read(golden["replay"], RULESETS)
    verdict = verify(replay)

    assert verdict.faults == ()
    assert verdict.result == replay.result
    assert encode(replay) == golden["code"]
    assert decode(golden["code"], RULESETS) == replay
    assert write(replay) == golden["replay"]


@pytest.mark.parametrize(
    "file", [file for file in GOLDEN if of(file)["proof"]], ids=lambda file: file.stem
)
def test_a_golden_replay_was_dealt_as_its_proof_says(file: Path) -> None:
    golden = of(file)
    verdict = verify(read(golden["replay"], RULESETS), golden["proof"])

    assert verdict.faults == ()


def faults_of(golden: dict[str, Any], rulesets: Sequence[Ruleset]) -> list[RuleError]:
    """Return what is refused of a document and of the code that says the same: one thing each."""
    with pytest.raises(Unreadable) as document:
        read(golden["replay"], rulesets)
    with pytest.raises(Unreadable) as code:
        decode(golden["code"], rulesets)
    told = [document.value.faults, code.value.faults]

    assert [len(each) for each in told] == [1, 1]
    return [fault for [fault] in told]


def test_a_ruleset_of_the_same_name_with_other_cards_plays_no_replay_of_the_old_one() -> None:
    golden = of(GOLDEN[0])
    other = _of_a_file("magion")

    for fault in faults_of(golden, [other]):
        assert (fault.pointer, fault.rule) == ("/ruleset_hash", "other_ruleset")


def test_a_ruleset_that_nobody_has_is_named() -> None:
    golden = of(GOLDEN[0])
    home = _of_a_file("home")

    for fault in faults_of(golden, [home]):
        assert (fault.pointer, fault.rule) == ("/ruleset", "not_a_choice")
        assert fault.params == {"choices": "home@1"}


def test_a_replay_of_an_old_content_is_played_by_it_beside_the_new_one() -> None:
    golden = of(GOLDEN[0])
    both = [*RULESETS, _of_a_file("magion")]

    assert verify(read(golden["replay"], both)).valid
    assert verify(decode(golden["code"], both)).valid


def _of_a_file(name: str) -> Ruleset:
    """Return a ruleset that differs in one number."""
    text = f'id = "{name}"\nversion = 1\nextends = "magion@1"\n[numbers]\nmarkers = 4\n'
    taken, refused = shelf.built_in().with_files([("own.toml", text)])

    assert not refused
    return taken.find(f"{name}@1")


def _digits(radix: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, radix - 1), st.just(radix))


@given(digits=st.lists(st.integers(1, 1000).flatmap(_digits)))
def test_packed_numbers_come_back(digits: list[tuple[int, int]]) -> None:
    packer = Packer()
    for value, radix in digits:
        packer.put(value, radix)
    unpacker = Unpacker(packer.packed())

    assert [unpacker.take(radix) for _, radix in digits] == [value for value, _ in digits]
    assert unpacker.rest == 0
