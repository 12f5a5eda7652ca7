"""JSON bodies are read strictly: what two readers could understand differently is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_kit import body
from majokko_kit.refusals import BadJson

REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "blanks": (b" \n ", "empty"),
    "broken off": (b'{"a": [1, 2', "malformed"),
    "more after the end": (b"{} {}", "malformed"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "malformed"),
    "a control character in text": (b'"a\x00b"', "malformed"),
    "single quotes": (b"{'a': 1}", "malformed"),
    "a comma too many": (b"[1, 2,]", "malformed"),
    "latin-1": (b'"\xe9"', "not_utf8"),
    "overlong UTF-8": (b'"\xc0\xaf"', "not_utf8"),
    "a surrogate in UTF-8": (b'"\xed\xa0\x80"', "not_utf8"),
    "UTF-16": ("{}".encode("utf-16"), "not_utf8"),
    "NaN": (b'{"a": NaN}', "not_a_number"),
    "Infinity": (b"[Infinity]", "not_a_number"),
    "-Infinity": (b"[-Infinity]", "not_a_number"),
    "1e400": (b'{"a": 1e400}', "number_too_large"),
    "5,000 digits": (b"1" * 5000, "number_too_long"),
    "5,000 digits below zero": (b"-" + b"1" * 5000, "number_too_long"),
    "5,000 decimals": (b"0." + b"1" * 5000, "number_too_long"),
    "a name twice": (b'{"a": 1, "a": 2}', "duplicate_name"),
    "a name twice, escaped once": (b'{"a": 1, "\\u0061": 2}', "duplicate_name"),
    "a name twice, deep inside": (b'[{"b": {"a": 1, "a": 1}}]', "duplicate_name"),
    "half a surrogate pair": (b'{"a": "\\ud800"}', "lone_surrogate"),
    "the other half": (b'["\\udc00x"]', "lone_surrogate"),
    "a surrogate pair in reverse": (b'"\\udc00\\ud800"', "lone_surrogate"),
    "half a pair as a name": (b'{"\\ud800": 1}', "lone_surrogate"),
    "U+0000": (b'{"a": ["x\\u0000"]}', "nul"),
    "U+0000 in a name": (b'{"\\u0000": 1}', "nul"),
    "100,000 lists": (b"[" * 100_000, "too_deep"),
    "100,000 objects": (b'{"a":' * 100_000, "too_deep"),
    "33 lists, closed": (b"[" * 33 + b"]" * 33, "too_deep"),
    "depth behind a bracket in text": (b'["[", ' + b"[" * 33 + b"]" * 34, "too_deep"),
    "an open string full of quotes": (b'"' + b'\\"' * 30_000, "malformed"),
    "brackets behind an open string": (b'["' + b"[" * 30_000, "malformed"),
}


@pytest.mark.parametrize(("raw", "rule"), REFUSED.values(), ids=REFUSED.keys())
def test_a_body_that_could_be_misread_is_refused(raw: bytes, rule: str) -> None:
    with pytest.raises(BadJson) as refused:
        body.read(raw)

    assert refused.value.rule == rule


def test_the_place_where_reading_stopped_counts_characters_not_bytes() -> None:
    with pytest.raises(BadJson) as refused:
        body.read('{"茶": １}'.encode())

    assert refused.value.position == 6


ACCEPTED: dict[str, tuple[bytes, Any]] = {
    "blanks around": (b" \r\n\t{} ", {}),
    "32 lists": (b"[" * 32 + b"]" * 32, json.loads("[" * 32 + "]" * 32)),
    "many short lists": (b"[" + b"[]," * 500 + b"[]]", [[]] * 501),
    "brackets in text": (b'["' + b"[" * 500 + b'"]', ["[" * 500]),
    "a surrogate pair": (b'"\\ud83c\\udfb2"', "\N{GAME DIE}"),
    "the text \\u0000": (b'"\\\\u0000"', "\\u0000"),
    "100 digits": (b"1" * 100, int("1" * 100)),
    "the same name in two objects": (b'[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
    "a number alone": (b"-0", 0),
}


@pytest.mark.parametrize(("raw", "value"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_what_looks_like_hostile_but_is_not_is_read(raw: bytes, value: object) -> None:
    assert body.read(raw) == value


text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
plain = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | text
values = st.recursive(
    plain | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(text, inner, max_size=5),
    max_leaves=20,
)


@given(values, st.booleans())
def test_reading_what_was_written_gives_the_same(value: object, escaped: bool) -> None:
    written = json.dumps(value, ensure_ascii=escaped).encode()

    assert body.read(written) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        value = body.read(raw)
    except BadJson:
        return

    assert json.loads(raw) == value
