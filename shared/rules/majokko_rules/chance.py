"""Where dice come from; the only module that knows a source of randomness.

Rules throw dice through one protocol, `Chance`. Three sources implement it: `Entropy` (the
operating system's generator, pooled), `Seeded` (replays from a seed) and `Scripted` (faces that
somebody wrote down or rolled by hand).
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from hashlib import shake_256
from typing import Protocol

from majokko_rules.errors import FaceOutOfRange, FacesTooFew, FacesTooMany

MAX_SIDES = 10**9
_BYTE = 256
_WORD = 2**32
_BLOCK = 136  # what one permutation of SHAKE-256 yields


class Chance(Protocol):
    """All that a rule needs: numbered dice, and dice with faces of their own."""

    def throw(self, count: int, sides: int) -> Sequence[int]:
        """Return `count` independent faces, each from 1 to `sides`, in the order thrown.

        `count` ≥ 0; 1 ≤ `sides` ≤ 10^9. The caller has checked both.
        """
        ...

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        """Throw `count` dice that show `faces` (dF, d{1,2,4}); returns what they show."""
        ...


class _Sampler(ABC):
    """Turns random bytes into unbiased faces by rejection, never by remainder alone.

    Up to 256 sides a face costs one byte: bytes at or above the largest multiple of `sides` are
    deleted, the others are mapped to faces, both in one pass of `bytes.translate`. More sides cost
    four bytes each.
    """

    pool: int
    """Bytes read at a time: many where a read is a system call, few where each is computed."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[bytes, int]] = {}

    @abstractmethod
    def _bytes(self, count: int) -> bytes: ...

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[index - 1] for index in self.throw(count, len(faces))]

    def throw(self, count: int, sides: int) -> Sequence[int]:
        if sides >= _BYTE:
            return self._throw_words(count, sides)
        pool, at = self._faces.get(sides, (b"", 0))
        end = at + count
        if end > len(pool):
            pool, at = self._refill(pool[at:], count, sides), 0
            end = count
        self._faces[sides] = (pool, end)
        return pool[at:end]

    def _refill(self, left: bytes, count: int, sides: int) -> bytes:
        table, biased = _TABLES[sides]
        while len(left) < count:
            left += self._bytes(max(self.pool, count)).translate(table, biased)
        return left

    def _throw_words(self, count: int, sides: int) -> Sequence[int]:
        limit = _WORD - _WORD % sides
        faces: list[int] = []
        while len(faces) < count:
            raw = self._bytes(4 * (count - len(faces)))
            words = (int.from_bytes(raw[i : i + 4], "big") for i in range(0, len(raw), 4))
            faces += [word % sides + 1 for word in words if word < limit]
        return faces


def _table(sides: int) -> tuple[bytes, bytes]:
    fair = _BYTE - _BYTE % sides
    return bytes(i % sides + 1 for i in range(_BYTE)), bytes(range(fair, _BYTE))


_TABLES = {sides: _table(sides) for sides in range(1, _BYTE)}


class Entropy(_Sampler):
    """Fresh randomness of the operating system; one is enough for a process, and lives as long.

    A forked child must never repeat its parent's dice, so pools are emptied after a fork.
    """

    pool = 8192

    def __init__(self) -> None:
        super().__init__()
        os.register_at_fork(after_in_child=self._faces.clear)

    def _bytes(self, count: int) -> bytes:
        return os.urandom(count)


class Seeded(_Sampler):
    """The same seed throws the same dice, for replays and for retries of one request.

    Bytes are SHAKE-256(seed ‖ be64(block)), block = 0, 1, 2 …, taken without skipping.

    >>> list(Seeded(b"tea").throw(5, 6)) == list(Seeded(b"tea").throw(5, 6))
    True
    """

    pool = _BLOCK

    def __init__(self, seed: bytes) -> None:
        super().__init__()
        self._seed = seed
        self._block = 0
        self._left = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._left) < count:
            block = self._seed + self._block.to_bytes(8, "big")
            self._left += shake_256(block).digest(_BLOCK)
            self._block += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken


class Scripted:
    """Faces from outside: a test's, or dice rolled by hand at the table.

    Running out does not stop the throw at once: the missing faces are counted first (standing in
    by middle faces, which seldom explode or fail, and by lower ones each time, so that explosions
    end), so that `finish` can name how many the whole question needs.

    >>> dice = Scripted([3, 4])
    >>> list(dice.throw(2, 6)), dice.finish()
    ([3, 4], None)
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._used = 0
        self._short = 0

    def throw(self, count: int, sides: int) -> Sequence[int]:
        given = self._take(count, lambda face: 1 <= face <= sides, f"d{sides}")
        if missing := count - len(given):
            return given + (self._stand_in(sides) + 1,) * missing
        return given

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        die = "d{" + ",".join(map(str, faces)) + "}"
        given = self._take(count, faces.__contains__, die)
        if missing := count - len(given):
            return given + (faces[self._stand_in(len(faces))],) * missing
        return given

    def _stand_in(self, width: int) -> int:
        place = ((width - 1) // 2 - self._short) % width
        self._short += 1
        return place

    def _take(self, count: int, fits: Callable[[int], bool], die: str) -> tuple[int, ...]:
        start, self._used = self._used, self._used + count
        given = self._faces[start : self._used]
        for index, face in enumerate(given, start):
            if not fits(face):
                raise FaceOutOfRange("not_on_die", pointer=f"/faces/{index}", die=die)
        return given

    def finish(self) -> None:
        """Refuse if the question needed another number of dice than were given."""
        given = len(self._faces)
        if self._used > given:
            raise FacesTooFew("needed", pointer="/faces", given=given, needed=self._used)
        if self._used < given:
            raise FacesTooMany("needed", pointer="/faces", given=given, needed=self._used)
