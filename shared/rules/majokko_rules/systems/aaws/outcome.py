"""What a check of A-AWs means."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.results import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class AawsOutcome(Outcome):
    """The achievement `value` of all factors that were left.

    `rolled` and `fixed` are what anti factors left, `removed` what they took. `margin` is value −
    target, null for an open or infinite one. `tier` says how many middle values were passed, where
    that decides. A fumble has its value too, and nothing else.
    """

    system: ClassVar[str] = "aaws"

    value: int
    rolled: int
    fixed: int = 0
    removed: int = 0
    margin: int | None = None
    tier: int | None = None
