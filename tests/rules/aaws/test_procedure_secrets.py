"""Two worlds that differ only in what the GM keeps secret look alike to everybody else.

Both are played with the same moves. After each, what others see, may do, and are refused is the
same, until the GM tells.
"""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_rules.errors import RuleError
from majokko_rules.systems.aaws.procedure import Actor, Move, legal, question, seen
from majokko_rules.systems.aaws.procedure.moves import Announce
from tests.rules.aaws.players import Player, possible, wild
from tests.rules.aaws.table import ANN, BEN, EVE, GM, Table, demanded

OTHERS = (ANN, BEN, EVE)
TELLING = ("reveal", "hinder")
"""A secret is told, and nothing after it is compared."""


def secret(move: Announce, chance: Random) -> Announce:
    """Keep any target and any middle values secret, or not even have one yet."""
    target = chance.choice([None, *range(15)])
    tiers = tuple(chance.choices(range(15), k=chance.randint(0, 2)))
    return replace(move, target=target, tiers=tiers, hidden="unknown")


def tried(table: Table, by: Actor, move: Move) -> str:
    try:
        table.does(by, move)
    except RuleError as error:
        return repr((type(error), error.rule, error.pointer, error.params))
    return "done"


def nobody_can_tell_them_apart(one: Table, other: Table) -> None:
    assert one.seen == other.seen
    for by in OTHERS:
        assert legal(one.state, by, one.cast) == legal(other.state, by, other.cast)
    if one.state.step == "choosing":
        assert question(one.state) == question(other.state)


def both_played(chance: Random) -> tuple[Table, Table]:
    units = chance.choice([("a",), ("n",), ("a", "b")])
    one, other = demanded(*units), demanded(*units)
    for _ in range(50):
        nobody_can_tell_them_apart(one, other)
        by, move = next_move(one, chance)
        if isinstance(move, Announce) and by == GM:
            here, there = secret(move, chance), secret(move, chance)
            assert seen(here, gm=False) == seen(there, gm=False)
            assert tried(one, by, here) == tried(other, by, there)
        else:
            assert tried(one, by, move) == tried(other, by, move)
    return one, other


def next_move(table: Table, chance: Random) -> tuple[Actor, Move]:
    can = [p for p in possible(table.state, table.cast, chance) if p[1].move not in TELLING]
    if not can or chance.random() < 0.3:
        return chance.choice(OTHERS), wild(chance, table.state)
    by, one = chance.choice(can)
    return by, Player(chance, table.state, table.cast).move(one)


@given(st.randoms(use_true_random=True))
@settings(deadline=None, max_examples=60)
def test_nobody_but_the_gm_can_tell_apart_what_is_secret(chance: Random) -> None:
    one, other = both_played(chance)

    nobody_can_tell_them_apart(one, other)


def test_worlds_that_differ_get_as_far_as_the_roll() -> None:
    """Guards the law above: the worlds differ, and the dice fall."""
    ends = [both_played(Random(seed)) for seed in range(40)]
    steps = Counter(one.state.step for one, _ in ends)

    assert steps["rolled"] > 5
    assert sum(one.seen_by_gm != other.seen_by_gm for one, other in ends) > 20
