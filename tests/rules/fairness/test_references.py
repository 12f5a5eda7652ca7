"""Implementations that share nothing with ours come to the same values.

`pf1.py` and `pf1_verify.mjs` are kept as they were handed over, and run as they are.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
from itertools import starmap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from majokko_rules.fairness import drawing
from tests.rules.fairness.samples import FIXTURES, VECTORS, proof_of_an_evening
from tests.support.programs import require

REFERENCE = FIXTURES / "reference" / "pf1.py"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_of_pf1", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*command: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own fixtures
        command, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_reference_prints_our_vectors() -> None:
    assert json.loads(run(sys.executable, str(REFERENCE))) == VECTORS


def test_a_program_in_another_language_agrees_with_our_vectors(tmp_path: Path) -> None:
    node = require("node")
    shutil.copytree(FIXTURES / "reference", tmp_path / "reference")
    shutil.copytree(FIXTURES / "vectors", tmp_path / "rules" / "vectors")

    assert run(node, str(tmp_path / "reference" / "pf1_verify.mjs")).endswith(" passed, 0 failed\n")


def test_the_reference_draws_from_our_proof_what_we_drew(reference: ModuleType) -> None:
    proof = proof_of_an_evening(drawing)
    key = stream_key(reference, proof)

    for draw in proof["draws"]:
        source = reference.Draw(key, draw["nonce"], draw["purpose"])

        assert [source.die(bound) for bound in draw["bounds"]] == draw["values"]


def test_the_reference_follows_the_chain_of_our_proof(reference: ModuleType) -> None:
    proof = proof_of_an_evening(drawing)
    head = reference.genesis(
        bytes.fromhex(proof["commitment"]), clients(reference, proof), beacon(proof)
    )
    heads = [head.hex()]
    for draw in proof["draws"]:
        head = linked(reference, head, draw)
        heads.append(head.hex())

    assert heads == [proof["genesis"], *(draw["head"] for draw in proof["draws"])]


def test_the_reference_shuffles_the_deck_of_our_proof(reference: ModuleType) -> None:
    proof = proof_of_an_evening(drawing)
    (draw,) = (draw for draw in proof["draws"] if "deck" in draw)
    deck, seed = draw["deck"]["id"], bytes.fromhex(proof["server_seed"])
    source = reference.Draw(stream_key(reference, proof), draw["nonce"], draw["purpose"])
    placed = enumerate(source.shuffle(draw["deck"]["cards"]))
    cards = [(deck, at, card, reference.card_salt(seed, deck, at)) for at, card in placed]
    leaves = list(starmap(reference.card_leaf, cards))

    assert draw["request"].split(":")[1] == reference.mroot(leaves).hex()


def test_the_close_binds_what_the_page_says_it_binds(reference: ModuleType) -> None:
    """The reference knows neither closing nor definition; its parts write them as the page does."""
    lp, be32 = reference.lp, reference.be32
    proof = proof_of_an_evening(drawing)
    (draw,) = (draw for draw in proof["draws"] if "deck" in draw)
    cards = draw["deck"]["cards"]
    bounds = [(len(draw["bounds"]), *draw["bounds"]) for draw in proof["draws"]]

    last = lp("pf1/close") + lp(bytes.fromhex(proof["draws"][-1]["head"])) + be32(len(bounds))
    closing = reference.sha(last + b"".join(be32(number) for row in bounds for number in row))
    listed = be32(len(cards)) + b"".join(map(lp, cards))
    definition = reference.sha(lp("pf1/deck-definition") + listed)

    assert proof["closing"] == closing.hex()
    assert draw["request"].split(":")[0] == definition.hex()


def clients(reference: ModuleType, proof: dict[str, Any]) -> bytes:
    seeds = [(each["label"], each["seed"].encode()) for each in proof["client_seeds"]]
    part: bytes = reference.client_part(seeds)
    return part


def beacon(proof: dict[str, Any]) -> bytes:
    return bytes.fromhex(proof["beacon"])


def stream_key(reference: ModuleType, proof: dict[str, Any]) -> bytes:
    name = (proof["tenant"], proof["stream"], proof["index"])
    seed = bytes.fromhex(proof["server_seed"])
    assert reference.commitment(*name, seed).hex() == proof["commitment"]
    key: bytes = reference.stream_key(seed, *name, clients(reference, proof), beacon(proof))
    return key


def linked(reference: ModuleType, head: bytes, draw: dict[str, Any]) -> bytes:
    request, values = draw["request"].encode(), draw["values"]
    if "salt" in draw:
        salt = bytes.fromhex(draw["salt"])
        hidden = reference.secret_commitment(salt, request, values)
        secret: bytes = reference.link_secret(head, draw["nonce"], draw["purpose"], hidden)
        return secret
    shown: bytes = reference.link(head, draw["nonce"], draw["purpose"], request, values)
    return shown


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
