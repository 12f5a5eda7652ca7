"""What a creation refuses, and what can be taken back."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices, RuleError, UnknownField
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import FACES, begun, offered, take, thrown_as, value


@pytest.mark.parametrize(
    ("offer", "picks", "error", "pointer"),
    [
        ("age.bronze", {"age": 18}, InvalidValue, "/age"),
        ("age.bronze", {"age": 7}, InvalidValue, "/age"),
        ("age.silver", {"age": 1000}, InvalidValue, "/age"),
        ("age.silver", {"age": 0}, InvalidValue, "/age"),
        ("body.bronze", {"body": "underdeveloped"}, InvalidValue, "/body"),
        ("specialisation.column", {"specialisation": "gravity"}, InvalidValue, "/specialisation"),
        ("specialisation.other", {"specialisation": "fire"}, InvalidValue, "/magic"),
        ("specialisation.shift.+2", {}, NotOnOffer, "/offer"),
        ("weapon.shift.+5", {}, NotOnOffer, "/offer"),
        ("weapon.other", {"weapon": "fists"}, InvalidValue, "/weapon"),
        ("weapon.second", {"weapon": "fists"}, InvalidValue, "/weapon"),
        ("outfit.shift.+5", {}, NotOnOffer, "/offer"),
        ("power.shift.+3", {}, NotOnOffer, "/offer"),
        ("power.other", {"power": "focused_assault"}, InvalidValue, "/power"),
        ("perk.move.sturdy", {"new": "sorcery"}, NotOnOffer, "/offer"),
        ("perk.move.ally", {"new": "gifted"}, InvalidValue, "/new"),
        ("perk.swap", {"perk": "gifted", "new": "sturdy"}, InvalidValue, "/perk"),
        ("perk.swap", {"perk": "ally", "new": "familiar"}, InvalidValue, "/new"),
        ("stats.bronze.2", {"stat": "STR"}, NotOnOffer, "/offer"),
        ("stats.bronze.1", {"stat": "STR+AGI"}, InvalidValue, "/stat"),
        ("stats.silver.1+1", {"stat": "STR+STR"}, InvalidValue, "/stat"),
        ("stats.gold.4", {"stat": "HP"}, InvalidValue, "/stat"),
        ("stats.gold.4", {"stat": "STR", "more": "AGI"}, UnknownField, "/more"),
        ("familiar.class", {"class": "support"}, NotOnOffer, "/offer"),
        ("ally.roll", {}, NotOnOffer, "/offer"),
        ("twin.roll", {}, NotOnOffer, "/offer"),
        ("gender", {"gender": "boy"}, NotOnOffer, "/offer"),
    ],
)
def test_an_illegal_spend_is_refused_with_a_reason(
    offer: str, picks: dict[str, object], error: type[RuleError], pointer: str
) -> None:
    draft = thrown_as(FACES)

    with pytest.raises(error) as refused:
        take(draft, offer, **picks)

    assert refused.value.pointer == pointer
    assert draft.state == thrown_as(FACES).state


@pytest.mark.parametrize("coin", ["gold", "silver", "bronze"])
def test_nothing_is_sold_to_whoever_has_no_such_coin(coin: str) -> None:
    draft = begun()
    price = {"gold": "stats.gold.4", "silver": "stats.silver.2", "bronze": "stats.bronze.1"}
    for _ in range(value(draft, f"coins.{coin}")):
        draft = take(draft, price[coin], stat="VIT")
    costly = [each for each in draft.maker.offers(draft.state) if coin in each.cost]

    assert costly
    assert not {each.id for each in costly} & offered(draft)
    for each in costly:
        with pytest.raises(NotOnOffer) as refused:
            draft.choose(each.id, {}, Scripted([]))
        assert refused.value.rule == "unaffordable"


def test_what_is_open_has_to_be_chosen_first() -> None:
    with pytest.raises(PendingChoices) as refused:
        thrown_as(FACES).finish()

    names = str(refused.value.params["names"]).split(", ")
    assert "body.underdeveloped.stat.1" in names
    assert "weapon.fists.mastery" in names


def test_a_choice_may_be_changed_until_the_end() -> None:
    before = begun()
    draft = take(before, "body.average.stat.1", stat="STR")
    changed = take(draft, "body.average.stat.1", stat="LCK")

    assert value(changed, "stats.LCK") == value(before, "stats.LCK") + 1
    assert value(changed, "stats.STR") == value(before, "stats.STR")


def test_a_coin_is_back_once_its_use_is_taken_back() -> None:
    draft = take(begun(), "age.silver", age=40)

    assert value(draft, "coins.silver") == 2
    assert value(draft.undo(), "coins.silver") == 3
    assert value(draft.undo(), "age") == 17


def allied(draft: Draft[State], kind: str) -> Draft[State]:
    return take(draft, "ally.kind", kind=kind)


TWO_WAYS = [  # the dice, and the way beside them
    (allied(begun(perk_1=14), "magical_girl"), "ally.roll", 9, "ally.design"),
    (
        take(allied(begun(perk_1=14), "monster_girl"), "ally.design"),
        "ally.monster_perks.roll", 5, "ally.monster_perks.choose",
    ),
    (take(begun(power=5), "twin.roll", 15, 8, 13), "twin.perks.roll", 6, "twin.perks.copy"),
]  # fmt: skip


@pytest.mark.parametrize(("draft", "dice", "count", "other"), TWO_WAYS)
def test_whoever_saw_the_dice_of_one_way_takes_no_other(
    draft: Draft[State], dice: str, count: int, other: str
) -> None:
    faces = range(7, 7 + count)
    thrown = take(draft, dice, *faces)
    undone = thrown.undo()

    assert other in offered(draft)
    assert offered(undone) == {dice}
    for refused in (other, "ally.kind", "stats.bronze.1"):
        with pytest.raises(NotOnOffer):
            take(undone, refused)
    assert take(undone, dice).sheet == thrown.sheet


def test_the_settings_of_a_draft_are_checked() -> None:
    with pytest.raises(InvalidValue) as refused:
        begun({"age_least": 20, "age_most": 10})
    assert (refused.value.pointer, refused.value.rule) == ("/options/age_most", "too_small")
    with pytest.raises(UnknownField) as unknown:
        begun({"bases": 3})
    assert unknown.value.pointer == "/options/bases"


def test_a_draft_takes_no_settings_that_its_checks_would_refuse() -> None:
    """The sheet hands both to each roll in a room."""
    with pytest.raises(InvalidValue) as refused:
        begun({"fp_after": True, "fp_extra": True})

    assert (refused.value.pointer, refused.value.rule) == ("/options", "not_together")


@pytest.mark.parametrize("faces", [FACES[:11], (*FACES, 1)])
def test_twelve_faces_it_takes(faces: tuple[int, ...]) -> None:
    with pytest.raises(RuleError) as refused:
        thrown_as(faces)

    assert refused.value.params == {"given": len(faces), "needed": 12}
