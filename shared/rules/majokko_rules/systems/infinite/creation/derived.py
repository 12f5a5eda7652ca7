"""What follows from attributes, each value with what it came from."""

from collections.abc import Iterator, Mapping
from itertools import chain

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import Row
from majokko_rules.systems.infinite.creation.figures import Figures, summed


def derived(figures: Figures) -> Mapping[str, Value]:
    """Return `derived.<key>` for all rows of the ruleset, in their order."""
    values: dict[str, Value] = {}
    attributes = figures.ruleset["attributes"].rows
    for row in figures.ruleset["derived"].rows.values():
        own = _own(Figures(figures.ruleset, {**figures.values, **values}), row)
        gained = figures.gained(row.key, attributes.values())
        values[f"derived.{row.key}"] = summed(chain(own, gained))
    return values


def _own(figures: Figures, row: Row) -> Iterator[Because]:
    if "base" in row.fields:
        yield Because("base", f"derived.{row.key}", plus=row["base"])
    yield from _parts(figures, row)
    if names := row.get("least"):
        yield min((_counted(figures, name) for name in names), key=_amount)
    yield from _successes(figures, row)


def _parts(figures: Figures, row: Row) -> Iterator[Because]:
    attributes = figures.ruleset["attributes"].rows
    for part in row.get("parts", ()):
        name = f"attributes.{part}" if part in attributes else f"derived.{part}"
        yield Because("rule", name, plus=row.get("times", 1) * figures.number(name))


def _successes(figures: Figures, row: Row) -> Iterator[Because]:
    gained = [
        Because("rule", f"successes.{name}", plus=figures.number(f"successes.{name}"))
        for name in row.get("successes", ())
    ]
    if gained and figures.edition.family in row.get("only_most", ()):
        gained = [max(gained, key=_amount)]
    yield from gained


def _counted(figures: Figures, attribute: str) -> Because:
    name = f"attributes.{attribute}"
    return Because("rule", name, plus=figures.number(name))


def _amount(reason: Because) -> int:
    return reason.plus or 0
