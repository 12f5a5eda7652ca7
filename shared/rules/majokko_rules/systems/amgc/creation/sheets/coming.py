"""Who comes with her, on her sheet: twin, ally, familiar."""

from collections.abc import Iterator, Mapping, Sequence

from majokko_rules.creation import Because, Value
from majokko_rules.systems.amgc.creation.book import granted
from majokko_rules.systems.amgc.creation.companions import ally, brought, familiar, twin
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.having import grants, havings
from majokko_rules.systems.amgc.creation.sheets import girls, numbers, purses
from majokko_rules.systems.amgc.creation.state import State


def values(state: State) -> dict[str, Value]:
    having = brought(state)
    return {
        **(dict(_twin(state)) if twin.TWIN in having else {}),
        **(dict(_ally(state)) if ally.ALLY in having else {}),
        **(dict(_familiar(state)) if familiar.FAMILIAR in having else {}),
    }


def penalty(state: State) -> Because | None:
    """Return what being a twin costs each stat in the form that was picked."""
    form = state.answers.get(twin.FORM)
    return _penalty(state, form) if form and twin.TWIN in brought(state) else None


def _penalty(state: State, form: str) -> Because:
    row = state.book.ruleset["twin_forms"][form]
    return Because("row", f"twin_forms.{form}", state.book.settings[row["penalty"]])


def _twin(state: State) -> Iterator[tuple[str, Value]]:
    """Tell the form, her stats in both, and all of her twin."""
    if form := state.answers.get(twin.FORM):
        yield twin.FORM, Value(form, (Because("choice", twin.FORM),))
    yield from _unknown(state)
    yield from _forms(state, "", state.girl)
    if state.twin is None:
        return
    seen = twin.whole(state, state.twin)
    told = girls.values(state.book, seen, penalty(state))
    yield from _under("twin.", told)
    yield from _forms(state, "twin.", seen)
    yield "twin.shared", _shared(state, seen)


def _unknown(state: State) -> Iterator[tuple[str, Value]]:
    """Tell of what each form does in a fight that nobody knows it."""
    for form in state.book.rows("twin_forms"):
        for part in form.unknown:
            yield f"{form.key}.{part}", Value(None, (Because("row", f"twin_forms.{form.key}"),))


def _forms(state: State, prefix: str, girl: Girl) -> Iterator[tuple[str, Value]]:
    having = tuple(havings(state.book, girl))
    for form in twin.forms(state):
        told = numbers.in_form(state.book, girl, having, _penalty(state, form))
        yield from _under(f"{prefix}{form}.", told)


def _shared(state: State, seen: Girl) -> Value:
    """List the perks of either that both use: artifacts, and the ally."""
    shares = state.book.ruleset["companions"][twin.TWIN]["shares"]
    both = (*havings(state.book, state.girl), *havings(state.book, seen))
    names = dict.fromkeys(
        each.name
        for each in both
        if ("artifacts" in shares and each.row.get("shared"))
        or set(granted(each.row)) & set(shares)
    )
    return Value(tuple(names), (Because("row", "companions.twin"),))


def _ally(state: State) -> Iterator[tuple[str, Value]]:
    if ally.KIND not in state.answers:
        return
    kind = ally.kind_of(state)
    reason = Because("row", f"ally_kinds.{kind.key}")
    yield ally.KIND, Value(kind.key, (Because("choice", ally.KIND),))
    if state.ally is not None:
        yield from _under("ally.", girls.values(state.book, state.ally, None, ally.limits(state)))
        yield from _under("ally.", purses.of_ally(state))
    if (weakness := kind.get("weakness")) is not None:
        because = Because("row", reason.what, weakness)
        yield "ally.weakness", Value(weakness, (because,))
        yield "ally.weakness_against", Value(kind.get("weakness_against"), (reason,))


def _familiar(state: State) -> Iterator[tuple[str, Value]]:
    row = state.book.ruleset["companions"][familiar.FAMILIAR]
    reason = f"companions.{familiar.FAMILIAR}"
    yield from _classes(tuple(familiar.classes(state)))
    for stat in state.book.stats:
        yield f"familiar.stats.{stat}", numbers.total([Because("row", reason, row["stat"])])
    yield "familiar.pool", numbers.total([Because("row", reason, row["pool"])])
    magic = girls.specialisation(state.book, _owner(state))
    yield "familiar.spells", Value(magic.value, (Because("row", reason), *magic.because))


def _classes(found: Sequence[familiar.Class]) -> Iterator[tuple[str, Value]]:
    """Tell what it is made for, how it fights, and what that brings."""
    keys = tuple(each.row.key for each in found)
    yield "familiar.classes", Value(keys, tuple(each.because for each in found))
    for each in found:
        if each.way is not None:
            way = f"familiar.{each.row.key}.way"
            yield way, Value(each.way, (Because("choice", way),))
        told = (Because("row", f"familiar_classes.{each.row.key}"),)
        yield f"familiar.{each.row.key}.bonuses", Value(each.row.get("bonuses"), told)


def _owner(state: State) -> Girl:
    """Return whose spells a familiar casts: hers, or her twin's who alone brought it."""
    alone = familiar.FAMILIAR not in grants(state.book, state.girl)
    return twin.whole(state, state.twin) if alone and state.twin else state.girl


def _under(prefix: str, told: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    for name, value in told.items():
        yield prefix + name, value
