"""Checks receipts as a stranger would: with the listed public keys and nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from majokko_kit.receipts import merkle
from majokko_kit.receipts.form import VERSION, canonical, signed
from majokko_kit.receipts.keys import PublicKey

_PROOF = ("index", "size", "path", "signature")
_HEX = re.compile(r"[0-9a-f]*")
_MAX_SIZE = 2**53
_SIGNATURE_BYTES = 64


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
    return index, size, steps, _bytes(proof["signature"], "/proof/signature", _SIGNATURE_BYTES)


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
        public.verify(read.signature, signed(root, read.size))
    except InvalidSignature:
        return (Fault("signature", "/proof/signature"),)
    return ()
