"""The lines of a TOML text are those where its keys stand, however they are written."""

import tomllib
from collections.abc import Iterator, Mapping

from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.rulesets.places import Places
from majokko_rules.values import escape

LAID_OUT = """\
# a comment with [brackets] and "quotes
id = "x" # [
[settings]
base.default = 3
"a b" = '''x
[no]
'''
c = \"\"\"\\"\" and ''' \"\"\"
[tables.perks.wings]
effects = [
  {stat = "AGI", plus = -1.5e3},
  {text = true}, # ] }
]
roll = {from = 1,to = 2}
day=1979-05-27 07:32:00
'e/~' = [[1,2],[
3]]

[[many]]
x=1
[[many]]
"x"=2
"""


def test_each_key_and_entry_has_its_line() -> None:
    lines = Places(LAID_OUT).lines()

    assert pointers(tomllib.loads(LAID_OUT)) == set(lines)
    assert {pointer: line for pointer, line in lines.items() if pointer.count("/") < 3} == {
        "/id": 2,
        "/settings": 3,
        "/settings/base": 4,
        "/settings/a b": 5,
        "/settings/c": 8,
        "/tables": 9,
        "/tables/perks": 9,
        "/many": 19,
        "/many/0": 19,
        "/many/1": 21,
    }
    assert (lines["/many/0/x"], lines["/many/1/x"]) == (20, 22)
    assert lines["/tables/perks/wings/effects/1/text"] == 12
    assert lines["/tables/perks/wings/e~1~0/1/0"] == 17


def pointers(value: object, at: str = "") -> set[str]:
    """Every member and entry of what the standard library has read."""
    found = {at} if at else set()
    for step, below in members(value):
        found |= pointers(below, f"{at}/{escape(step)}")
    return found


def members(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        yield from value.items()
    if isinstance(value, list):
        yield from ((str(place), each) for place, each in enumerate(value))


scalars = (
    st.integers().map(str)
    | st.sampled_from(["true", "-1.5e9", "inf", "07:32:00", "1979-05-27 07:32:00", "'[{#'"])
    | st.sampled_from(['"a # \\" b"', "'''\n[x]\n'''", '"""\n\n= "" ,"""', "''"])
)
blanks = st.sampled_from(["", " ", "\t", "  "])
breaks = st.sampled_from(["", " ", "\n", " # ] } =\n", "\r\n"])
keys = st.sampled_from(["a", "b-1", "3", '"c d"', "'e.f'", '"\\u00e9/~"'])


def listed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    entries = st.tuples(breaks, inner, breaks).map("".join)
    return st.lists(entries, max_size=3).map(lambda each: "[" + ",".join(each) + "]")


def inline(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(keys, blanks, inner, blanks)
    return st.lists(pair, max_size=3, unique_by=lambda each: each[0]).map(
        lambda pairs: "{" + ",".join(f"{k}{b}={b}{v}{e}" for k, b, v, e in pairs) + "}"
    )


values = st.recursive(scalars, lambda inner: listed(inner) | inline(inner), max_leaves=8)
dotted = st.lists(keys, min_size=1, max_size=3)


@given(
    st.lists(
        st.tuples(dotted, st.booleans(), dotted, values),
        max_size=4,
        unique_by=lambda each: each[0][0],
    )
)
def test_whatever_is_read_has_a_place(
    parts: list[tuple[list[str], bool, list[str], str]],
) -> None:
    text = ""
    folder = ""
    for number, (where, header, key, value) in enumerate(parts):
        if header:
            folder = f"h{number}."
            text += f"[ {folder}{' . '.join(where)} ]\n"
        text += f"{'.'.join((f'k{number}', *key))} = {value}\n"

    assert set(Places(text).lines()) == pointers(tomllib.loads(text))
