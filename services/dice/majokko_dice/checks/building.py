"""Turns what people write about units and shared factors into those of the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from majokko_dice.checks.reading import maybe
from majokko_dice.checks.unit_shapes import (
    SharedFactorIn,
    UnitAntiIn,
    UnitFactorIn,
    UnitOriginalIn,
)
from majokko_dice.rolls.texts import line
from majokko_dice.rooms.names import named
from majokko_rules.errors import IllegalAction, InvalidValue, NotYours
from majokko_rules.systems.aaws.procedure import Shared, Unit
from majokko_rules.systems.aaws.procedure.units import Anti, Factor, Original, unknown

NewId = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Builder:
    """Gives a unit its factors. What has an id stays what it was; only the GM knows first uses."""

    unit: Unit
    new_id: NewId
    gm: bool

    def with_originals(self, given: Sequence[UnitOriginalIn]) -> Unit:
        """Raises InvalidValue, IllegalAction for more factors than a level allows, NotYours."""
        originals: list[Original] = []
        factors: list[Factor] = []
        for place, one in enumerate(given):
            at = f"/originals/{place}"
            original = self._original(one, at)
            if len(one.factors) > one.level:
                raise IllegalAction("original_full", pointer=f"{at}/factors", level=one.level)
            originals.append(original)
            factors += [
                self._factor(each, original.id, f"{at}/factors/{number}")
                for number, each in enumerate(one.factors)
            ]
        _each_once([one.id for one in originals], "/originals")
        _each_once([one.id for one in factors], "/originals")
        return replace(self.unit, originals=tuple(originals), factors=tuple(factors))

    def with_antis(self, given: Sequence[UnitAntiIn]) -> Unit:
        if given and not self.gm:
            raise NotYours("only_gm", pointer="/antis")
        antis = [self._anti(one, f"/antis/{place}") for place, one in enumerate(given)]
        _each_once([one.id for one in antis], "/antis")
        return replace(self.unit, antis=tuple(antis))

    def _original(self, one: UnitOriginalIn, at: str) -> Original:
        kept = [original.id for original in self.unit.originals]
        key = self._key(one.id, kept, "ori", at)
        return Original(
            key, named(one.name, f"{at}/name"), one.level, maybe(one.note, f"{at}/note")
        )

    def _factor(self, one: UnitFactorIn, original: str, at: str) -> Factor:
        kept = [factor.id for factor in self.unit.factors]
        key = self._key(one.id, kept, "fac", at)
        before = self.unit.factor(key)
        used = before.first_used if before else None
        if one.first_used is not None and one.first_used != used:
            if not self.gm:
                raise NotYours("only_gm", pointer=f"{at}/first_used")
            used = line(one.first_used, f"{at}/first_used")
        return Factor(key, original, named(one.name, f"{at}/name"), used)

    def _anti(self, one: UnitAntiIn, at: str) -> Anti:
        key = self._key(one.id, [anti.id for anti in self.unit.antis], "fac", at)
        before = self.unit.anti(key)
        return Anti(key, named(one.name, f"{at}/name"), fumble=bool(before and before.fumble))

    def _key(self, given: str | None, kept: Sequence[str], kind: str, at: str) -> str:
        if given is None:
            return self.new_id(kind)
        if given not in kept:
            raise unknown(kept, f"{at}/id")
        return given


def _each_once(keys: Sequence[str], at: str) -> None:
    if len(set(keys)) < len(keys):
        raise InvalidValue("not_together", pointer=at, names="id, id")


def shared(body: SharedFactorIn, key: str, units: Sequence[str]) -> Shared:
    """Make a shared factor: of units that were present, or of all who meet a condition.

    Raises InvalidValue.
    """
    _fits(body)
    holders = units if body.holders is None else body.holders
    for place, holder in enumerate(holders):
        if holder not in units:
            raise unknown(units, f"/holders/{place}")
    return Shared(
        id=key,
        name=named(body.name, "/name"),
        scope=body.scope,
        earned=line(body.earned, "/earned"),
        holders=() if body.scope == "condition" else tuple(dict.fromkeys(holders)),
        condition=maybe(body.condition, "/condition"),
        anti=body.anti,
        avoid=maybe(body.avoid, "/avoid"),
    )


def _fits(body: SharedFactorIn) -> None:
    """A condition belongs to those who meet it, holders to those present, a way out to an anti."""
    if body.scope == "condition" and body.condition is None:
        raise InvalidValue("required", pointer="/condition")
    if body.scope == "present" and body.condition is not None:
        raise InvalidValue("not_together", pointer="/condition", names="scope, condition")
    if body.scope == "condition" and body.holders is not None:
        raise InvalidValue("not_together", pointer="/holders", names="scope, holders")
    if body.avoid is not None and not body.anti:
        raise InvalidValue("not_together", pointer="/avoid", names="anti, avoid")
