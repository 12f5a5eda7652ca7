"""The implementation of pf1 that was handed over with the design, run as it is over our proofs."""

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

PATH = Path(__file__).parents[1] / "fixtures" / "reference" / "pf1.py"

Proof = Mapping[str, Any]


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_of_pf1", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Recomputed:
    """What the reference makes of the inputs of a proof; `commitment` and so on are its words."""

    def __init__(self, reference: ModuleType, proof: Proof) -> None:
        self._pf1 = reference
        self._proof = proof
        self.seed = bytes.fromhex(proof["server_seed"])
        self._beacon = bytes.fromhex(proof["beacon"])
        self._name = (proof["tenant"], proof["stream"], proof["index"])

    @property
    def commitment(self) -> str:
        return str(self._pf1.commitment(*self._name, self.seed).hex())

    @property
    def clients(self) -> bytes:
        seeds = [(each["label"], each["seed"].encode()) for each in self._proof["client_seeds"]]
        part: bytes = self._pf1.client_part(seeds)
        return part

    @property
    def stream_key(self) -> bytes:
        key: bytes = self._pf1.stream_key(self.seed, *self._name, self.clients, self._beacon)
        return key

    @property
    def values(self) -> Sequence[Sequence[int]]:
        return [list(self._values(draw)) for draw in self._proof["draws"]]

    @property
    def salts(self) -> Sequence[str | None]:
        """The salts of the secret draws, None for the others."""
        return [
            self._pf1.roll_salt(self.seed, draw["nonce"]).hex() if "salt" in draw else None
            for draw in self._proof["draws"]
        ]

    @property
    def heads(self) -> Sequence[str]:
        """The genesis, and the head after each draw."""
        commitment = bytes.fromhex(self.commitment)
        heads: list[bytes] = [self._pf1.genesis(commitment, self.clients, self._beacon)]
        for draw, values in zip(self._proof["draws"], self.values, strict=True):
            heads.append(self._linked(heads[-1], draw, values))
        return [head.hex() for head in heads]

    def drawing(self, draw: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a class of the reference
        return self._pf1.Draw(self.stream_key, draw["nonce"], draw["purpose"])

    def hidden(self, draw: Mapping[str, Any], values: Sequence[int]) -> bytes:
        salt = self._pf1.roll_salt(self.seed, draw["nonce"])
        hidden: bytes = self._pf1.secret_commitment(salt, draw["request"].encode(), values)
        return hidden

    def _values(self, draw: Mapping[str, Any]) -> Iterator[int]:
        source = self.drawing(draw)
        return (source.die(bound) for bound in draw["bounds"])

    def _linked(self, head: bytes, draw: Mapping[str, Any], values: Sequence[int]) -> bytes:
        nonce, purpose = draw["nonce"], draw["purpose"]
        if "salt" in draw:
            hidden = self.hidden(draw, values)
            secret: bytes = self._pf1.link_secret(head, nonce, purpose, hidden)
            return secret
        link: bytes = self._pf1.link(head, nonce, purpose, draw["request"].encode(), values)
        return link
