"""A small creation of our own, so that what the service does is seen apart from any rulebook.

Heat is rolled, leaves are chosen, names are written; stirring costs coins and throws dice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from majokko_characters.creations import Creations
from majokko_kit.settings import Settings
from majokko_rules.chance import Chance
from majokko_rules.creation import (
    Because,
    Number,
    Offer,
    OneOf,
    Pending,
    Picks,
    Sheet,
    Value,
    Words,
)
from majokko_rules.errors import IllegalAction
from majokko_rules.rulesets import Names, Ruleset, build
from majokko_rules.rulesets.shelf import Shelf

LEAVES = ("green", "black")
START_COINS = 3


def ruleset(version: int = 1, dice: int = 1) -> Ruleset:
    """Rules for tea; another version of them begins with more dice."""
    return build(
        {
            "id": "tea",
            "version": version,
            "system": "collapse",
            "settings": {
                "coins": {
                    "type": "integer",
                    "default": START_COINS,
                    "min": 0,
                    "max": 9,
                    "basis": "house",
                }
            },
            "numbers": {"dice": dice},
            "tables": {
                "leaves": {
                    "fields": {"heat": {"type": "integer", "required": True}},
                    "rows": {
                        "green": {"heat": 2, "source": "tin", "confidence": "confirmed"},
                        "black": {
                            "heat": 5,
                            "unknown": ["effect"],
                            "source": "tin",
                            "confidence": "house",
                        },
                    },
                }
            },
        },
        Names(
            {
                "en": {
                    "system.name": "Tea",
                    "creation.does.stir": "Stir twice.",
                    "tables.leaves.name": "Leaves",
                    "tables.leaves.green.name": "Green tea",
                },
                "ja": {
                    "creation.does.stir": "二度かき混ぜる。",
                    "tables.leaves.green.name": "緑茶",
                },
            }
        ),
    )


@dataclass(frozen=True, slots=True)
class Cup:
    heat: tuple[int, ...]
    coins: int
    leaf: str | None = None
    name: str | None = None
    stirred: tuple[int, ...] = ()
    sugar: int = 0


@dataclass(frozen=True, slots=True)
class Tea:
    """Makes cups of tea."""

    ruleset: Ruleset

    def begin(self, options: Mapping[str, object], chance: Chance) -> Cup:
        dice = self.ruleset.numbers["dice"]
        assert isinstance(dice, int)
        return Cup(tuple(chance.throw(dice, 20)), int(str(options["coins"])))

    def offers(self, state: Cup) -> Sequence[Offer]:
        stir = Offer(f"stir.{len(state.stirred)}", "stir", "stir", {"coin": 1})
        sugar = Offer("sugar", "sugar", "sugar", {"coin": 2}, (Number("spoons", 1, 9),))
        leaf = Offer("leaf", "leaf", "choose", pick=(OneOf("leaf", LEAVES),))
        name = Offer("name", "name", "write", pick=(Words("name", 20),))
        return (*(() if state.leaf else (leaf,)), stir, sugar, name)

    def pending(self, state: Cup) -> Sequence[Pending]:
        return () if state.leaf else (Pending("leaf", "leaf", ("leaf",)),)

    def take(self, state: Cup, offer: Offer, picks: Picks, chance: Chance) -> Cup:
        left = replace(state, coins=state.coins - offer.cost.get("coin", 0))
        match offer.step:
            case "leaf":
                return replace(left, leaf=str(picks["leaf"]))
            case "name":
                return replace(left, name=str(picks["name"]))
            case "stir":
                return replace(left, stirred=(*left.stirred, sum(chance.throw(2, 6))))
            case _:
                return _sweetened(left, int(picks["spoons"]))

    def purse(self, state: Cup) -> Mapping[str, int]:
        return {"coin": state.coins}

    def sheet(self, state: Cup) -> Sheet:
        rolled = [Because("roll", "heat", plus=face, roll=face) for face in state.heat]
        spun = [Because("coin", f"stir.{n}", plus=two) for n, two in enumerate(state.stirred)]
        leaf = self.ruleset["leaves"][state.leaf] if state.leaf else None
        row = [Because("row", f"leaves.{leaf.key}", plus=leaf["heat"])] if leaf else []
        heat = (*rolled, *spun, *row)
        values = {
            "leaf": Value(state.leaf, (Because("choice", "leaf"),)),
            "stats.HEAT": Value(sum(each.plus or 0 for each in heat), heat),
            "stats.SUGAR": Value(state.sugar, (Because("choice", "sugar", plus=state.sugar),)),
        }
        if state.name:
            values["name"] = Value(state.name, (Because("choice", "name"),))
        return Sheet(values)


def _sweetened(cup: Cup, spoons: int) -> Cup:
    """Refuse more sugar than tea; a rule that no offer can say beforehand."""
    if spoons > sum(cup.heat):
        raise IllegalAction("too_many_bonus_dice", pointer="/spoons", limit=sum(cup.heat))
    return replace(cup, sugar=cup.sugar + spoons)


def tea_only(_: Settings) -> Creations:
    """All that a service of tea can make; the second version begins with three dice."""
    return Creations(Shelf((ruleset(1), ruleset(2, dice=3))), Tea)
