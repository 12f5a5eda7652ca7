"""Random notations with so few ways to fall that all of them can be tried."""

from fractions import Fraction
from itertools import islice

from hypothesis import strategies as st

from majokko_rules.dice.evaluate import prepare
from majokko_rules.dice.tree import (
    Binary,
    Bound,
    Condition,
    CountingPool,
    Dice,
    Explode,
    Group,
    Keep,
    Labelled,
    Modifier,
    Negative,
    Node,
    Notation,
    Number,
    Reroll,
    SuccessPool,
    Sum,
)
from majokko_rules.results import Result
from tests.support.possibilities import every

LEAST = Fraction(1, 3000)
"""Ways less likely than this are not followed to their end."""

MOST = 4000

RELATIONS = st.sampled_from([">=", "<=", ">", "<", "=", "<>"])
COUNTS = st.integers(0, 3).map(Number)
SIDES = st.integers(2, 4).map(Number)
FACES = st.lists(st.integers(-2, 4), min_size=2, max_size=3).map(tuple)

conditions = st.builds(Condition, RELATIONS, st.integers(0, 5))
keeps = st.builds(Keep, st.booleans(), st.booleans(), st.integers(1, 3))
caps = st.none() | st.integers(1, 2)
explosions = st.builds(Explode, st.booleans(), st.none() | conditions, caps)
rerolls = st.builds(Reroll, st.booleans(), st.lists(conditions, min_size=1, max_size=2).map(tuple))
bounds = st.builds(Bound, st.booleans(), st.integers(0, 4))


def _one_explosion(modifiers: list[Modifier]) -> bool:
    return sum(isinstance(modifier, Explode) for modifier in modifiers) <= 1


modifiers = (
    st.lists(keeps | explosions | rerolls | bounds, max_size=4).filter(_one_explosion).map(tuple)
)
dice = st.builds(Dice, COUNTS, SIDES | FACES, modifiers)


def _larger(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    pools = st.tuples(st.integers(0, 2).map(Number), SIDES)
    members = st.lists(nodes, min_size=1, max_size=3).map(tuple)
    terms = st.lists(st.tuples(st.booleans(), nodes), min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Dice, COUNTS | nodes, SIDES | nodes, modifiers),
        st.builds(
            CountingPool,
            st.lists(pools, min_size=1, max_size=2).map(tuple),
            st.none() | conditions,
        ),
        st.builds(
            SuccessPool,
            COUNTS | nodes,
            st.sampled_from([0, 3, 4]),
            st.integers(1, 5),
            st.integers(2, 4),
        ),
        st.builds(Group, members, st.lists(keeps, max_size=2).map(tuple)),
        st.builds(Negative, nodes),
        st.builds(Sum, terms),
        st.builds(Binary, st.sampled_from("*/%^"), nodes, nodes),
        st.builds(Labelled, nodes, st.just("fire")),
    )


nodes: st.SearchStrategy[Node] = st.recursive(
    st.integers(0, 4).map(Number) | dice, _larger, max_leaves=3
)
notations = st.builds(Notation, nodes, st.none() | st.tuples(RELATIONS, nodes))


def all_ways(notation: Notation) -> list[tuple[Result, Fraction]]:
    """Roll in every way there is, down to `LEAST`, but stop at `MOST` of them."""
    return list(islice(every(prepare(notation).roll, LEAST), MOST))
