"""Implementations that share nothing with ours come to the same values.

`pf1.py` and `pf1_verify.mjs` are kept as they were handed over, and run as they are.
"""

import json
import re
import shutil
import subprocess
import sys
from itertools import starmap
from pathlib import Path
from types import ModuleType

import pytest

from majokko_rules.fairness import drawing
from tests.rules.fairness import games
from tests.rules.fairness.samples import FIXTURES, VECTORS, proof_of_an_evening
from tests.support.programs import require
from tests.support.reference import PATH, Proof, Recomputed, loaded
from tests.support.streams import evening

PAGE = (FIXTURES.parents[1] / "docs" / "fairness.md").read_text("utf-8")
KINDS = ("json", "text")


@pytest.fixture(scope="module")
def pf1() -> ModuleType:
    return loaded()


def run(*command: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own fixtures
        command, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_reference_prints_our_vectors() -> None:
    assert json.loads(run(sys.executable, str(PATH))) == VECTORS


def test_a_program_in_another_language_agrees_with_our_vectors(tmp_path: Path) -> None:
    node = require("node")
    shutil.copytree(FIXTURES / "reference", tmp_path / "reference")
    shutil.copytree(FIXTURES / "vectors", tmp_path / "rules" / "vectors")

    assert run(node, str(tmp_path / "reference" / "pf1_verify.mjs")).endswith(" passed, 0 failed\n")


EVENINGS = pytest.mark.parametrize(
    "proof",
    [proof_of_an_evening(drawing), evening(60), games.TRUE],
    ids=["everything", "room", "game"],
)


@EVENINGS
def test_the_reference_finds_in_our_proof_all_that_it_knows_of(
    pf1: ModuleType, proof: Proof
) -> None:
    """Of a deck it needs more than bounds; what it knows of them comes below."""
    found = Recomputed(pf1, proof)

    assert found.commitment == proof["commitment"]
    assert found.values == [draw["values"] for draw in proof["draws"]]
    assert found.salts == [draw.get("salt") for draw in proof["draws"]]
    assert found.heads == [proof["genesis"], *(draw["head"] for draw in proof["draws"])]


@EVENINGS
def test_the_reference_shuffles_the_decks_of_our_proof(pf1: ModuleType, proof: Proof) -> None:
    found = Recomputed(pf1, proof)
    for draw in proof["draws"]:
        if "deck" not in draw:
            continue
        deck = draw["deck"]["id"]
        placed = enumerate(found.drawing(draw).shuffle(draw["deck"]["cards"]))
        cards = [(deck, at, card, pf1.card_salt(found.seed, deck, at)) for at, card in placed]
        leaves = list(starmap(pf1.card_leaf, cards))

        assert draw["request"].split(":")[1] == pf1.mroot(leaves).hex()


def test_the_steps_of_the_page_are_those_of_the_reference(pf1: ModuleType) -> None:
    printed, steps = (re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) for kind in KINDS)
    assert printed
    assert steps
    proof = json.loads(printed[1])
    found, drawn = Recomputed(pf1, proof), {}
    for draw in proof["draws"]:
        key, nonce = found.drawing(draw).key, draw["nonce"]
        drawn[f"draw key {nonce}"] = key
        drawn[f"block 0 of {nonce}"] = pf1.mac(key, pf1.be64(0))
    told = dict(re.split(" {2,}", line) for line in steps[1].splitlines())

    assert {name: bytes.fromhex(value) for name, value in told.items()} == {
        "clients": found.clients,
        "stream key": found.stream_key,
        **drawn,
        "hidden 1": found.hidden(proof["draws"][1], proof["draws"][1]["values"]),
    }
    words = [drawn["block 0 of 0"][at : at + 4] for at in (0, 4, 8)]
    assert ("words {}, {} and {}.".format(*(word.hex() for word in words))) in PAGE
    assert f"The first is {int.from_bytes(words[0], 'big')} and" in PAGE


def test_the_close_binds_what_the_page_says_it_binds(pf1: ModuleType) -> None:
    """The reference knows neither closing nor definition; its parts write them as the page does."""
    lp, be32 = pf1.lp, pf1.be32
    proof = proof_of_an_evening(drawing)
    (draw,) = (draw for draw in proof["draws"] if "deck" in draw)
    cards = draw["deck"]["cards"]
    bounds = [(len(draw["bounds"]), *draw["bounds"]) for draw in proof["draws"]]

    last = lp("pf1/close") + lp(bytes.fromhex(proof["draws"][-1]["head"])) + be32(len(bounds))
    closing = pf1.sha(last + b"".join(be32(number) for row in bounds for number in row))
    listed = be32(len(cards)) + b"".join(map(lp, cards))
    definition = pf1.sha(lp("pf1/deck-definition") + listed)

    assert proof["closing"] == closing.hex()
    assert draw["request"].split(":")[0] == definition.hex()


def test_the_verifier_loads_nothing_of_majokko_but_itself() -> None:
    names = "'\\n'.join(name for name in sys.modules if name.startswith('majokko_'))"
    loaded = run(
        sys.executable, "-c", f"import sys, majokko_rules.fairness.verifying\nprint({names})"
    ).split()

    assert "majokko_rules.fairness.verifying.verifier" in loaded
    assert [name for name in loaded if not name.startswith("majokko_rules.fairness.verifying")] == [
        "majokko_rules",
        "majokko_rules.fairness",
    ]
