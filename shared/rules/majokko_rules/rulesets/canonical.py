"""The hash of a ruleset: the same for the same content, however it is named or written."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from majokko_rules.rulesets.ruleset import Row, Table


def content_hash(document: Mapping[str, Any], tables: Mapping[str, Table]) -> str:
    """Return SHA-256 of the canonical JSON: sorted keys, no blanks, UTF-8, faces one by one."""
    content = {**document, "tables": _tables(document.get("tables", {}), tables)}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(written.encode()).hexdigest()


def _tables(given: Mapping[str, Any], tables: Mapping[str, Table]) -> Mapping[str, Any]:
    return {
        name: {**table, "rows": _rows(table.get("rows", {}), tables[name])}
        for name, table in given.items()
    }


def _rows(given: Mapping[str, Any], table: Table) -> Mapping[str, Any]:
    return {key: {**row, **_plain(table[key])} for key, row in given.items()}


def _plain(row: Row) -> Mapping[str, Any]:
    """Return what may be written in several ways in one, and without a word on names."""
    return {
        "roll": sorted(row.roll),
        "unknown": sorted({*row.unknown} - {"name"}),
        "house": sorted({*row.house} - {"name"}),
    }
