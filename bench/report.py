"""What a run found, as rows for machines and as tables for people."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: what was measured per contender, and the ratios worth quoting."""

    section: str
    question: str
    measured: Mapping[str, float]
    ratios: Mapping[str, float]


def as_data(rows: Iterable[Row]) -> list[dict[str, object]]:
    return [asdict(row) for row in rows]


def as_table(rows: Iterable[Row]) -> str:
    """Return a table per section; the columns are those of the section's first row."""
    groups = groupby(rows, key=lambda row: row.section)
    return "\n\n".join(f"{section}\n{_lines(list(group))}" for section, group in groups)


def _lines(rows: list[Row]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row.measured))
    ratios = list(dict.fromkeys(name for row in rows for name in row.ratios))
    grid = [["", *names, *ratios], *(_cells(row, names, ratios) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return "\n".join(_padded(line, widths) for line in grid)


def _padded(line: list[str], widths: list[int]) -> str:
    numbers = map(str.rjust, line[1:], widths[1:])
    return "  ".join([line[0].ljust(widths[0]), *numbers])


def _cells(row: Row, names: list[str], ratios: list[str]) -> list[str]:
    measured = [_number(row.measured.get(name)) for name in names]
    return [row.question, *measured, *(_times(row.ratios.get(name)) for name in ratios)]


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _times(value: float | None) -> str:
    return "-" if value is None else f"×{value:.3g}"
