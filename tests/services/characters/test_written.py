"""Sheets are kept as JSON and come back as they were."""

import orjson
from hypothesis import given
from hypothesis import strategies as st

from majokko_characters.sheets.written import nested, read, written
from majokko_rules.creation import Because, Sheet, Value

_WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
_NAMES = st.lists(st.sampled_from(["stats", "STR", "age", "x"]), min_size=1, max_size=3).map(
    ".".join
)
_NUMBERS = st.none() | st.integers(-(2**53), 2**53)
_BECAUSE = st.builds(
    Because,
    st.sampled_from(["base", "roll", "row", "choice", "coin", "rule", "override"]),
    _WORDS,
    plus=_NUMBERS,
    roll=_NUMBERS,
)
_VALUES = _NUMBERS | _WORDS | st.booleans() | st.lists(_WORDS, max_size=3)
_SHEETS = st.dictionaries(
    _NAMES, st.builds(Value, _VALUES, st.lists(_BECAUSE, max_size=3).map(tuple)), max_size=6
).map(Sheet)


@given(sheet=_SHEETS)
def test_a_sheet_that_was_written_down_is_read_as_it_was(sheet: Sheet) -> None:
    kept = orjson.loads(orjson.dumps(written(sheet)))

    assert read(kept) == sheet


@given(sheet=_SHEETS)
def test_every_value_is_found_under_its_name(sheet: Sheet) -> None:
    kept = written(sheet)
    shown = nested(kept)

    for name, value in kept.items():
        place = shown
        for step in name.split("."):
            place = place[step]
        assert {"value": place["value"], "because": place["because"]} == value
