"""The rule cases of tests/fixtures/vectors, as parameters of tests."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).parents[1] / "fixtures" / "vectors"


@dataclass(frozen=True)
class Vector:
    """One row: the pure question `op`, what it is asked, what it must answer, and on what basis."""

    id: str
    case: str
    op: str
    args: tuple[Any, ...]
    kw: Mapping[str, Any]
    expect: Any
    basis: str


def vectors(system: str, *ops: str) -> list[Any]:
    """Return the rows of `system` that ask one of `ops`, named by id and case.

    Raises ValueError when an op has no row, so that a renamed op cannot empty a test.
    """
    rows = json.loads((_FOLDER / f"{system}.json").read_text("utf-8"))
    found = [Vector(**row | {"args": tuple(row["args"])}) for row in rows if row["op"] in ops]
    if missing := set(ops) - {row.op for row in found}:
        raise ValueError(f"{system}.json has no {sorted(missing)}")
    return [pytest.param(row, id=f"{row.id} {row.case}") for row in found]
