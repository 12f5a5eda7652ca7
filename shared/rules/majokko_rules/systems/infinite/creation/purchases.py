"""What can be raised in a state, and at what price in experience points."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from majokko_rules.creation import OneOf, Words
from majokko_rules.creation.offers import Pick
from majokko_rules.systems.infinite.creation.state import Standing, What


@dataclass(frozen=True, slots=True)
class Purchase:
    """One step up of something.

    `id` names the offer, `level` is what a skill has before it, `taken` are the names that a new
    specialty or language may not have.
    """

    what: What
    key: str
    id: str
    does: str
    price: int
    level: int = 0
    pick: tuple[Pick, ...] = ()
    taken: tuple[str, ...] = ()


def purchases(at: Standing, wanted: str | None = None) -> Iterator[Purchase]:
    """Return all that can be raised, or only what an offer of the id `wanted` may be about."""
    for what, table, of_key in _KINDS:
        for key in at.ruleset[table].rows:
            if wanted is None or wanted.startswith(f"{what}.{key}."):
                yield from of_key(at, key)
    if wanted is None or wanted.startswith("languages."):
        yield from _languages(at)


def _attribute(at: Standing, key: str) -> Iterator[Purchase]:
    value = at.attribute(key)
    if value < at.rank["attribute"]:
        price = at.price("attribute", value)
        yield Purchase("attributes", key, f"attributes.{key}.+1", "raise_attribute", price)


def _skill(at: Standing, key: str) -> Iterator[Purchase]:
    level = at.skill(key)
    if level < at.rank["skill"]:
        price = at.price("skill", level)
        yield Purchase("skills", key, f"skills.{key}.+1", "raise_skill", price, level)


def _specialties(at: Standing, skill: str) -> Iterator[Purchase]:
    """A specialty belongs to a skill that one has, and goes no further than it."""
    if not at.skill(skill):
        return
    had, price = at.named("specialties", skill), at.price("specialty", 0)
    known = tuple(key for key in at.known_specialties(skill) if key not in had)
    higher = tuple(name for name, level in had.items() if level < at.skill(skill))
    own = (Words("name", at.ruleset["fields"]["specialty"]["most"]),)
    for end, does, pick in (
        ("new", "learn_specialty", own),
        ("known", "learn_specialty", _one_of(known)),
        ("+1", "raise_specialty", _one_of(higher) if at.edition.by_levels else ()),
    ):
        if pick:
            name, taken = f"specialties.{skill}.{end}", (*had, *known) if end == "new" else ()
            yield Purchase("specialties", skill, name, does, price, pick=pick, taken=taken)


def _languages(at: Standing) -> Iterator[Purchase]:
    had, price = at.named("languages", ""), at.price("language", 0)
    new = (Words("name", at.ruleset["fields"]["language"]["most"]),)
    name, does = "languages.new", "learn_language"
    yield Purchase("languages", "", name, does, price, pick=new, taken=tuple(had))
    most = at.number("language_most")
    if higher := _one_of(tuple(name for name, level in had.items() if level < most)):
        name, does = "languages.+1", "raise_language"
        yield Purchase("languages", "", name, does, price, pick=higher)


def _one_of(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return (OneOf("name", names),) if names else ()


_KINDS: Sequence[tuple[What, str, Callable[[Standing, str], Iterator[Purchase]]]] = (
    ("attributes", "attributes", _attribute),
    ("skills", "skills", _skill),
    ("specialties", "skills", _specialties),
)
"""What is raised, and the table of its keys."""
