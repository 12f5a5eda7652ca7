"""Signed receipts: what was asked and what the dice showed, in a form we cannot deny later.

A receipt is a statement with a `proof`. The statement's canonical form (sorted members, no blanks,
UTF-8, integers only: a subset of RFC 8785) is a leaf of a Merkle tree, and one Ed25519 signature
covers the tree's root and size: all receipts of one turn of the event loop share it.
`docs/receipts.md` tells a stranger how to check one.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from majokko_kit import merkle
from majokko_kit.clock import Clock, now_ms, rfc3339
from majokko_kit.keys import KeyRing, PublicKey, SigningKey

VERSION: Final = 1
_PREFIX = b"majokko/receipt/1\0"
_PROOF = ("index", "size", "path", "signature")
_HEX = re.compile(r"[0-9a-f]*")
_MAX_SIZE = 2**53

Statement = Mapping[str, object]
"""Plain JSON without floats; `v`, `time` and `key` are added here."""

Receipt = dict[str, object]


def canonical(statement: Statement) -> bytes:
    """Return the bytes that are signed.

    >>> canonical({"b": [1, 2], "a": "魔"}).decode()
    '{"a":"魔","b":[1,2]}'
    """
    return orjson.dumps(statement, option=orjson.OPT_SORT_KEYS)


class Receipts:
    """Seals statements with the key in force; belongs to one event loop."""

    def __init__(self, keys: KeyRing, now: Clock = now_ms) -> None:
        self._keys = keys
        self._now = now
        self._turn: list[tuple[Statement, asyncio.Future[Receipt]]] = []

    async def seal(self, statement: Statement) -> Receipt:
        """Return `statement` with its proof, sharing the signature of this turn.

        Raises TypeError, for this statement alone, if it is not plain JSON.
        """
        canonical(statement)
        loop = asyncio.get_running_loop()
        sealed: asyncio.Future[Receipt] = loop.create_future()
        if not self._turn:
            loop.call_soon(self._seal_turn)
        self._turn.append((statement, sealed))
        return await sealed

    def seal_all(self, statements: Sequence[Statement]) -> list[Receipt]:
        """Return every statement with its proof, under one signature."""
        if not statements:
            return []
        instant = self._now()
        key = self._keys.at(instant)
        stamp = {"v": VERSION, "time": rfc3339(instant), "key": key.id}
        stamped: list[Receipt] = [{**statement, **stamp} for statement in statements]
        return _sealed(stamped, key)

    def _seal_turn(self) -> None:
        turn, self._turn = self._turn, []
        try:
            receipts = self.seal_all([statement for statement, _ in turn])
        except Exception as error:  # noqa: BLE001 - whoever waits must learn of any failure
            for _, sealed in turn:
                if not sealed.done():
                    sealed.set_exception(error)
        else:
            for (_, sealed), receipt in zip(turn, receipts, strict=True):
                if not sealed.done():  # cancelled meanwhile
                    sealed.set_result(receipt)


def _sealed(stamped: list[Receipt], key: SigningKey) -> list[Receipt]:
    tree = merkle.tree([merkle.leaf(canonical(statement)) for statement in stamped])
    size = len(stamped)
    signature = key.private.sign(_signed(tree.root, size)).hex()
    for index, statement in enumerate(stamped):
        path = [step.hex() for step in tree.paths[index]]
        proof = {"index": index, "size": size, "path": path, "signature": signature}
        statement["proof"] = proof
    return stamped


def _signed(root: bytes, size: int) -> bytes:
    return _PREFIX + size.to_bytes(8) + root


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a receipt proves nothing: a stable code, and a JSON pointer into the receipt."""

    code: str
    pointer: str = ""


def verify(receipt: Mapping[str, object], keys: Iterable[PublicKey]) -> tuple[Fault, ...]:
    """Check a receipt against the listed keys; no faults mean that it is genuine.

    Codes: `malformed` (not the shape of a receipt), `key_unknown`, `key_not_in_force` (at the
    receipt's time), `path_length` (no such leaf), `signature` (something was changed, or another
    key signed).
    """
    try:
        read = _read(receipt)
    except _Malformed as fault:
        return (Fault("malformed", str(fault)),)
    key = next((key for key in keys if key.id == receipt["key"]), None)
    if key is None:
        return (Fault("key_unknown", "/key"),)
    in_force = key.not_before <= str(receipt["time"]) < key.not_after
    outside = () if in_force else (Fault("key_not_in_force", "/time"),)
    return outside + _unproven(read, key)


class _Malformed(Exception):
    """The member at this pointer is missing, or not of its kind."""


@dataclass(frozen=True, slots=True)
class _Read:
    leaf: bytes
    index: int
    size: int
    path: Sequence[bytes]
    signature: bytes


def _read(receipt: Mapping[str, object]) -> _Read:
    statement = {name: value for name, value in receipt.items() if name != "proof"}
    if type(statement.get("v")) is not int or statement["v"] != VERSION:
        raise _Malformed("/v")
    for name in ("key", "time"):
        if not isinstance(statement.get(name), str):
            raise _Malformed(f"/{name}")
    try:
        leaf = merkle.leaf(canonical(statement))
    except orjson.JSONEncodeError:  # a lone surrogate, or a number too large to be ours
        raise _Malformed("") from None
    return _Read(leaf, *_read_proof(receipt.get("proof")))


def _read_proof(proof: object) -> tuple[int, int, Sequence[bytes], bytes]:
    if not isinstance(proof, Mapping) or set(proof) != set(_PROOF):
        raise _Malformed("/proof")
    size = _integer(proof["size"], "/proof/size", 1, _MAX_SIZE)
    index = _integer(proof["index"], "/proof/index", 0, size - 1)
    path = proof["path"]
    if not isinstance(path, list) or len(path) > size.bit_length():
        raise _Malformed("/proof/path")
    steps = [_bytes(step, f"/proof/path/{i}", merkle.HASH_BYTES) for i, step in enumerate(path)]
    return index, size, steps, _bytes(proof["signature"], "/proof/signature", 64)


def _integer(value: object, pointer: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _Malformed(pointer)
    return value


def _bytes(value: object, pointer: str, length: int) -> bytes:
    """Read lower-case hexadecimal digits; upper case would be a change that nobody notices."""
    if not isinstance(value, str) or not _HEX.fullmatch(value) or len(value) != 2 * length:
        raise _Malformed(pointer)
    return bytes.fromhex(value)


def _unproven(read: _Read, key: PublicKey) -> tuple[Fault, ...]:
    root = merkle.root_of(read.leaf, read.index, read.size, read.path)
    if root is None:
        return (Fault("path_length", "/proof/path"),)
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public_key))
    try:
        public.verify(read.signature, _signed(root, read.size))
    except InvalidSignature:
        return (Fault("signature", "/proof/signature"),)
    return ()
