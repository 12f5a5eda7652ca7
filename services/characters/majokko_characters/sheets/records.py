"""Characters as they are kept, and what was changed of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from majokko_characters.sheets.written import Values
from majokko_contracts.characters import LookUp
from majokko_contracts.units import FindUnit

Json = Mapping[str, Any]
Role = Literal["owner", "gm"]
Author = Literal["owner", "gm", "room"]
Shown = Literal["nothing", "card", "sheet"]
Source = Literal["supplied", "signed", "committed"]
Kind = Literal["created", "imported", "changed", "deleted", "restored"]
Mark = int | str


@dataclass(frozen=True, slots=True)
class Kept:
    """A character as her row has it, but for tokens.

    `sheet` is as `moves` have left it, and the acts that were `played` after them; each of
    `overrides` has `value`, `by`, `at`, `reason`.
    """

    id: str
    tenant: str
    gm_name: str | None
    name: str
    shown: Shown
    system: str
    ruleset: str
    digest: str
    source: Source
    options: Json
    moves: Sequence[Json]
    played: Sequence[Json]
    sheet: Values
    overrides: Mapping[str, Json]
    marks: Mapping[str, Mark]
    notes: Mapping[str, str]
    room: str | None
    member: str | None
    draft: str | None
    version: int
    created_at: int
    changed_at: int
    deleted_at: int | None

    @property
    def values(self) -> Values:
        """The sheet with everything that a game master has decided otherwise."""
        changed = {
            name: _overridden(self.sheet.get(name), override)
            for name, override in self.overrides.items()
        }
        return {**self.sheet, **changed}

    def is_rolled_for_by(self, asked: LookUp | FindUnit) -> bool:
        """Whoever has her seat rolls for her, and so do the game masters of her room."""
        if self.deleted_at is not None or self.room != asked.room:
            return False
        return asked.role == "gm" or self.member == asked.member

    def is_open_to(self, asked: LookUp) -> bool:
        """Numbers that all the world may read are nobody's secret, in whichever room."""
        is_public = self.deleted_at is None and self.shown == "sheet"
        return is_public or self.is_rolled_for_by(asked)


@dataclass(frozen=True, slots=True)
class Me:
    """Who acts on a character; `of_room` says that she is so by her seat in the room."""

    role: Role
    name: str | None = None
    of_room: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """`what` is a dotted name, `marks.HP`; None is as good as absent."""

    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody does to a character; what her room does has nobody."""

    me: Me | None
    kind: Kind
    changes: Sequence[Change] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a character's history."""

    version: int
    kind: Kind
    role: Author
    name: str | None
    reason: str | None
    changes: Sequence[Json]
    at: int


def _overridden(before: Json | None, override: Json) -> Json:
    """Add the override to the reasons, so that these still add up to the number."""
    reasons = [] if before is None else list(before["because"])
    old, new = (before or {}).get("value"), override["value"]
    reason: dict[str, Any] = {"kind": "override", "what": override["by"], "at": override["at"]}
    if type(new) is int and type(old) in (int, type(None)):
        reason["plus"] = new - _sum(reasons, old)
    if override.get("reason"):
        reason["reason"] = override["reason"]
    return {"value": new, "because": [*reasons, reason]}


def _sum(reasons: Sequence[Json], value: int | None) -> int:
    amounts = [each["plus"] for each in reasons if "plus" in each]
    return sum(amounts) if amounts or value is None else value
