"""The one secret of an installation: 32 bytes from which keys and seeds are derived.

`MAJOKKO_SECRET` gives it (needed where several hosts answer for one installation); otherwise
`$MAJOKKO_VAR/secret` keeps one, made at the first start.
"""

import binascii
import hmac
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_BYTES = 32
_HEX = 2 * _BYTES
_URLSAFE = str.maketrans("-_", "+/")


class BadSecret(ValueError):
    """The secret is not 32 bytes; the message never shows it."""


class Secret:
    """Derives what must be the same in every process and unknown to everybody else."""

    __slots__ = ("_bytes",)

    def __init__(self, raw: bytes) -> None:
        if len(raw) != _BYTES:
            raise BadSecret(f"a secret has {_BYTES} bytes, not {len(raw)}")
        self._bytes = raw

    @classmethod
    def of(cls, text: str) -> Self:
        """Read 64 hexadecimal digits, or base64 (either alphabet, padding optional).

        >>> Secret.of("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        Secret(…)
        """
        try:
            return cls(_decoded(text.strip()))
        except (
            ValueError
        ):  # binascii.Error and BadSecret are such; their texts may quote the secret
            message = "a secret is 32 bytes, as 64 hexadecimal digits or as base64"
            raise BadSecret(message) from None

    @classmethod
    def kept_in(cls, folder: Path) -> Self:
        """Read the secret kept in `folder`; the first caller makes it, readable by its user only.

        Of several processes that start at once, all get the same.
        """
        path = folder / "secret"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _create(path)
        return cls(path.read_bytes())

    def seed_of(self, *parts: str) -> bytes:
        """Return 32 bytes: HMAC-SHA256 over the parts, each behind its length.

        >>> secret = Secret(bytes(32))
        >>> secret.seed_of("ab", "c") == secret.seed_of("a", "bc")
        False
        """
        return hmac.digest(self._bytes, b"".join(map(length_prefixed, parts)), "sha256")

    def derive(self, function: HKDF) -> bytes:
        """Return the key that a key derivation function makes of the secret."""
        return function.derive(self._bytes)

    def __repr__(self) -> str:
        return "Secret(…)"


def length_prefixed(part: str) -> bytes:
    """Return UTF-8 behind its length in four bytes, big-endian: joined parts stay apart.

    >>> length_prefixed("ab").hex()
    '000000026162'
    """
    raw = part.encode()
    return len(raw).to_bytes(4) + raw


def _decoded(text: str) -> bytes:
    if len(text) == _HEX:
        return bytes.fromhex(text)
    digits = text.translate(_URLSAFE).rstrip("=")
    return binascii.a2b_base64(digits + "=" * (-len(digits) % 4), strict_mode=True)


def _create(path: Path) -> None:
    """Write whole, then link: nobody ever sees half a secret, and the first link wins."""
    handle, name = tempfile.mkstemp(prefix=".secret-", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(_BYTES))
            os.fchmod(handle, 0o400)
            file.flush()
            os.fsync(handle)
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()
