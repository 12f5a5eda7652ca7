"""A ruleset holds what its document says, and refuses what makes no sense."""

from typing import Any

import pytest

from majokko_rules.errors import InvalidValue, RuleError, UnknownField
from majokko_rules.rulesets import Grant, MaximumBonus, StatBonus, Told
from tests.rules.rulesets.sample import party


def test_a_face_chooses_a_row() -> None:
    leaves = party()["leaves"]

    assert [leaves.rolled(face).key for face in range(1, 7)] == ["green"] * 3 + ["black"] * 3


def test_each_part_of_a_split_table_is_rolled_on_by_itself() -> None:
    cakes = party()["cakes"]

    assert (cakes.rolled(2, 1).key, cakes.rolled(2, 2).key) == ("cake_1_2", "cake_2_2")


def test_rows_tell_where_they_come_from_and_what_is_unknown() -> None:
    white = party()["leaves"]["white"]

    assert (white.source, white.confidence, white.unknown) == ("sheets", "unknown", ("stat",))
    assert (white.roll, white.effects) == ((), ())


def test_rows_have_the_fields_of_their_table() -> None:
    cakes = party("tables/cakes/rows/cake_1_1/cost", {"gold": 2})["cakes"]

    assert (cakes["cake_1_1"]["cost"], cakes["cake_1_2"].get("cost")) == ({"gold": 2}, None)
    with pytest.raises(KeyError):
        cakes["cake_1_2"]["cost"]


ALL = ("WARM", "SWEET", "CALM")
EFFECTS: list[tuple[dict[str, Any], tuple[Any, ...]]] = [
    ({"stat": "WARM", "plus": 4}, (StatBonus(("WARM",), 4),)),
    ({"stat": ["WARM", "CALM"], "plus": 3}, (StatBonus(("WARM", "CALM"), 3),)),
    ({"stat": "any", "plus": 1}, (StatBonus(ALL, 1),)),
    ({"stat": "all", "plus": -2}, tuple(StatBonus((stat,), -2) for stat in ALL)),
    ({"stat": "cup", "plus": 1}, (StatBonus((), 1, of="cup"),)),
    (
        {"stat": "any", "plus": 1, "both_forms": True, "other": True},
        (StatBonus(ALL, 1, both_forms=True, other=True),),
    ),
    (
        {"stat": "CALM", "plus": 1, "mode": "indoors", "confidence": "house"},
        (StatBonus(("CALM",), 1, mode="indoors", confidence="house"),),
    ),
    ({"maximum": "SIPS", "plus": 2}, (MaximumBonus("SIPS", 2),)),
    ({"grants": "biscuit", "mode": "outdoors"}, (Grant("biscuit", "outdoors"),)),
    ({"text": True}, (Told(),)),
]


@pytest.mark.parametrize(("written", "read"), EFFECTS)
def test_effects_are_read(written: dict[str, Any], read: tuple[Any, ...]) -> None:
    leaves = party("tables/leaves/rows/white/effects", [written])["leaves"]

    assert leaves["white"].effects == read


WRONG: list[tuple[str, object, str, str]] = [
    # what is put there, why it is refused, and where below
    ("id", "no good", "malformed", ""),
    ("version", 0, "too_small", ""),
    ("version", "1", "not_integer", ""),
    ("colour", "red", "unknown", ""),
    ("effects/stats", "WARM", "not_list", ""),
    ("effects/colours", ["red"], "unknown", ""),
    ("settings/base/default", 5, "too_large", ""),
    ("settings/base/basis", "rumour", "not_a_choice", ""),
    ("settings/base/type", "float", "not_a_choice", ""),
    ("settings/base/colour", "red", "unknown", ""),
    ("settings/new", {"type": "integer"}, "required", "/default"),
    ("settings", [], "not_object", ""),
    ("numbers/half", 0.5, "not_integer", ""),
    ("numbers/steps", [1, "2"], "not_integer", "/1"),
    ("tables/leaves/rows", {}, "range_gap", ""),
    ("tables/leaves/per", "plate", "not_a_choice", ""),
    ("tables/cakes/per", "cost", "not_a_choice", ""),
    ("tables/leaves/rows/no good", {}, "malformed", ""),
    ("tables/leaves/rows/green/roll", {"from": 3, "to": 1}, "range_backwards", "/to"),
    ("tables/leaves/rows/green/roll", {"from": 3}, "required", "/to"),
    ("tables/leaves/rows/green/roll", 3, "not_list", ""),
    ("tables/leaves/rows/white/unknown", ["smell"], "not_a_choice", "/0"),
    ("tables/leaves/rows/white/house", ["smell"], "not_a_choice", "/0"),
    ("tables/leaves/rows/white/confidence", "sure", "not_a_choice", ""),
    ("tables/leaves/rows/white/source", 1, "not_text", ""),
    ("tables/leaves/rows/white/plate", 1, "unknown", ""),
    ("tables/leaves/rows/white", {"source": "text"}, "required", "/confidence"),
    ("tables/cakes/rows/cake_1_1/plate", 3, "too_large", ""),
    ("tables/cakes/rows/cake_1_1/cost", {"tin": 1}, "unknown", "/tin"),
    ("tables/cakes/rows/cake_1_1/cost", {"gold": -1}, "too_small", "/gold"),
    ("tables/cakes/rows/cake_1_1/ways", [[1], [0]], "too_small", "/1/0"),
]


