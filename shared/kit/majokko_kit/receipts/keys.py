"""The Ed25519 keys that sign receipts: one a calendar month, and another after each `rotate`.

A key belongs to a period, and a period to its beginning: private key = HKDF-SHA256(secret, salt
"majokko/receipt-key", info = the beginning as text). So all processes with one secret sign alike
without talking to each other. Periods are cut at midnight UTC on the first of each month and at
the times listed in `keys/rotations`, a file that is no secret. The public halves of used keys stay
in `keys/<id>.json`, so that they are still listed when the secret itself has been replaced.
"""

import json
import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from majokko_kit.clock import SECOND, Clock, from_rfc3339, now_ms, rfc3339
from majokko_kit.secret import Secret

ALGORITHM = "Ed25519"
NOTICE = 5 * SECOND
"""A rotation takes effect this long after it was asked for, so that every process knows of it."""

_LOOK_AGAIN = SECOND  # how soon another process's rotation is noticed; well below NOTICE
_MONTHS_BACK = 12
_MONTHS_AHEAD = 1
_SALT = b"majokko/receipt-key"
_ROTATIONS = "rotations"
_PUBLIC = re.compile("[0-9a-f]{64}")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """What a verifier needs: `public_key` is hexadecimal; in force from `not_before` (inclusive)
    to `not_after` (exclusive).
    """

    id: str
    public_key: str
    not_before: str
    not_after: str

    def document(self) -> dict[str, str]:
        """Return the key as `GET /v1/fairness/keys` lists it."""
        return {
            "id": self.id,
            "algorithm": ALGORITHM,
            "public_key": self.public_key,
            "not_before": self.not_before,
            "not_after": self.not_after,
        }

    @classmethod
    def listed(cls, document: Mapping[str, str]) -> Self:
        """Read a key as it is listed.

        Raises KeyError for a missing member and ValueError for what is no such key.
        """
        if document["algorithm"] != ALGORITHM or not _PUBLIC.fullmatch(document["public_key"]):
            raise ValueError(f"not a public key of {ALGORITHM}")
        begins, ends = (from_rfc3339(document[name]) for name in ("not_before", "not_after"))
        return cls(document["id"], document["public_key"], rfc3339(begins), rfc3339(ends))


class SigningKey(NamedTuple):
    """A private key in its period, in milliseconds since 1970, the end exclusive."""

    id: str
    private: Ed25519PrivateKey
    begins: int
    ends: int

    def published(self) -> PublicKey:
        public = self.private.public_key().public_bytes_raw().hex()
        return PublicKey(self.id, public, rfc3339(self.begins), rfc3339(self.ends))


class KeyRing:
    """The keys of one installation; `folder` is `$MAJOKKO_VAR/keys`."""

    def __init__(self, secret: Secret, folder: Path, now: Clock = now_ms) -> None:
        self._secret = secret
        self._folder = folder
        self._now = now
        self._derived: dict[int, tuple[str, Ed25519PrivateKey]] = {}
        self._kept: set[str] = set()
        self._key: SigningKey | None = None
        self._good_until = 0

    def at(self, instant: int) -> SigningKey:
        """Return the key in force at `instant`, which is about now."""
        key = self._key
        if key is None or not key.begins <= instant < self._good_until:
            key = self._key = self._find(instant)
            self._good_until = min(key.ends, instant + _LOOK_AGAIN)
        return key

    def public_keys(self) -> tuple[PublicKey, ...]:
        """List the keys of the last year, the next month's, and every key that was ever used
        here, the youngest first.
        """
        now = self._now()
        self._find(now)  # so that a process which never signed keeps its key as well
        rotations = self._rotations()
        keys = {key.id: key for key in self._used(rotations)}
        keys |= {key.id: key.published() for key in self._recent(now, rotations)}
        return tuple(sorted(keys.values(), key=lambda key: (key.not_before, key.id), reverse=True))

    def rotate(self) -> PublicKey:
        """Begin a new key a few seconds from now, wherever this folder is shared."""
        now = self._now()
        self._find(now)
        begins = -(-(now + NOTICE) // SECOND) * SECOND
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / _ROTATIONS).open("a") as file:
            file.write(rfc3339(begins) + "\n")
        self._key = None
        return self._find(begins).published()

    def _find(self, instant: int) -> SigningKey:
        rotations = self._rotations()
        begins = max([_month(instant), *(cut for cut in rotations if cut <= instant)])
        key = self._beginning(begins, rotations)
        if key.id not in self._kept:
            self._keep(key.published())
        return key

    def _recent(self, now: int, rotations: Sequence[int]) -> Iterator[SigningKey]:
        months = [_month(now, ahead) for ahead in range(-_MONTHS_BACK, _MONTHS_AHEAD + 1)]
        begins = {*months, *(cut for cut in rotations if cut > months[0])}
        return (self._beginning(cut, rotations) for cut in begins)

    def _beginning(self, begins: int, rotations: Sequence[int]) -> SigningKey:
        if begins not in self._derived:
            self._derived[begins] = _derive(self._secret, begins)
        return SigningKey(*self._derived[begins], begins, _end(begins, rotations))

    def _rotations(self) -> list[int]:
        """Read the times of rotations, sorted; there are none before the first `rotate`."""
        path = self._folder / _ROTATIONS
        try:
            return sorted(map(from_rfc3339, path.read_text().split()))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except ValueError:
            raise ValueError(f"{path}: not a list of instants") from None

    def _keep(self, key: PublicKey) -> None:
        """Note a used key; where the folder cannot be written, only the last year is listed."""
        self._kept.add(key.id)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = self._folder / f".{key.id}.{os.getpid()}"
            draft.write_text(json.dumps(key.document(), indent=1) + "\n")
            draft.replace(self._folder / f"{key.id}.json")
        except OSError as error:
            log.warning("cannot keep the public key %s: %s", key.id, error.strerror)

    def _used(self, rotations: Sequence[int]) -> Iterator[PublicKey]:
        for path in self._folder.glob("*.json"):
            kept = PublicKey.listed(json.loads(path.read_text()))
            ends = rfc3339(_end(from_rfc3339(kept.not_before), rotations))
            yield PublicKey(kept.id, kept.public_key, kept.not_before, ends)


def _derive(secret: Secret, begins: int) -> tuple[str, Ed25519PrivateKey]:
    info = rfc3339(begins)
    hkdf = HKDF(algorithm=SHA256(), length=32, salt=_SALT, info=info.encode())
    private = Ed25519PrivateKey.from_private_bytes(secret.derive(hkdf))
    mark = sha256(private.public_key().public_bytes_raw()).hexdigest()[:8]
    return f"{info[:10]}-{mark}", private


def _month(instant: int, ahead: int = 0) -> int:
    """Return when the month of `instant` began, or the one so many months ahead of it."""
    date = datetime.fromtimestamp(instant / SECOND, UTC)
    years, month = divmod(date.month - 1 + ahead, 12)
    return int(datetime(date.year + years, month + 1, 1, tzinfo=UTC).timestamp()) * SECOND


def _end(begins: int, rotations: Sequence[int]) -> int:
    return min([_month(begins, 1), *(cut for cut in rotations if cut > begins)])
