"""The numbers of a character that others keep, too: what is used up, and what seldom changes."""

from collections.abc import Iterator
from dataclasses import dataclass

from majokko_rules.creation import Value
from majokko_rules.exports.naming import Speaker
from majokko_rules.exports.plan import StatusPlan, chosen
from majokko_rules.exports.portrait import Portrait


@dataclass(frozen=True, slots=True)
class Status:
    """Something that is used up: `most` is None where it has no bound."""

    label: str
    mark: str
    now: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Param:
    label: str
    path: str
    value: str


def statuses(speaker: Speaker) -> Iterator[Status]:
    """Yield what is used up in play; what no source tells is left out, as it is no number."""
    for each in speaker.plan.status:
        value = speaker.portrait.sheet.values.get(each.value)
        if value is not None and type(value.value) is int:
            label = speaker.mark(each.mark)
            now = _now(speaker.portrait, each, value.value)
            yield Status(label, each.mark, now, _most(each, value))


def params(speaker: Speaker) -> Iterator[Param]:
    """Yield each number once; a status of the same name has told it already."""
    taken = {each.label for each in statuses(speaker)}
    values = speaker.portrait.sheet.values
    for plan in speaker.plan.params:
        for path in chosen(values, plan.values):
            label = speaker.label(path, sectioned=plan.sectioned)
            if label not in taken and values[path].value is not None:
                taken.add(label)
                yield Param(label, path, speaker.value(path, values[path].value))


def _now(portrait: Portrait, plan: StatusPlan, value: int) -> int:
    """Return what a mark says, else what the sheet begins with."""
    marked = portrait.marks.get(plan.mark)
    if type(marked) is int:
        return marked
    first = portrait.sheet.values.get(plan.now) if plan.now else None
    return first.value if first is not None and type(first.value) is int else value


def _most(plan: StatusPlan, value: Value) -> int | None:
    if plan.most == "none":
        return None
    amounts = [each.plus for each in value.because if each.plus is not None]
    gained = sum(amount for amount in amounts if amount > 0)
    most: int = gained if plan.most == "gained" else value.value
    return most
