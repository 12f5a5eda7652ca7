"""What a weapon does with its class and attachments: cost, damage, block, range."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import Row
from majokko_rules.systems.collapse import combat
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Weapon, total


@dataclass(frozen=True, slots=True)
class Blows:
    """`bonus` is the damage bonus of whoever strikes, such as `+1d4`."""

    book: Book
    weapon: Weapon
    bonus: str

    def values(self) -> Mapping[str, Value]:
        """Return what the sheet tells; rolls are written in the notation of dice."""
        plain = combat.Weapon(
            self.weapon.value("DAM"), self.weapon.value("WEI"), self.book.fields("weight_classes")
        )
        return {
            "weapon.class": Value(plain.weight_class, (Because("rule", "weapon_values.WEI"),)),
            "weapon.cost": self._cost(plain),
            "weapon.damage": Value(self._damage(plain), tuple(self._hurting(plain))),
            **self._block(),
            **self._range(),
        }

    def _attached(self) -> Sequence[Row]:
        keys = (self.weapon.chosen[part] for part in ("passive", "active"))
        return [self.book.row("attachments", key) for key in keys if key]

    def _cost(self, plain: combat.Weapon) -> Value:
        reasons = [Because("row", f"weight_classes.{plain.weight_class}", plus=plain.cost)]
        for row in self._attached():
            if divide := row.get("divide"):
                cost = total(reasons)
                fewer = -(-cost // divide) - cost
                reasons.append(Because("row", f"attachments.{row.key}", plus=fewer))
        return Value(total(reasons), tuple(reasons))

    def _damage(self, plain: combat.Weapon) -> str:
        """Write the damage of a regular hit: base × class, attachments, damage bonus.

        Our notation drops fractions; where they are rounded up, one less than the divisor goes on
        top before.
        """
        text = f"1d{plain.damage}{_factor(plain.halves)}"
        if plain.extra_die:
            text += f"+1d{plain.extra_die}"
        for row in self._attached():
            if divide := row.get("divide"):
                text = f"({text}+{divide - 1})/{divide}"
        for row in self._attached():
            if divide := row.get("die_divide"):
                text += f"+1d{max(1, plain.damage // divide)}"
        return text + (self.bonus if self._helped else "")

    def _hurting(self, plain: combat.Weapon) -> Iterator[Because]:
        """Name what has a part in the damage."""
        yield Because("rule", "weapon_values.DAM")
        yield Because("row", f"weight_classes.{plain.weight_class}")
        for row in self._attached():
            if row.get("divide") or row.get("die_divide"):
                yield Because("row", f"attachments.{row.key}")
        if self._helped:
            yield Because("rule", "derived.DB")

    @property
    def _helped(self) -> bool:
        """Whether her damage bonus counts, and is one."""
        counts = self.book.row("weapon_kinds", self.weapon.kind)["damage_bonus"]
        return bool(counts) and self.bonus != "+0"

    def _block(self) -> Mapping[str, Value]:
        if "DEF" not in self.weapon.values:
            return {}
        text, reasons = f"1d{self.weapon.value('DEF')}", [Because("rule", "weapon_values.DEF")]
        for row in self._attached():
            if dice := row.get("block_dice"):
                text += f"+{dice}d{row['block_sides']}"
                reasons.append(Because("row", f"attachments.{row.key}"))
        return {"weapon.block": Value(text, tuple(reasons))}

    def _range(self) -> Mapping[str, Value]:
        if "LEN" not in self.weapon.values:
            return {}
        metres = self.weapon.value("LEN") * self.book.row("weapon_values", "LEN")["metres"]
        reasons = [Because("rule", "weapon_values.LEN", plus=metres)]
        for row in self._attached():
            if divide := row.get("range_divide"):
                here = total(reasons)
                reasons.append(Because("row", f"attachments.{row.key}", plus=here // divide - here))
        return {"weapon.range": Value(total(reasons), tuple(reasons))}


_WHOLE = 2
"""The factor of a class that changes nothing, in halves."""


def _factor(halves: int) -> str:
    """Write a factor that is counted in halves.

    >>> [_factor(halves) for halves in (1, 2, 3, 4)]
    ['/2', '', '*3/2', '*2']
    """
    times, divisor = Fraction(halves, _WHOLE).as_integer_ratio()
    return (f"*{times}" if times > 1 else "") + (f"/{divisor}" if divisor > 1 else "")
