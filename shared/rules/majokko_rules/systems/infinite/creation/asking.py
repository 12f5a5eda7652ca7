"""What a check is made with, and whether the sheet has it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from majokko_rules.errors import InvalidValue
from majokko_rules.systems.infinite.creation.figures import Figures
from majokko_rules.systems.infinite.pool import AGAIN


@dataclass(frozen=True, slots=True)
class Asked:
    """`value` is a derived value that counts as dice, `save` a save with all that it is made of.

    `specialty` is one of the skill's, `gear` are things of the sheet. `dice` and `successes` come
    from elsewhere. `exchange` is how often the attribute changes dice for successes, or back.
    """

    attribute: str | None = None
    skill: str | None = None
    specialty: str | None = None
    value: str | None = None
    save: str | None = None
    gear: tuple[str, ...] = ()
    dice: int = 0
    successes: int = 0
    exchange: int = 0
    again: int = AGAIN


_TABLES = (
    ("attribute", "attributes"),
    ("skill", "skills"),
    ("value", "derived"),
    ("save", "saves"),
)


def read(figures: Figures, asked: Asked) -> Asked:
    """Return what is asked, with what a save is made of.

    Raises InvalidValue for what the sheet does not have, with a pointer to the member.
    """
    for member, table in _TABLES:
        _one_of(getattr(asked, member), figures.ruleset[table].rows, f"/{member}")
    _one_of(asked.specialty, specialties(figures, asked.skill), "/specialty")
    for place, name in enumerate(asked.gear):
        _one_of(name, levels(figures, "gear"), f"/gear/{place}")
    most = _exchanges(figures, asked.attribute)
    if asked.exchange > most:
        raise InvalidValue("too_large", pointer="/exchange", limit=most)
    if asked.exchange < 0:
        raise InvalidValue("too_small", pointer="/exchange", limit=0)
    return _saving(figures, asked) if asked.save else asked


def specialties(figures: Figures, skill: str | None) -> Mapping[str, int]:
    """Return the specialties of a skill with their levels."""
    return levels(figures, f"specialties.{skill}")


def levels(figures: Figures, name: str) -> Mapping[str, int]:
    held = figures.values.get(name)
    return held.value if held and isinstance(held.value, Mapping) else {}


def _saving(figures: Figures, asked: Asked) -> Asked:
    row = figures.ruleset["saves"][asked.save or ""]
    skill, specialty = row.get("skill"), row.get("specialty")
    return replace(
        asked,
        attribute=row.get("attribute"),
        skill=skill,
        specialty=specialty if specialty in specialties(figures, skill) else None,
        value=row.get("value"),
    )


def _exchanges(figures: Figures, attribute: str | None) -> int:
    row = figures.ruleset["attributes"].rows.get(attribute or "")
    if row is None or figures.edition.family not in row.get("exchange_in", ()):
        return 0
    return figures.number(f"successes.{row.key}")


def _one_of(name: str | None, known: Collection[str], pointer: str) -> None:
    if name is not None and name not in known:
        raise InvalidValue("not_a_choice", pointer=pointer, choices=", ".join(known))
