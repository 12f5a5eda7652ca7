"""Receipts as rooms give them, sealed by keys of the test's own."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from majokko_kit.receipts import KeyRing, Receipts, Statement
from majokko_kit.secret import Secret
from tests.rules.fairness import games
from tests.support.streams import STREAM, evening

NOW = 1_795_996_800_125  # 2026-11-30T00:00:00.125Z
PROOF = evening()

Seal = Callable[..., Mapping[str, Any]]


def ring_in(folder: Path) -> KeyRing:
    return KeyRing(Secret(bytes(32)), folder, lambda: NOW)


def listed(ring: KeyRing) -> Mapping[str, Any]:
    """Return the public keys as they are published."""
    return {"keys": [key.document() for key in ring.public_keys()]}


def sealed(ring: KeyRing, **statement: object) -> Mapping[str, Any]:
    """Seal a statement as the second of three of one turn."""
    own: Statement = {"tenant": "default", **statement}
    return Receipts(ring, lambda: NOW).seal_all([{"id": "rol_a"}, own, {"id": "rol_b"}])[1]


def promise(ring: KeyRing, **changes: object) -> Mapping[str, Any]:
    """Seal what is sworn when a stream is committed."""
    said = {"id": STREAM, "scheme": "pf1", "index": 0, "commitment": PROOF["commitment"]}
    return sealed(ring, **(said | changes))


def of_roll(ring: KeyRing, **changes: object) -> Mapping[str, Any]:
    """Seal what is sworn of a roll in a room."""
    said = {"stream": STREAM, "index": 0, "nonce": 4, "head": PROOF["draws"][4]["head"]}
    return sealed(ring, id="rol_1", request="4dF", **(said | changes))


def session_of(ring: KeyRing) -> Mapping[str, Any]:
    """Return what a session tells of how its cards were dealt, twice."""
    place = {"stream": games.STREAM, "index": 0}
    committed = promise(ring, id=games.STREAM, commitment=games.TRUE["commitment"])
    dealt = [
        sealed(
            ring, id=f"dea_{nonce}", **place, nonce=nonce, head=games.TRUE["draws"][nonce]["head"]
        )
        for nonce in (3, 4)
    ]
    return {**place, "id": "ses_1", "receipt": committed, "dealt": {**place, "receipts": dealt}}
