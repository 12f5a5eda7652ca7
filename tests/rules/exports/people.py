"""Characters that files are written of: random ones, and one of each system that never changes."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from majokko_rules import systems
from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.exports import Portrait
from majokko_rules.rulesets import Ruleset, shelf
from tests.support.creating import random_creation

SYSTEMS = tuple(each.id for each in systems.SYSTEMS.values() if each.maker)
SEEDS = range(8)

_VARIED: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "collapse": (
        {},
        {"mending": "allowed", "knowledge_costs": "start_and_maximum"},
        {"any_age": True, "contacts": 20, "contacts_by": "check"},
    ),
    "infinite": ({"edition": "new"}, {"edition": "v2_35", "rank": "d"}, {"edition": "v3_25"}),
}


@cache
def ruleset(system: str) -> Ruleset:
    return shelf.find(system)


@cache
def sheet(system: str, seed: int) -> Sheet:
    """A sheet that random choices led to, always the same for a seed."""
    varied = _VARIED.get(system, ({},))
    options = ruleset(system).options(varied[seed % len(varied)])
    return random_creation(shelf.maker(ruleset(system)), options, seed).finish()


def portrait(system: str, seed: int = 0, **more: Any) -> Portrait:  # noqa: ANN401 - members differ
    return Portrait(
        more.pop("name", "暁美ほむら"),
        ruleset(system),
        more.pop("sheet", None) or sheet(system, seed),
        **more,
    )


def _told(values: Mapping[str, object]) -> Sheet:
    return Sheet({name: _value(value) for name, value in values.items()})


def _value(value: object) -> Value:
    if type(value) is int:
        return Value(value, (Because("base", "base", plus=value),))
    return Value(value)


def _stats(section: str, *numbers: int) -> Mapping[str, int]:
    names = ("STR", "AGI", "VIT", "MAG", "LCK")
    return {f"{section}.{name}": number for name, number in zip(names, numbers, strict=True)}


HOMURA = _told(
    {
        "age": 14,
        "gender": "girl",
        "body": "underdeveloped",
        "specialisation": "time",
        "weapons": ("ranged",),
        "outfit": "uniform",
        "perks": ("soul_jar", "gifted"),
        "background": "She has lived through this month before, more often than she can count.",
        **_stats("stats", 6, 9, 7, 8, 5),
        **_stats("untransformed", 4, 5, 5, 4, 4),
        "derived.HP": 14,
        "derived.MP": 8,
        "derived.FP": 5,
        "derived.SP": None,
    }
)
MAMI = _told(
    {
        "age": 15,
        "gem": "slightly_cloudy",
        "ability": "lucky_constitution",
        **{f"attributes.{name}": 55 for name in ("STR", "CON", "DEX", "INT", "POW")},
        **{f"attributes.{name}": 60 for name in ("EMO", "MEM", "LUCK", "SIZ", "APP")},
        **{f"half.{name}": 27 for name in ("STR", "CON", "DEX", "INT", "POW")},
        "derived.HP": 11,
        "derived.MP": 11,
        "derived.SAN": 43,
        "derived.SAN_start": 40,
        "derived.DP_cap": 15,
        "derived.DP_start": 8,
        "weapon.kind": "ranged",
        "weapon.damage": "1d13/2",
        "skills.spot": 65,
        "skills.persuade": 40,
        "grief_seeds": 2,
        "background.wish": "生きたい。それだけを願った。",
    }
)
SAYAKA = _told(
    {
        "kind": "magical girl",
        "level": 4,
        "originals.weapon": 3,
        "originals.OWN_1": 1,
        "names.OWN_1": "music",
        "factors.weapon": [
            {"id": "weapon_1", "name": "swords"},
            {"id": "weapon_2", "name": "edge"},
        ],
        "factors.OWN_1": [{"id": "OWN_1_1", "name": "violin"}],
        "items.item_1": {"name": "cape", "factors": [{"name": "white", "original": "weapon"}]},
        "antis": [],
        "abilities.melee": 3,
        "abilities.initiative": 0,
        "super_uses": 1,
        "VP": None,
    }
)
ZHENG = _told(
    {
        "edition": "new",
        "rank": "none",
        "origin": "A clerk who wanted more.",
        **{f"attributes.{name}": 2 for name in ("strength", "dexterity", "constitution")},
        "attributes.intelligence": 3,
        "skills.brawl": 2,
        "skills.firearms": 1,
        "specialties.firearms": {"pistols": 1},
        "derived.hit_points": 7,
        "derived.willpower": 4,
        "derived.initiative": 4,
        "saves.will": 4,
        "experience": 3,
    }
)

FIXED: Mapping[str, Portrait] = {
    "amgc": Portrait(
        "Homura",
        ruleset("amgc"),
        HOMURA,
        {"HP": 5, "bullets": 12},
        {"diary": "Again.\nAgain."},
        "https://majokko.example/v1/characters/chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C",
    ),
    "collapse": Portrait("巴マミ", ruleset("collapse"), MAMI, {"SAN": 21}),
    "aaws": Portrait("美樹さやか", ruleset("aaws"), SAYAKA),
    "infinite": Portrait("郑吒", ruleset("infinite"), ZHENG, {"HP": 0}),
}
