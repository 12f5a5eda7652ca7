"""Her weapon: dice, class, attachments, and what they make of a blow."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Because, OneOf
from majokko_rules.dice import parse
from majokko_rules.errors import InvalidValue, NotOnOffer
from tests.rules.collapse.girls import Making, made, offered, pupil, shown, then


def armed(kind: str, thrown: list[int], *parts: str, size: int = 50) -> Making:
    """Return a girl with a weapon; parts are attachments, `passive:guarding`."""
    draft = then(pupil({"SIZ": size}), [("weapon", {"kind": kind}, thrown)])
    for part in parts:
        use, key = part.split(":")
        draft = then(draft, [(f"weapon.{use}", {use: key}, [])])
    return draft


def test_a_blade_has_damage_weight_and_defence() -> None:
    draft = armed("melee", [5, 3, 8, 4, 4, 4])

    assert shown(draft, "weapon.DAM", "weapon.WEI", "weapon.DEF") == [14, 40, 12]
    assert shown(draft, "weapon.class", "weapon.cost") == ["standard", 4]
    assert shown(draft, "weapon.damage", "weapon.block") == ["1d14", "1d12"]
    assert draft.sheet["weapon.WEI"].because == (Because("roll", "weapon_values.WEI", 40, 8),)
    assert "weapon.LEN" not in draft.sheet.values


def test_a_bow_has_a_range_and_no_damage_bonus() -> None:
    draft = armed("ranged", [5, 3, 8, 4, 4, 4], size=90)
    blade = armed("melee", [5, 3, 8, 4, 4, 4], size=90)

    assert shown(draft, "weapon.LEN", "weapon.range", "weapon.damage") == [12, 120, "1d14"]
    assert shown(draft, "derived.DB") == ["+1d4"]
    assert shown(blade, "weapon.damage") == ["1d14+1d4"]
    assert "weapon.block" not in draft.sheet.values


# WEI die, attachments, and what a hit of DAM 14 costs and deals
BLOWS = [
    (5, [], "light", 2, "1d14/2"),
    (6, [], "standard", 4, "1d14"),
    (11, [], "heavy", 6, "1d14*3/2+1d3"),
    (16, [], "super_heavy", 8, "1d14*2+1d6"),
    (5, ["passive:twin_blades"], "light", 1, "(1d14/2+1)/2"),
    (11, ["passive:twin_blades"], "heavy", 3, "(1d14*3/2+1d3+1)/2"),
]


@pytest.mark.parametrize(("die", "parts", "name", "cost", "damage"), BLOWS)
def test_weight_and_attachments_make_a_blow(
    die: int, parts: list[str], name: str, cost: int, damage: str
) -> None:
    draft = armed("melee", [5, 3, die, 4, 4, 4], *parts)

    assert shown(draft, "weapon.class", "weapon.cost", "weapon.damage") == [name, cost, damage]
    assert draft.sheet.explained()


REASONS = [
    ("melee", 50, ["passive:guarding", "active:homing"], []),
    ("melee", 90, ["passive:guarding"], ["derived.DB"]),
    ("melee", 90, ["passive:twin_blades"], ["attachments.twin_blades", "derived.DB"]),
    ("ranged", 90, ["passive:scattershot", "active:homing"], ["attachments.scattershot"]),
]


@pytest.mark.parametrize(("kind", "size", "parts", "more"), REASONS)
def test_damage_comes_from_all_that_has_a_part_in_it_and_nothing_else(
    kind: str, size: int, parts: list[str], more: list[str]
) -> None:
    draft = armed(kind, [5, 3, 8, 4, 4, 4], *parts, size=size)
    reasons = [each.what for each in draft.sheet["weapon.damage"].because]

    assert reasons == ["weapon_values.DAM", "weight_classes.standard", *more]


@pytest.mark.parametrize(
    ("damage", "thrown", "total"),
    [
        ("1d14/2", [9], 4),
        ("1d14*3/2+1d3", [9, 2], 15),
        ("(1d14/2+1)/2", [9], 2),
        ("(1d14*3/2+1d3+1)/2", [9, 2], 8),
    ],
)
def test_a_written_blow_rolls_what_the_rule_says(
    damage: str, thrown: list[int], total: int
) -> None:
    """Fractions drop, except where two blades round up."""
    assert parse(damage).roll(Scripted(thrown)).total == total


def test_attachments_change_block_range_and_damage() -> None:
    guarded = armed("melee", [5, 3, 8, 4, 4, 4], "passive:guarding")
    scattering = armed("ranged", [5, 3, 8, 4, 4, 5], "passive:scattershot")

    assert shown(guarded, "weapon.block") == ["1d12+2d3"]
    assert shown(scattering, "weapon.range", "weapon.damage") == [65, "1d14+1d7"]
    assert scattering.sheet["weapon.range"].because == (
        Because("rule", "weapon_values.LEN", plus=130),
        Because("row", "attachments.scattershot", plus=-65),
    )


@pytest.mark.parametrize(
    ("kind", "passive", "active"),
    [
        (
            "melee",
            ("guarding", "corroding_blood", "twin_blades"),
            ("homing", "gathering_trail"),
        ),
        (
            "ranged",
            ("scattershot", "corroding_blood", "twin_blades"),
            ("homing", "gathering_trail", "scattering_trail"),
        ),
    ],
)
def test_one_passive_and_one_active_attachment_fit_the_kind(
    kind: str, passive: tuple[str, ...], active: tuple[str, ...]
) -> None:
    draft = armed(kind, [1, 1, 1, 1, 1, 1])
    picks = {offer.id: offer.pick for offer in draft.offers}

    assert picks["weapon.passive"] == (OneOf("passive", passive),)
    assert picks["weapon.active"] == (OneOf("active", active),)
    assert [each.id for each in draft.pending if each.step == "weapon"] == [
        "weapon.form",
        "weapon.passive",
        "weapon.active",
    ]


def test_an_attachment_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InvalidValue) as refused:
        armed("ranged", [1, 1, 1, 1, 1, 1], "passive:guarding")

    assert refused.value.pointer == "/passive"


def test_another_kind_is_no_second_throw() -> None:
    draft = armed("melee", [5, 3, 8, 4, 4, 4]).undo()
    bow = then(draft, [("weapon", {"kind": "ranged"}, [])])

    assert shown(bow, "weapon.DAM", "weapon.WEI", "weapon.LEN") == [14, 40, 12]


def test_a_weapon_is_made_once_after_the_age() -> None:
    assert offered(made(), "weapon") == []
    with pytest.raises(NotOnOffer):
        then(armed("melee", [1] * 6), [("weapon", {"kind": "melee"}, [1] * 6)])


def test_a_weapon_may_have_a_name_and_needs_a_form() -> None:
    draft = armed("melee", [1] * 6)
    named = then(
        draft,
        [("weapon.name", {"name": "Moonlight"}, []), ("weapon.form", {"form": "blunt"}, [])],
    )

    assert shown(named, "weapon.name", "weapon.form") == ["Moonlight", "blunt"]
    assert "weapon.name" not in draft.sheet.values
    assert "weapon.form" not in [each.id for each in named.pending]
