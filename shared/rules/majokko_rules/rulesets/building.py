"""Makes a ruleset of a document, or refuses it with a pointer to what is wrong in it.

{id, version, system, effects: {stats, row_stats, maxima, grants, modes},
 settings: {<name>: …}, numbers: {<name>: …},
 tables: {<table>: {die, per, fields: {<name>: …}, rows: {<key>: …}}}}

as TOML says it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import covering, effects, rolls
from majokko_rules.rulesets.canonical import content_hash
from majokko_rules.rulesets.effects import Vocabulary
from majokko_rules.rulesets.names import Names
from majokko_rules.rulesets.ruleset import Row, Ruleset, Table
from majokko_rules.rulesets.shapes import (
    BASES,
    KINDS,
    Basis,
    Field,
    Kind,
    Setting,
    Shape,
    entries,
    members,
    number,
    only,
    required,
    word,
)
from majokko_rules.values import boolean, escape, integer

Document = Mapping[str, Any]

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_MOST_VERSIONS = 10**6
_BOUNDS = ("min", "max", "items_min", "items_max")
_SHAPE = ("type", *_BOUNDS, "choices")
_ROW = ("roll", "effects", "unknown", "house", "source", "confidence")
PARTS = ("effect", "stat", "name")
"""What a row may not know, or be given by us, besides the fields of its table."""


def build(document: Document, names: Names) -> Ruleset:
    """Return the ruleset.

    Raises InvalidValue and UnknownField, with a pointer into the document.
    """
    top = ("id", "version", "system", "effects", "settings", "numbers", "tables")
    only(document, top, "")
    required(document, ("id", "version", "system"), "")
    vocabulary = _vocabulary(document.get("effects", {}))
    given = members(document.get("tables", {}), "/tables")
    tables = {_named(n, "/tables"): _table(n, each, vocabulary) for n, each in given.items()}
    return Ruleset(
        id=key_of(document["id"], "/id"),
        version=version_of(document["version"], "/version"),
        system=key_of(document["system"], "/system"),
        tables=tables,
        settings=_settings(members(document.get("settings", {}), "/settings")),
        numbers=_numbers(members(document.get("numbers", {}), "/numbers")),
        vocabulary=vocabulary,
        names=names,
        hash=content_hash(document, tables),
        document=document,
    )


def key_of(value: object, at: str) -> str:
    text = word(value, at)
    if not KEY.fullmatch(text):
        raise InvalidValue("malformed", pointer=at, form="A-Z a-z 0-9 _")
    return text


def version_of(value: object, at: str) -> int:
    return integer(value, at, 1, _MOST_VERSIONS)


def _named(name: str, at: str) -> str:
    return key_of(name, f"{at}/{escape(name)}")


def _vocabulary(given: object) -> Vocabulary:
    at, known = "/effects", tuple(Vocabulary.__dataclass_fields__)
    lists = members(given, at)
    only(lists, known, at)
    texts = Shape("texts")
    read = {name: texts.read(each, f"{at}/{name}") for name, each in lists.items()}
    return Vocabulary(**cast("dict[str, tuple[str, ...]]", read))


def _settings(given: Document) -> dict[str, Setting]:
    return {_named(name, "/settings"): _setting(name, each) for name, each in given.items()}


def _setting(name: str, given: object) -> Setting:
    at = f"/settings/{name}"
    said = members(given, at)
    only(said, (*_SHAPE, "default", "basis"), at)
    required(said, ("type", "default", "basis"), at)
    shape = _shape(said, at)
    default = shape.read(said["default"], f"{at}/default")
    basis = cast("Basis", word(said["basis"], f"{at}/basis", BASES))
    return Setting(name, shape, default, basis)


def _shape(said: Document, at: str) -> Shape:
    bounds = {n: number(said[n], f"{at}/{n}") for n in _BOUNDS if n in said}
    kind = cast("Kind", word(said["type"], f"{at}/type", KINDS))
    choices = Shape("texts").read(said.get("choices", []), f"{at}/choices")
    return Shape(kind, **bounds, choices=cast("tuple[str, ...]", choices))


def _numbers(given: Document) -> dict[str, int | tuple[int, ...]]:
    return {_named(name, "/numbers"): _number(each, name) for name, each in given.items()}


def _number(value: object, name: str) -> int | tuple[int, ...]:
    at = f"/numbers/{name}"
    if isinstance(value, list | tuple):
        return tuple(number(each, f"{at}/{i}") for i, each in enumerate(entries(value, at)))
    return number(value, at)


def _table(name: str, given: object, vocabulary: Vocabulary) -> Table:
    at = f"/tables/{name}"
    said = members(given, at)
    only(said, ("die", "per", "fixed", "fields", "rows"), at)
    fields = {
        _named(n, f"{at}/fields"): _field(n, each, f"{at}/fields/{n}")
        for n, each in members(said.get("fields", {}), f"{at}/fields").items()
    }
    die = integer(said["die"], f"{at}/die", 2, rolls.MAX_SIDES) if "die" in said else None
    per = _part(said["per"], fields, f"{at}/per") if "per" in said else None
    rows = members(said.get("rows", {}), f"{at}/rows")
    fixed = boolean(said.get("fixed", False), f"{at}/fixed")
    bare = Table(name, {}, die, per, fixed, fields)
    read = {_named(k, f"{at}/rows"): _row(bare, k, each, vocabulary) for k, each in rows.items()}
    table = replace(bare, rows=read)
    covering.check(table, f"{at}/rows")
    return table


def _part(value: object, fields: Mapping[str, Field], at: str) -> str:
    """Return the field that splits a table: one that every row has, a single number or word."""
    able = (n for n, f in fields.items() if f.required and f.shape.type in ("integer", "text"))
    return word(value, at, tuple(able) or ("–",))


def _field(name: str, given: object, at: str) -> Field:
    said = members(given, at)
    only(said, (*_SHAPE, "required"), at)
    required(said, ("type",), at)
    return Field(name, _shape(said, at), boolean(said.get("required", False), f"{at}/required"))


def _row(table: Table, name: str, given: object, vocabulary: Vocabulary) -> Row:
    at = f"/tables/{table.name}/rows/{name}"
    said = members(given, at)
    only(said, (*_ROW, *table.fields), at)
    needed = tuple(n for n, field in table.fields.items() if field.required)
    required(said, ("source", "confidence", *needed), at)
    done = enumerate(entries(said.get("effects", []), f"{at}/effects"))
    return Row(
        key=name,
        roll=rolls.faces(said["roll"], table.die, f"{at}/roll") if "roll" in said else (),
        effects=tuple(
            effect
            for place, each in done
            for effect in effects.read(each, vocabulary, f"{at}/effects/{place}")
        ),
        fields={
            n: field.shape.read(said[n], f"{at}/{n}")
            for n, field in table.fields.items()
            if n in said
        },
        unknown=_parts(said, "unknown", (*PARTS, *(n for n in table.fields if n not in said)), at),
        house=_parts(said, "house", (*PARTS, "roll", *table.fields), at),
        source=word(said["source"], f"{at}/source"),
        confidence=effects.confidence(said["confidence"], f"{at}/confidence"),
    )


def _parts(said: Document, name: str, allowed: tuple[str, ...], at: str) -> tuple[str, ...]:
    read = Shape("texts", choices=allowed).read(said.get(name, []), f"{at}/{name}")
    return cast("tuple[str, ...]", read)
