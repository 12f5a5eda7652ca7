"""Receipts as `majokko verify` reads them: what the server swore to counts as saved."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_gateway.saying import Found, safe
from majokko_kit.receipts import PublicKey
from majokko_kit.receipts import verify as faults_of
from majokko_rules.fairness.verifying import Saved

_HELD_BY = ("receipt", "receipts", "stream", "secret_stream", "dealt", "deal", "items")
_OF_STREAMS = ("stream", "index", "nonce", "request", "hidden", "commitment", "head")
_HASH = re.compile("[0-9a-f]{64}")

Receipt = Mapping[str, Any]


def receipts_in(document: object) -> Sequence[Receipt]:
    """Find every receipt: a bare one, those of the answer they came with, those of a list."""
    return list(_found(document))


def _found(document: object) -> Iterator[Receipt]:
    if isinstance(document, list):
        for item in document:
            yield from _found(item)
    elif isinstance(document, dict):
        if isinstance(document.get("proof"), dict):
            yield document
        for name in _HELD_BY:
            yield from _found(document.get(name))


@dataclass(frozen=True, slots=True)
class Sworn:
    receipt: Receipt

    def faults(
        self, keys: Sequence[PublicKey], proof: Mapping[str, object] | None = None
    ) -> Iterator[Found]:
        """Yield what is wrong with the receipt, also that it is none of `proof`."""
        for fault in faults_of(self.receipt, keys):
            yield Found(f"receipts.{fault.code}", f"{self._name}{fault.pointer}")
        if proof is not None and not self.is_about(proof):
            yield Found("receipts.foreign", self._name)

    def is_about(self, proof: Mapping[str, object]) -> bool:
        """Whether it is of a proof's stream, which a stream's has as `id`, a roll's as `stream`."""
        stream = self.receipt.get("id" if "commitment" in self.receipt else "stream")
        named = (self.receipt.get("tenant"), stream, self.receipt.get("index"))
        return named == (proof.get("tenant"), proof.get("stream"), proof.get("index"))

    def saved(self) -> Saved:
        nonce, head = self.receipt.get("nonce"), self._hash("head")
        heads = {nonce: head} if type(nonce) is int and head else {}
        return Saved(commitment=self._hash("commitment"), heads=heads)

    def story(self) -> str:
        """Tell what a genuine receipt swears to, in lines."""
        receipt = self.receipt
        told = [f"{self._name} at {receipt['time']}, key {receipt['key']}"]
        if "results" in receipt:
            told += _results(receipt["results"])
        else:
            told += [f"  {name}: {receipt[name]}" for name in _OF_STREAMS if name in receipt]
        return "\n".join(map(safe, told))

    @property
    def _name(self) -> str:
        return str(self.receipt.get("id", ""))

    def _hash(self, name: str) -> str | None:
        value = self.receipt.get(name)
        return value if isinstance(value, str) and _HASH.fullmatch(value) else None


def _results(results: object) -> Iterator[str]:
    """Tell what was thrown; a genuine signature does not keep a server from signing anything."""
    for result in results if isinstance(results, list) else [results]:
        match result:
            case {"notation": notation, "total": total, "dice": list(dice)}:
                yield f"  {notation} = {total}: {' '.join(map(_die, dice))}"
            case _:
                yield f"  {result}"


def _die(die: object) -> str:
    match die:
        case [sides, face]:
            return f"{face}/d{sides}"
        case _:
            return str(die)
