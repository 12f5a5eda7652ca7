"""A file by which no characters can be made is refused before anybody asks for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, OneOf, Pending, Picks, Sheet, Value
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset, files, trial
from majokko_rules.rulesets.refused import RulesetRefused
from majokko_rules.rulesets.shelf import built_in, maker, makes_characters
from tests.rules.rulesets.sample import party

HEAD = 'id = "home"\nversion = 2\nextends = "tea@1"\n\n'


@dataclass(frozen=True, slots=True)
class Guest:
    warm: int
    cake: str | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """Leaves are rolled, and a cake of the first plate is chosen, which costs sips of tea."""

    ruleset: Ruleset

    def __post_init__(self) -> None:
        if len(self.ruleset["leaves"].rows) > 4:
            raise InvalidValue("too_long", pointer="/tables/leaves/mint", limit=4)

    def begin(self, options: Mapping[str, object], chance: Chance) -> Guest:
        base = self.ruleset.options(options)["base"]
        row = self.ruleset["leaves"].rolled(chance.throw(1, 6)[0])
        return Guest(base + sum(effect.plus for effect in row.effects if hasattr(effect, "plus")))

    def offers(self, state: Guest) -> Sequence[Offer]:
        rows = self.ruleset["cakes"].rows.values()
        first = tuple(row.key for row in rows if row["plate"] == 1)
        return () if state.cake else (Offer("cake", "cake", "eat", pick=(OneOf("cake", first),)),)

    def pending(self, state: Guest) -> Sequence[Pending]:
        return () if state.cake else (Pending("cake", "cake", ("cake",)),)

    def take(self, state: Guest, offer: Offer, picks: Picks, chance: Chance) -> Guest:
        del offer, chance
        cake = self.ruleset["cakes"][str(picks["cake"])]
        return Guest(state.warm // cake["ways"][0][0], cake.key)

    def purse(self, state: Guest) -> Mapping[str, int]:
        price = self.ruleset.numbers["sips_per_warmth"]
        assert isinstance(price, int)
        return {"coin": 2 - price if state.cake else 2}

    def sheet(self, state: Guest) -> Sheet:
        return Sheet({"warm": Value(state.warm, (Because("rule", "leaf", plus=state.warm),))})


def base() -> Ruleset:
    """The party, where every cake can be eaten in one way."""
    ruleset = party()
    ways = "".join(
        f"[tables.cakes.{row.key}]\nroll = [{row.roll[0]}]\nplate = {row['plate']}\nways = [[1]]\n"
        for row in ruleset["cakes"].rows.values()
    )
    head = HEAD.replace('"home"', '"tea"').replace("2", "1")
    return files.read(head + ways, "ways.toml").applied(ruleset, Party)


def refusal(body: str) -> RulesetRefused:
    with pytest.raises(RulesetRefused) as refused:
        trial.of(files.read(HEAD + body, "home.toml"), base(), Party)
    return refused.value


def test_a_file_that_changes_what_can_be_changed_is_taken() -> None:
    body = "[settings]\nbase = 3\n[tables.leaves.green]\nroll = [1, 2, 3]"
    made = trial.of(files.read(HEAD + body, "home.toml"), base(), Party)

    assert made.options({})["base"] == 3


CAKE = "[tables.cakes.cake_1_2]\nroll = [2]\nplate = 1\n"


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        (CAKE, 5, "'ways' is missing"),
        ("[numbers]\nsips_per_warmth = 3", 6, "AssertionError: more is spent than there is"),
        (f"[settings]\nmilk = true\n{CAKE}", 7, "'ways' is missing"),
        (f"{CAKE}ways = [[]]", 5, "IndexError: tuple index out of range"),
        (
            f"[tables.leaves.green]\nroll = [1, 2, 3]\n{CAKE}ways = []",
            7,
            "IndexError: tuple index out of range",
        ),
    ],
)
def test_the_change_that_spoils_a_creation_is_named(body: str, line: int, why: str) -> None:
    refused = refusal(body)

    assert refused.line == line
    assert refused.why == f"no character can be made by it ({why})"


def test_what_only_several_changes_spoil_together_is_refused_as_a_whole() -> None:
    """Two cakes change places, so that neither fits alone; only one of them lacks its ways."""
    moved = "[tables.cakes.cake_1_1]\nroll = [2]\nplate = 1\n"
    other = "[tables.cakes.cake_1_2]\nroll = [1]\nplate = 1\nways = [[1]]\n"

    assert refusal(moved + other).line == 3


def test_what_a_maker_refuses_itself_is_refused_in_its_line() -> None:
    refused = refusal("[tables.leaves.mint]\nsource = 'x'\n[tables.leaves.sage]\nsource = 'x'")

    assert (refused.line, refused.place) == (5, "tables.leaves.mint")


@pytest.mark.parametrize(
    "ruleset", [*filter(makes_characters, built_in().rulesets)], ids=lambda one: one.name
)
def test_characters_can_be_made_by_every_built_in_ruleset(ruleset: Ruleset) -> None:
    assert trial.fault(ruleset, maker(ruleset)) is None