@pytest.mark.parametrize(("path", "value", "rule", "below"), WRONG)
def test_what_makes_no_sense_is_refused(path: str, value: object, rule: str, below: str) -> None:
    with pytest.raises(RuleError) as refused:
        party(path, value)

    assert (refused.value.rule, refused.value.pointer) == (rule, f"/{path}{below}")


@pytest.mark.parametrize(
    ("path", "value", "rule", "pointer"),
    [
        ("tables/leaves/die", 7, "range_gap", "/tables/leaves/rows"),
        ("tables/leaves/die", 5, "too_large", "/tables/leaves/rows/black/roll/2"),
        (
            "tables/leaves/rows/green/roll",
            [1, 2, 4],
            "range_overlaps",
            "/tables/leaves/rows/black/roll",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    path: str, value: object, rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as refused:
        party(path, value)

    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


WRONG_EFFECTS: list[tuple[object, str, str]] = [
    ({"stat": "COLD", "plus": 1}, "not_a_choice", "/stat"),
    ({"stat": [], "plus": 1}, "too_short", "/stat"),
    ({"stat": ["WARM", "COLD"], "plus": 1}, "not_a_choice", "/stat/1"),
    ({"stat": "WARM"}, "required", "/plus"),
    ({"stat": "WARM", "plus": "1"}, "not_integer", "/plus"),
    ({"stat": "WARM", "plus": 1, "both_forms": 1}, "not_boolean", "/both_forms"),
    ({"stat": "WARM", "maximum": "SIPS", "plus": 1}, "exactly_one_of", ""),
    ({"plus": 1}, "exactly_one_of", ""),
    ("WARM", "not_object", ""),
    ({"maximum": "CUPS", "plus": 1}, "not_a_choice", "/maximum"),
    ({"maximum": "SIPS", "plus": 1, "other": True}, "unknown", "/other"),
    ({"grants": "cake"}, "not_a_choice", "/grants"),
    ({"text": False}, "not_a_choice", "/text"),
    ({"text": True, "mode": "abroad"}, "not_a_choice", "/mode"),
    ({"text": True, "confidence": "sure"}, "not_a_choice", "/confidence"),
]


@pytest.mark.parametrize(("effect", "rule", "below"), WRONG_EFFECTS)
def test_effects_that_cannot_be_carried_out_are_refused(
    effect: object, rule: str, below: str
) -> None:
    with pytest.raises(RuleError) as refused:
        party("tables/leaves/rows/white/effects", [{"text": True}, effect])

    pointer = f"/tables/leaves/rows/white/effects/1{below}"
    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


def test_a_ruleset_whose_effects_speak_of_nothing_takes_none() -> None:
    with pytest.raises(InvalidValue) as refused:
        party("effects", {})

    assert refused.value.pointer == "/tables/leaves/rows/green/effects/0/stat"


def test_a_row_never_says_what_it_does_not_know() -> None:
    with pytest.raises(InvalidValue) as refused:
        party("tables/cakes/rows/cake_1_1/unknown", ["plate"])

    assert refused.value.pointer == "/tables/cakes/rows/cake_1_1/unknown/0"


def test_every_setting_has_a_value() -> None:
    by_default = {"base": 4, "milk": False, "order": "tea", "prices": (1, 2)}
    asked = {"base": 3, "milk": None, "prices": [0, 5]}

    assert party().options({}) == by_default
    assert party().options(asked) == {**by_default, "base": 3, "prices": (0, 5)}


def test_settings_that_were_read_can_be_read_again() -> None:
    read = party().options({"prices": [0, 5], "order": "milk"})

    assert party().options(read) == read


@pytest.mark.parametrize(
    ("asked", "rule", "pointer"),
    [
        ({"base": 5}, "too_large", "/options/base"),
        ({"base": True}, "not_integer", "/options/base"),
        ({"milk": 1}, "not_boolean", "/options/milk"),
        ({"order": "coffee"}, "not_a_choice", "/options/order"),
        ({"order": 1}, "not_text", "/options/order"),
        ({"prices": [1]}, "too_short", "/options/prices"),
        ({"prices": [1, 2, 3]}, "too_long", "/options/prices"),
        ({"prices": [1, -2]}, "too_small", "/options/prices/1"),
        ({"sugar/milk": 1}, "unknown", "/options/sugar~1milk"),
    ],
)
def test_options_that_no_setting_allows_are_refused(
    asked: dict[str, object], rule: str, pointer: str
) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        party().options(asked)

    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


@pytest.mark.parametrize(
    ("table", "key", "locale", "name"),
    [
        ("leaves", "green", "ja", "緑茶"),
        ("leaves", "black", "ja", "Black tea"),
        ("leaves", "white", "ja", "white"),
    ],
)
def test_a_name_is_told_as_near_to_the_language_as_can_be(
    table: str, key: str, locale: str, name: str
) -> None:
    assert party().names.row(table, key, locale) == name


def test_the_hash_is_that_of_the_content() -> None:
    one_by_one = party("tables/leaves/rows/green/roll", [3, 1, 2])
    later = party("version", 2)
    other = party("tables/leaves/rows/green/source", "sheets")

    assert party().hash == one_by_one.hash
    assert len({party().hash, later.hash, other.hash}) == 3
