"""Whose stream it is: what keeps one tenant's commitment from passing for another's."""

import re
from dataclasses import dataclass

from majokko_rules.errors import InvalidValue
from majokko_rules.fairness.drawing.encoding import be32, fields

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_INDICES = 2**32


def plain(value: str, pointer: str) -> str:
    """Return `value` if it may name a tenant, a stream or a contributor."""
    if not _ID.fullmatch(value):
        raise InvalidValue("malformed", pointer=pointer, form="1–64 of A–Z a–z 0–9 _ -")
    return value


@dataclass(frozen=True, slots=True)
class StreamName:
    """`index` counts the streams that followed each other under one id, from 0."""

    tenant: str
    stream: str
    index: int

    def __post_init__(self) -> None:
        plain(self.tenant, "/tenant")
        plain(self.stream, "/stream")
        if not 0 <= self.index < _INDICES:
            raise InvalidValue("malformed", pointer="/index", form="0–2³²-1")

    @property
    def encoded(self) -> bytes:
        return fields(self.tenant, self.stream) + be32(self.index)
