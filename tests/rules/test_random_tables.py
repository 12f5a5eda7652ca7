"""Tables that a GM writes: what is refused when they are written, and what a roll on them finds."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import RuleError
from majokko_rules.random_tables import (
    MAX_DEPTH,
    RandomTable,
    Row,
    check_nesting,
    check_rows,
    read_dice,
    roll,
)

DICE_REFUSED = [
    ("2d6>=7", "invalid_value.not_plain_dice"),
    ("3#1d6", "invalid_value.not_plain_dice"),
    (".ra 60", "invalid_value.not_plain_dice"),
    (".ww5", "invalid_value.unbounded_dice"),
    ("1d6!", "invalid_value.unbounded_dice"),
    ("1d100000", "budget_exceeded.odds_too_heavy"),
    ("1d20/(1d2-1)", "invalid_value.division_by_zero"),
    ("d", "syntax.sides_missing"),
]


@pytest.mark.parametrize(("text", "rule"), DICE_REFUSED)
def test_dice_whose_values_cannot_be_listed_are_refused(text: str, rule: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_dice(text)

    assert f"{refused.value.code}.{refused.value.rule}" == rule


ROWS_REFUSED = [
    ("1d6", [(1, 3), (5, 6)], "range_gap", "/rows", {"value": 4}),
    ("1d6", [(2, 6)], "range_gap", "/rows", {"value": 1}),
    ("1d6", [(1, 5)], "range_gap", "/rows", {"value": 6}),
    ("1d6", [], "range_gap", "/rows", {"value": 1}),
    ("1d6", [(1, 4), (4, 6)], "range_overlaps", "/rows/1", {"value": 4}),
    ("1d6", [(1, 6), (1, 6)], "range_overlaps", "/rows/1", {"value": 1}),
    ("1d6", [(3, 1), (1, 6)], "range_backwards", "/rows/0/to", {}),
    ("1d6", [(1, 6), (7, 9)], "range_empty", "/rows/1", {}),
    ("d{1,5}", [(1, 1), (2, 4), (5, 5)], "range_empty", "/rows/1", {}),
]


@pytest.mark.parametrize(("dice", "ranges", "rule", "pointer", "params"), ROWS_REFUSED)
def test_rows_cover_every_value_once(
    dice: str,
    ranges: list[tuple[int, int]],
    rule: str,
    pointer: str,
    params: dict[str, int],
) -> None:
    with pytest.raises(RuleError) as refused:
        check_rows(read_dice(dice), [Row(*pair, "tea") for pair in ranges])

    error = refused.value
    assert (error.rule, error.pointer, dict(error.params)) == (rule, pointer, params)


@given(
    dice=st.sampled_from(["1d100", "2d6", "4d6kh3", "1dF", "d{1,2,4}", "1d6-3", "1d4*10", ".rb"]),
    cuts=st.sets(st.integers(-20, 120), max_size=8),
    seed=st.binary(min_size=4, max_size=4),
)
def test_whatever_rows_are_taken_every_roll_finds_its_row(
    dice: str, cuts: set[int], seed: bytes
) -> None:
    edges = sorted({-1000, *cuts, 1000})
    rows = tuple(Row(low, high - 1, f"{low}") for low, high in pairwise(edges))
    question = read_dice(dice)
    values = question.odds().distribution.weights
    used = tuple(row for row in rows if any(row.first <= value <= row.last for value in values))
    check_rows(question, used)
    table = RandomTable("a", "A", dice, used)

    (picked,) = roll(table, {}, Seeded(seed))

    assert picked.row.first <= picked.result.total <= picked.row.last
    assert picked.row.text == str(picked.row.first)


def leading(name: str, *leads_to: str | None) -> RandomTable:
    rows = tuple(Row(face, face, "x", to) for face, to in enumerate(leads_to, 1))
    return RandomTable(name, name.upper(), f"1d{len(leads_to)}", rows)


def test_a_table_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        check_nesting(leading("a", None, "b"), {})

    assert (refused.value.rule, refused.value.pointer) == ("unknown_id", "/rows/1/table")


@pytest.mark.parametrize(
    ("new", "others"),
    [
        (leading("a", "a"), []),
        (leading("a", "b"), [leading("a", None), leading("b", "a")]),
        (leading("a", None, "b"), [leading("b", "c"), leading("c", None, "a")]),
    ],
)
def test_a_table_never_leads_back(new: RandomTable, others: list[RandomTable]) -> None:
    with pytest.raises(RuleError) as refused:
        check_nesting(new, {"a": new} | {table.id: table for table in others})

    assert refused.value.rule == "table_cycle"


def chain(length: int) -> dict[str, RandomTable]:
    names = [f"t{place}" for place in range(length)]
    pairs = zip(names, [*names[1:], None], strict=True)
    return {name: leading(name, then) for name, then in pairs}


def test_tables_nest_to_a_limit_wherever_the_new_one_stands() -> None:
    longest = chain(MAX_DEPTH)
    check_nesting(longest["t0"], longest)
    grown = leading(f"t{MAX_DEPTH - 1}", "last")
    with pytest.raises(RuleError) as refused:
        check_nesting(grown, {**longest, "last": leading("last", None)})

    assert refused.value.rule == "table_too_deep"


def test_a_table_reached_on_several_ways_is_no_cycle() -> None:
    tables = {t.id: t for t in (leading("b", "d"), leading("c", "d"), leading("d", None))}

    check_nesting(leading("a", "b", "c", "b"), tables)


def test_one_roll_follows_all_tables_it_is_led_to() -> None:
    inner = RandomTable("b", "Weather", "1d4", (Row(1, 2, "rain"), Row(3, 4, "sun")))
    outer = RandomTable("a", "Day", "1d6", (Row(1, 5, "school"), Row(6, 6, None, "b")))
    dice = Scripted([6, 3])

    picked = roll(outer, {"b": inner}, dice)

    dice.finish()
    assert [(p.table.name, p.result.total, p.row.text) for p in picked] == [
        ("Day", 6, None),
        ("Weather", 3, "sun"),
    ]
