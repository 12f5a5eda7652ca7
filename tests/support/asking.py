"""Random checks of any system, made from the table that describes them."""

from typing import Any

from hypothesis import strategies as st

from majokko_rules.systems.fields import Field, Form, Kind, Type
from majokko_rules.systems.system import System

LARGEST = 30
"""Numbers stay near what is played, so that a thousand checks are quick."""

_TEXTS = ("1/1d6", "0/1", "1d3/1d10", "skill", "")

Checks = st.SearchStrategy[dict[str, Any]]


def checks(system: System) -> Checks:
    """Any check that fits the form of `system`; a rule may still refuse it."""
    kinds = st.sampled_from(list(system.form.kinds.values()))
    return kinds.flatmap(lambda kind: _check(system, kind))


def _check(system: System, kind: Kind) -> Checks:
    members = _members(system.form, (*kind.fields, *kind.options), kind.requires)
    return members.map(lambda given: {"system": system.id, "kind": kind.name, **given})


def _members(form: Form, keys: tuple[str, ...], requires: tuple[str, ...]) -> Checks:
    fields = [form.fields[key] for key in keys]
    must = {f.name: _values(form, f) for f in fields if f.name in requires}
    may = {f.name: _values(form, f) for f in fields if f.name not in requires}
    return st.fixed_dictionaries(must, optional=may)


def _values(form: Form, field: Field) -> st.SearchStrategy[Any]:
    words = st.sampled_from(field.choices or _TEXTS)
    whole = _integers(field.min, field.max)
    numbers = _lists(field, _integers(field.items_min, field.items_max))
    of_type: dict[Type, st.SearchStrategy[Any]] = {
        "integer": whole | words if field.choices else whole,
        "boolean": st.booleans(),
        "text": words,
        "integers": numbers,
        "texts": _lists(field, words),
        "either": words | numbers,
        "objects": _lists(field, _members(form, field.fields, field.requires)),
    }
    return of_type[field.type]


def _integers(least: int | None, most: int | None) -> st.SearchStrategy[int]:
    low = -LARGEST if least is None else max(least, -LARGEST)
    high = LARGEST if most is None else most
    return st.integers(low, max(low, min(high, LARGEST))) | st.just(max(low, min(high, 100)))


def _lists(field: Field, entries: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    least = field.min or 0
    return st.lists(entries, min_size=least, max_size=max(least, min(field.max or 4, 4)))
