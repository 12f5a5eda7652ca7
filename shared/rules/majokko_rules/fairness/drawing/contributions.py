"""What the players add, so that the server alone decides nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from majokko_rules.errors import InvalidValue
from majokko_rules.fairness.drawing.encoding import be32, digest, field, fields
from majokko_rules.fairness.drawing.names import plain

_SEED = re.compile(r"[A-Za-z0-9._~-]{1,64}")


@dataclass(frozen=True, slots=True)
class Contribution:
    """`label` says whose it is. ASCII only: what looks alike is alike, byte for byte."""

    label: str
    seed: str

    def __post_init__(self) -> None:
        plain(self.label, "/label")
        if not _SEED.fullmatch(self.seed):
            raise InvalidValue("malformed", pointer="/seed", form="1–64 of A–Z a–z 0–9 . _ ~ -")


def client_part(contributions: Sequence[Contribution]) -> bytes:
    """Bind all contributions, in the order in which they were accepted."""
    listed = b"".join(fields(each.label, each.seed) for each in contributions)
    return digest(field("pf1/client") + be32(len(contributions)) + listed)
