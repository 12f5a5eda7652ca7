"""Creations by rulesets that a file made of ours, and files that no girl can be made by."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.errors import RuleError
from majokko_rules.rulesets.shelf import Shelf, maker
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import FACES, completed, offered, open_choices, take, value
from tests.rules.amgc.ruleset import AMGC

HEAD = 'id = "home"\nversion = 1\nextends = "amgc@1"\n'


def begun_by(changes: str) -> Draft[State]:
    """Begin by what a file makes of the ruleset."""
    shelf, refused = Shelf((AMGC,)).with_files([("home.toml", HEAD + changes)])
    assert not refused
    return begin(maker(shelf.find("home@1")), {}, Scripted(FACES))


def test_prices_are_those_of_the_ruleset() -> None:
    draft = begun_by("""
        [tables.prices.age_bronze]
        step = "age"
        coin = "gold"
        use = "any"

        [tables.prices.weapon_shift]
        remove = true

        [tables.prices.power_shift]
        step = "power"
        coin = "silver"
        use = "shift"
        by = [3]

        [tables.prices.stats_copper]
        step = "stats"
        coin = "bronze"
        use = "points"
        plus = [1, 1, 1]
        name = {en = "Three points"}
    """)
    costs = {offer.id: dict(offer.cost) for offer in draft.offers}

    assert costs["age.bronze"] == {"gold": 1}
    assert not [each for each in costs if each.startswith("weapon.shift")]
    assert costs["power.shift.+3"] == {"silver": 1}
    after = take(draft, "stats.bronze.1+1+1", stat="STR+VIT+LCK")
    assert value(after, "stats.VIT") == value(draft, "stats.VIT") + 1


def test_coins_are_those_of_the_ruleset() -> None:
    draft = begun_by("""
        [tables.coins.gold]
        count = 2
        ally = 0
    """)
    draft = take(draft, "weapon.second", weapon="melee")
    draft = take(draft, "weapon.second", weapon="ranged")

    assert value(draft, "weapons") == ("fists", "melee", "ranged")


def test_a_file_fills_in_what_is_unknown() -> None:
    draft = begun_by("""
        [tables.specialisations.lightning]
        roll = [8]
        column = 2
        effects = [{stat = "AGI", plus = 4}]
        untransformed = "Never needs a charger."
        spells = ["Spark", "Storm"]
    """)

    assert value(draft, "untransformed_reward") == ("Never needs a charger.",)
    assert value(draft, "spells") == ("Spark", "Storm")
    assert "specialisations.lightning.spells" not in value(draft, "unknown")


def test_a_weapon_without_masteries_asks_for_none() -> None:
    draft = begun_by("""
        [tables.weapons.parasol]
        effects = [{stat = ["LCK", "MAG"], plus = 1}]
        name = {en = "Parasol"}
    """)
    draft = take(draft, "weapon.other", weapon="parasol")

    assert "weapon.parasol.mastery" not in offered(draft)
    assert "weapon.parasol.stat.1" in open_choices(draft)
    assert open_choices(completed(draft)) == []


def test_a_row_that_no_face_chooses_is_not_shifted() -> None:
    draft = begun_by("""
        [tables.powers.whistling]
        effects = [{stat = "AGI", plus = 1}]
        name = {en = "Whistling"}
    """)
    draft = take(draft, "power.other", power="whistling")

    assert not [each for each in offered(draft) if each.startswith("power.shift")]


def test_perks_of_a_file_may_bring_companions() -> None:
    draft = begun_by("""
        [tables.perks.martial_training]
        roll = [2]
        column = 1
        effects = [{grants = "twin"}]
    """)

    assert "twin.roll" in open_choices(draft)


WRONG = [
    ('[tables.prices.age_bronze]\nstep = "belt"\ncoin = "gold"\nuse = "any"', "step"),
    ('[tables.prices.age_bronze]\nstep = "age"\ncoin = "gold"\nuse = "swap"', "step"),
    ('[tables.prices.age_bronze]\nstep = "power"\ncoin = "gold"\nuse = "shift"', "by"),
    ('[tables.prices.age_bronze]\nstep = "perks"\ncoin = "gold"\nuse = "add"', "count"),
    ('[tables.prices.age_bronze]\nstep = "stats"\ncoin = "gold"\nuse = "points"', "plus"),
    ("[tables.steps.perks]\ndice = 5\ncolumns = [1, 2]", "columns"),
    ("[tables.steps.perks]\ndice = 1\ncolumns = [4]", "columns/0"),
    (f"[tables.steps.perks]\ndice = 21\ncolumns = {[1] * 21}", "columns/20"),
    (f"[tables.ally_dice.nine]\nsteps = []\nperks = {[1] * 20}\nmonster_perks = 0", "perks/19"),
    ("[tables.steps.perks]\ndice = 61\ncolumns = [1]", "dice"),
    ("[tables.steps.body]\ndice = 2", "dice"),
    ("[tables.steps.stats]\ndice = 1", ""),
    ('[tables.companions.twin]\nshares = []\ndice = ["hat"]', "dice/0"),
    ("[tables.companions.familiar]\nstat = 7", "pool"),
    ('[tables.twin_forms.split]\npenalty = "mode"', "penalty"),
    ('[tables.ally_dice.nine]\nsteps = ["hat"]\nperks = []\nmonster_perks = 0', "steps/0"),
    ("[tables.ally_dice.nine]\nsteps = []\nperks = [7]\nmonster_perks = 0", "perks/0"),
    ("[tables.ally_kinds.monster_girl]\nmonster_perks = {chosen = 4}", "monster_perks/rolled"),
    (
        "[tables.ally_kinds.monster_girl]\nmonster_perks = {chosen = 4, rolled = 21}",
        "monster_perks/rolled",
    ),
    ('[tables.derived.HP]\nstat = "SPD"', "stat"),
    ('[tables.derived.HP]\nstat = "VIT"\nrounding = "sideways"', "rounding"),
]


@pytest.mark.parametrize(("changes", "place"), WRONG)
def test_a_file_that_no_girl_can_be_made_by_is_refused_with_its_line(
    changes: str, place: str
) -> None:
    _, (refused,) = Shelf((AMGC,)).with_files([("home.toml", HEAD + changes)])
    row = changes.partition("]")[0].removeprefix("[")

    assert isinstance(refused.why, RuleError)
    assert refused.place == ".".join(filter(None, (row, place.replace("/", "."))))
    assert refused.line is not None
    assert refused.line >= HEAD.count("\n") + 1
