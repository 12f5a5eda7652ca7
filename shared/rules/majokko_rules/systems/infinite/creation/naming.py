"""Reads what somebody calls a check: `strength+brawl`, `dexterity + athletics + climbing + rope`.

A name is a sum of an attribute, save or derived value, a skill, a specialty of that skill, and
things of the sheet; a skill and a stat that are named apart are one such sum.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from majokko_rules.errors import InvalidValue
from majokko_rules.systems.infinite.creation import asking
from majokko_rules.systems.infinite.creation.asking import Asked
from majokko_rules.systems.infinite.creation.figures import Figures

_MEMBERS = (
    ("attribute", "attributes"),
    ("skill", "skills"),
    ("save", "saves"),
    ("value", "derived"),
)


def named(figures: Figures, skill: str | None, stat: str | None) -> Asked:
    """Understand the names of a skill and a stat.

    Raises InvalidValue, which points to `/skill` or `/stat`, for what the sheet does not have, and
    for two of a kind.
    """
    found: dict[str, str] = {}
    own: list[tuple[str, str]] = []
    for name, at in (*_parts(stat, "/stat"), *_parts(skill, "/skill")):
        if member := _member(figures, name):
            _alone(found, member, name, at)
            found[member] = name
        else:
            own.append((name, at))
    asked = Asked(found.get("attribute"), found.get("skill"))
    asked = replace(asked, value=found.get("value"), save=found.get("save"))
    for name, at in own:
        asked = _with_own(figures, asked, name, at)
    return asked


def _alone(found: Mapping[str, str], member: str, name: str, at: str) -> None:
    """Refuse two of a kind, and anything beside a save, which says itself what it is made of."""
    if member in found or "save" in found or (found and member == "save"):
        names = ", ".join((*found.values(), name))
        raise InvalidValue("not_together", pointer=at, names=names)


def _parts(names: str | None, at: str) -> Iterator[tuple[str, str]]:
    if names is not None:
        yield from ((name.strip(), at) for name in names.split("+"))


def _member(figures: Figures, name: str) -> str | None:
    tables = figures.ruleset.tables
    return next((member for member, table in _MEMBERS if name in tables[table].rows), None)


def _with_own(figures: Figures, asked: Asked, name: str, at: str) -> Asked:
    """Take a name that the player gave herself."""
    specialties = asking.specialties(figures, asked.skill)
    if name in specialties and asked.specialty is None:
        return replace(asked, specialty=name)
    gear = asking.levels(figures, "gear")
    if name in gear:
        return replace(asked, gear=(*asked.gear, name))
    tables = ("skills",) if at == "/skill" else ("attributes", "saves", "derived")
    rows = (key for table in tables for key in figures.ruleset[table].rows)
    raise InvalidValue("not_a_choice", pointer=at, choices=", ".join((*rows, *specialties, *gear)))
