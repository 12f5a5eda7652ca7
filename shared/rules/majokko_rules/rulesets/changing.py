"""What a ruleset file changes in the document of the ruleset that it extends.

Refusals point into the file.
"""

from typing import Any

from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.rulesets import rolls
from majokko_rules.rulesets.building import Document, key_of, version_of
from majokko_rules.rulesets.ruleset import Ruleset, Table
from majokko_rules.rulesets.saying import wordless
from majokko_rules.rulesets.shapes import entries, members, number, only, required
from majokko_rules.rulesets.worded import worded
from majokko_rules.values import escape

_TOP = ("id", "version", "extends", "name", "settings", "numbers", "tables")


def name(said: Document) -> str:
    """Return what a file's ruleset is called.

    Raises InvalidValue.
    """
    required(said, ("id", "version"), "")
    return f"{key_of(said['id'], '/id')}@{version_of(said['version'], '/version')}"


def document(said: Document, base: Ruleset) -> Document:
    """Return the document of the ruleset that a file describes.

    Raises RuleErrors that point into the file.
    """
    only(said, _TOP, "")
    tables = members(said.get("tables", {}), "/tables")
    only(tables, tuple(base.tables), "/tables")
    source = name(said)
    changed = {name: _table(base, base[name], rows, source) for name, rows in tables.items()}
    return {
        **base.document,
        "id": said["id"],
        "version": said["version"],
        "settings": _settings(members(said.get("settings", {}), "/settings"), base),
        "numbers": _numbers(members(said.get("numbers", {}), "/numbers"), base),
        "tables": {**base.document.get("tables", {}), **changed},
    }


def pointing(error: RuleError, said: Document, base: Ruleset) -> RuleError:
    """Let a refusal of the document point to what in the file has led to it."""
    steps = error.pointer.split("/")[1:]
    if steps[:1] == ["settings"] and "default" in steps[2:3]:
        steps.pop(2)
    if steps[:1] == ["tables"] and steps[2:3] == ["rows"]:
        steps.pop(2)
        if error.rule in ("range_overlaps", "range_gap"):
            steps = _blamed(steps, error, said, base)
    error.pointer = "".join(f"/{step}" for step in steps)
    return error


def _blamed(steps: list[str], error: RuleError, said: Document, base: Ruleset) -> list[str]:
    """Find the row of the file that takes a face twice, or leaves it to nobody."""
    table, face = base[steps[1]], error.params["value"]
    rows = said.get("tables", {}).get(table.name, {})
    taking = [key for key, row in rows.items() if face in _faces(row, table)]
    leaving = [key for key in rows if key in table.rows and face in table[key].roll]
    named = [key for key in steps[2:3] if key in taking]
    for key in (*named, *taking, *leaving):
        place = ["tables", table.name, key]
        return [*place, "roll"] if "roll" in rows[key] else place
    return steps


def _faces(row: Document, table: Table) -> tuple[int, ...]:
    return rolls.faces(row["roll"], table.die, "") if "roll" in row else ()


def _settings(given: Document, base: Ruleset) -> Document:
    known = base.document.get("settings", {})
    only(given, tuple(known), "/settings")
    return {**known, **{name: {**known[name], "default": each} for name, each in given.items()}}


def _numbers(given: Document, base: Ruleset) -> Document:
    """Return all numbers; a list stays a list, of the same length."""
    only(given, tuple(base.numbers), "/numbers")
    for name, value in given.items():
        at, known = f"/numbers/{name}", base.numbers[name]
        if isinstance(known, int):
            number(value, at)
        elif len(entries(value, at)) != len(known):
            rule = "too_short" if len(value) < len(known) else "too_long"
            raise InvalidValue(rule, pointer=at, limit=len(known))
    return {**base.document.get("numbers", {}), **given}


def _table(base: Ruleset, table: Table, given: object, source: str) -> Document:
    at = f"/tables/{table.name}"
    rows = members(given, at)
    whole = base.document["tables"][table.name]
    known: dict[str, Any] = dict(whole.get("rows", {}))
    if table.fixed:
        only(rows, tuple(known), at)
    for key, row in rows.items():
        place = f"{at}/{escape(key)}"
        read = _row(base, table, key, members(row, place), source)
        if read is None:
            _remove(key, known, table, place)
        else:
            known[key] = read
    return {**whole, "rows": known}


def _remove(key: str, known: dict[str, Any], table: Table, at: str) -> None:
    if table.fixed:
        raise InvalidValue("required", pointer=at)
    if known.pop(key, None) is None:
        raise InvalidValue("unknown_id", pointer=at)


def _row(base: Ruleset, table: Table, key: str, given: Document, source: str) -> Document | None:
    """Return what a row says from now on, None if it goes.

    One that has only words to say stays what it was.
    """
    at = f"/tables/{table.name}/{escape(key)}"
    if "remove" in given:
        only(given, ("remove",), at)
        if given["remove"] is not True:
            raise InvalidValue("not_a_choice", pointer=f"{at}/remove", choices="true")
        return None
    content = wordless(given, table, base.vocabulary)
    if content:
        row = {"source": source, "confidence": "house", **content}
    elif key in table.rows:
        row = base.document["tables"][table.name]["rows"][key]
    else:
        raise InvalidValue("unknown_id", pointer=at)
    return worded(row, given, base, table, key)
