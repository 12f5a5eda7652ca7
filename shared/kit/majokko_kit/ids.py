"""Makes public ids: `rol_01KB9Q…` is sortable by time, an id from a seed is always the same."""

from majokko_contracts.ids import ALPHABET
from majokko_kit.clock import now_ms
from majokko_kit.entropy import Pool

_PAIRS = tuple(high + low for high in ALPHABET for low in ALPHABET)
_SHIFTS = range(120, -1, -10)  # 13 pairs of characters hold 130 bits, of which 128 are used
_RANDOM_BITS = 80
_pool = Pool()


def new_id(prefix: str) -> str:
    """Return a fresh ULID: 48 bits of milliseconds since 1970, then 80 bits of entropy."""
    return _written(prefix, now_ms() << _RANDOM_BITS | int.from_bytes(_pool.take(10)))


def id_of(prefix: str, seed: bytes) -> str:
    """Return the id that belongs to the first 16 bytes of `seed`; its time means nothing.

    >>> id_of("rol", bytes(16))
    'rol_00000000000000000000000000'
    """
    return _written(prefix, int.from_bytes(seed[:16]))


def _written(prefix: str, bits: int) -> str:
    return prefix + "_" + "".join([_PAIRS[bits >> shift & 0x3FF] for shift in _SHIFTS])
