"""Reads `Accept` (RFC 9110, 12.5.1): of the closest range that names a type, its quality counts."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

_QUALITY = re.compile(rb"(0(\.\d{0,3})?|1(\.0{0,3})?)")


@lru_cache(maxsize=256)
def best(header: bytes, offered: tuple[bytes, ...]) -> bytes | None:
    """Return the offered type that is liked best, the first of equals; None if none is taken.

    Of two liked alike, the one named more closely is meant.

    >>> best(b"text/*;q=0.5, application/json", (b"text/html", b"application/json"))
    b'application/json'
    >>> best(b"*/*", (b"text/html", b"application/json"))
    b'text/html'
    >>> best(b"image/png, text/html;q=0", (b"text/html",))
    """
    liked = dict(_ranges(header))
    first = max(offered, key=lambda media: _liking(liked, media))
    return first if _liking(liked, first)[0] else None


def _liking(liked: Mapping[bytes, float], media: bytes) -> tuple[float, int]:
    """Return how much a type is liked, and how closely it was named."""
    family = media.partition(b"/")[0] + b"/*"
    for closeness, asked in ((2, media), (1, family), (0, b"*/*")):
        if asked in liked:
            return liked[asked], closeness
    return 0, 0


def _ranges(header: bytes) -> Iterator[tuple[bytes, float]]:
    for listed in header.lower().split(b","):
        media, *parameters = (part.strip() for part in listed.split(b";"))
        quality = next((p[2:] for p in parameters if p.startswith(b"q=")), b"1")
        yield media, float(quality) if _QUALITY.fullmatch(quality) else 0
