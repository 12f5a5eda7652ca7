"""A whole proof: its form, its inputs, every draw, the chain, and what somebody saved of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from struct import pack
from typing import cast

from majokko_rules.fairness.verifying.claims import Claim, Keys
from majokko_rules.fairness.verifying.draws import draw_faults, head_after
from majokko_rules.fairness.verifying.faces import draw_key, order
from majokko_rules.fairness.verifying.faults import Fault, Wrong
from majokko_rules.fairness.verifying.forms import PROOF, misfits
from majokko_rules.fairness.verifying.hashing import hashed, keyed, listed, sized
from majokko_rules.fairness.verifying.saved import Saved


def verify(proof: object, *saved: Saved) -> tuple[Fault, ...]:
    """Return everything that is wrong with a proof; nothing means that it is true.

    `proof` is what a JSON reader made of it, `saved` what its readers wrote down. Where the form or
    the inputs are wrong, only that is told: everything else would be wrong because of it.
    """
    if faults := tuple(misfits(proof, PROOF)):
        return faults
    claim = cast("Claim", proof)
    kept = tuple(fault for each in saved for fault in each.faults(claim))
    if inputs := tuple(_input_faults(claim)):
        return kept + inputs
    return kept + tuple(_stream_faults(claim))


def decks_of(proof: object) -> Mapping[str, Sequence[str]]:
    """Return how each hidden deck of a true proof lay, by its id; the top card comes first."""
    claim = cast("Claim", proof)
    stream = _stream_key(claim)
    return {
        draw["deck"]["id"]: order(draw_key(stream, at, draw["purpose"]), draw["deck"]["cards"])
        for at, draw in enumerate(claim["draws"])
        if "deck" in draw
    }


def _input_faults(claim: Claim) -> Iterator[Fault]:
    labels = (each["label"] for each in claim["client_seeds"])
    for at in _repeats(labels):
        yield Fault(f"/client_seeds/{at}/label", Wrong.REPEATED)
    if (right := _commitment(claim)) != claim["commitment"]:
        yield Fault("/commitment", Wrong.COMMITMENT, right)
    elif (right := _genesis(claim)) != claim["genesis"]:
        yield Fault("/genesis", Wrong.GENESIS, right)


def _stream_faults(claim: Claim) -> Iterator[Fault]:
    keys = Keys(bytes.fromhex(claim["server_seed"]), _stream_key(claim))
    for at, draw in enumerate(claim["draws"]):
        for fault in draw_faults(draw, at, keys):
            yield replace(fault, pointer=f"/draws/{at}{fault.pointer}")
    decks = (draw["deck"]["id"] if "deck" in draw else None for draw in claim["draws"])
    for at in _repeats(decks):
        yield Fault(f"/draws/{at}/deck/id", Wrong.REPEATED)
    yield from _chain_faults(claim)


def _chain_faults(claim: Claim) -> Iterator[Fault]:
    """A wrong head is told once: the next link may follow from what it should have been."""
    true = told = bytes.fromhex(claim["genesis"])
    for at, draw in enumerate(claim["draws"]):
        right, led_to = head_after(true, at, draw), head_after(told, at, draw)
        true, told = right, bytes.fromhex(draw["head"])
        if told not in {right, led_to}:
            yield Fault(f"/draws/{at}/head", Wrong.HEAD, right.hex())
    closing = _closing(claim, true)
    if claim["closing"] not in {closing, _closing(claim, told)}:
        yield Fault("/closing", Wrong.CLOSING, closing)


def _repeats(names: Iterable[str | None]) -> Iterator[int]:
    seen: set[str] = set()
    for at, name in enumerate(names):
        if name in seen:
            yield at
        if name is not None:
            seen.add(name)


def _name(claim: Claim) -> bytes:
    return sized(claim["tenant"], claim["stream"]) + pack(">I", claim["index"])


def _commitment(claim: Claim) -> str:
    seed = sized(bytes.fromhex(claim["server_seed"]))
    return hashed(sized("pf1/commit"), _name(claim), seed).hex()


def _clients(claim: Claim) -> bytes:
    seeds = (sized(each["label"], each["seed"]) for each in claim["client_seeds"])
    return hashed(sized("pf1/client"), pack(">I", len(claim["client_seeds"])), *seeds)


def _genesis(claim: Claim) -> str:
    commitment, beacon = bytes.fromhex(claim["commitment"]), bytes.fromhex(claim["beacon"])
    return hashed(sized("pf1/genesis", commitment, _clients(claim), beacon)).hex()


def _stream_key(claim: Claim) -> bytes:
    mixed = sized(_clients(claim), bytes.fromhex(claim["beacon"]))
    return keyed(bytes.fromhex(claim["server_seed"]), sized("pf1/stream"), _name(claim), mixed)


def _closing(claim: Claim, head: bytes) -> str:
    bounds = (listed(draw["bounds"]) for draw in claim["draws"])
    count = pack(">I", len(claim["draws"]))
    return hashed(sized("pf1/close", head), count, *bounds).hex()
