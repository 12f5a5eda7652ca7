"""What a creation leads to: values that each say what they came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["base", "roll", "row", "choice", "coin", "rule", "override"]


@dataclass(frozen=True, slots=True)
class Because:
    """One reason for a value: `what` is a key (of a row, an offer), `plus` what it added to a
    number, `roll` the face that chose the row.
    """

    kind: Kind
    what: str
    plus: int | None = None
    roll: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """`value` is None where no source tells it: unknown, never zero."""

    value: Any
    because: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """All values of a character by name; names are those of the system."""

    values: Mapping[str, Value] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def explained(self) -> bool:
        """Whether each number that has reasons with amounts is their sum."""
        return all(map(_adds_up, self.values.values()))


def _adds_up(value: Value) -> bool:
    amounts = [each.plus for each in value.because if each.plus is not None]
    return not amounts or value.value is None or sum(amounts) == value.value
