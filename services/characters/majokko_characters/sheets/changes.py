"""What a change makes of a character, and what of it is worth a line in her history."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from majokko_characters.sheets.records import Change, Kept, Me
from majokko_characters.sheets.shapes import (
    MAX_MARKS,
    MAX_NOTES,
    MAX_OVERRIDES,
    ActIn,
    OverrideIn,
    SheetChange,
)
from majokko_kit.clock import rfc3339
from majokko_kit.names import named
from majokko_kit.refusals import Forbidden
from majokko_rules.errors import InvalidValue
from majokko_rules.values import UNPRINTABLE, escape

_DOTTED = re.compile(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*")
_MOST_STEPS = 6
_LONG = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What notes may not hold; they may have lines."""

Value = TypeVar("Value")


def changed(kept: Kept, body: SheetChange, me: Me, at: int) -> tuple[Kept, list[Change]]:
    """Return the character after a change, and what was changed.

    Raises InvalidValue, Forbidden.
    """
    if body.overrides and me.role != "gm":
        raise Forbidden("role", pointer="/overrides")
    after = replace(
        kept,
        name=kept.name if body.name is None else named(body.name, "/name"),
        shown=body.public or kept.shown,
        marks=_with(kept.marks, checked_marks(body.marks or {}), MAX_MARKS, "/marks"),
        notes=_with(kept.notes, checked_notes(body.notes or {}), MAX_NOTES, "/notes"),
        overrides=_with(
            kept.overrides, _overrides(body.overrides or {}, me, at), MAX_OVERRIDES, "/overrides"
        ),
    )
    return after, list(_differences(kept, after))


def checked_marks(marks: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raises InvalidValue for a name or a text that does not show what it says."""
    for name, value in marks.items():
        _plain(name, f"/marks/{escape(name)}")
        if isinstance(value, str):
            _plain(value, f"/marks/{escape(name)}")
    return marks


def checked_notes(notes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raises InvalidValue for a name or a text that does not show what it says."""
    for name, text in notes.items():
        at = f"/notes/{escape(name)}"
        _plain(name, at)
        if text is not None and (found := _LONG.search(text)):
            raise InvalidValue("not_plain", pointer=at, position=found.start(), length=1)
    return notes


def checked_acts(acts: Sequence[ActIn]) -> Sequence[Mapping[str, Any]]:
    """Raises InvalidValue for a text that does not show what it says."""
    told = [act.model_dump(mode="json", exclude_none=True) for act in acts]
    for number, act in enumerate(told):
        for name, text in {**act, **act.get("effect", {})}.items():
            if isinstance(text, str):
                _plain(text, f"/played/{number}{'' if name in act else '/effect'}/{name}")
    return told


def checked_override(name: str, override: OverrideIn) -> OverrideIn:
    """Raises InvalidValue for the name of nothing, and for texts that do not show what they say."""
    at = f"/overrides/{escape(name)}"
    if not _DOTTED.fullmatch(name) or name.count(".") >= _MOST_STEPS:
        raise InvalidValue("malformed", pointer=at, form="stats.STR")
    if isinstance(override.value, str):
        _plain(override.value, f"{at}/value")
    if override.reason:
        _plain(override.reason, f"{at}/reason")
    return override


def _overrides(
    given: Mapping[str, OverrideIn | None], me: Me, at: int
) -> Mapping[str, Mapping[str, Any] | None]:
    return {
        name: None if one is None else _override(checked_override(name, one), me, at)
        for name, one in given.items()
    }


def _override(override: OverrideIn, me: Me, at: int) -> Mapping[str, Any]:
    return {
        "value": override.value,
        "by": me.name or me.role,
        "at": rfc3339(at),
        "reason": override.reason,
    }


def _plain(text: str, at: str) -> None:
    if found := UNPRINTABLE.search(text):
        raise InvalidValue("not_plain", pointer=at, position=found.start(), length=1)


def _with(
    before: Mapping[str, Value], given: Mapping[str, Value | None], most: int, at: str
) -> Mapping[str, Value]:
    """Put some of many; None takes one away."""
    both = {**before, **given}
    after = {name: value for name, value in both.items() if value is not None}
    if len(after) > most:
        raise InvalidValue("too_long", pointer=at, limit=most)
    return after


def _differences(before: Kept, after: Kept) -> Iterator[Change]:
    if before.name != after.name:
        yield Change("name", before.name, after.name)
    if before.shown != after.shown:
        yield Change("public", before.shown, after.shown)
    yield from _of_many("marks", before.marks, after.marks)
    yield from _of_many("notes", before.notes, after.notes)
    old, new = before.values, after.values
    for name in dict.fromkeys((*before.overrides, *after.overrides)):
        if before.overrides.get(name) != after.overrides.get(name):
            yield Change(f"sheet.{name}", _value(old, name), _value(new, name))


def _of_many(
    what: str, before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Change(f"{what}.{name}", before.get(name), after.get(name))


def _value(values: Mapping[str, Mapping[str, Any]], name: str) -> object:
    return values[name]["value"] if name in values else None
