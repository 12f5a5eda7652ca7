"""Random trees, also such as no text is read as; small enough to be thrown and enumerated."""

from hypothesis import strategies as st

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

LABELS = st.text("abc 火,#'", max_size=5).map(str.strip)
RELATIONS = st.sampled_from([">=", "<=", ">", "<", "=", "<>"])
COUNTS = st.integers(0, 4).map(Number)
SIDES = st.integers(2, 12).map(Number)
FACES = st.lists(st.integers(-3, 9), min_size=2, max_size=4).map(tuple)

conditions = st.builds(Condition, RELATIONS, st.integers(-2, 9))
explosive = st.builds(Condition, RELATIONS.filter(lambda r: r != "="), st.integers(-2, 9))
keeps = st.builds(Keep, st.booleans(), st.booleans(), st.integers(1, 5))
explosions = st.builds(
    Explode,
    st.booleans(),
    st.none() | explosive | st.builds(Condition, st.just("="), st.integers(0, 9)),
    st.none() | st.integers(1, 4),
)
rerolls = st.builds(Reroll, st.booleans(), st.lists(conditions, min_size=1, max_size=3).map(tuple))
bounds = st.builds(Bound, st.booleans(), st.integers(-2, 9))


def _written(modifiers: list[Modifier]) -> tuple[Modifier, ...]:
    """Leave out what a text cannot say: a second explosion, and rerolls side by side."""
    kept: list[Modifier] = []
    for modifier in modifiers:
        alike = [type(each) for each in kept]
        if isinstance(modifier, Explode) and Explode in alike:
            continue
        if isinstance(modifier, Reroll) and alike[-1:] == [Reroll]:
            continue
        kept.append(modifier)
    return tuple(kept)


modifiers = st.lists(keeps | explosions | rerolls | bounds, max_size=3).map(_written)


def _larger(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    counts, sides = COUNTS | nodes, SIDES | nodes
    return st.one_of(
        st.builds(Dice, counts, sides | FACES, modifiers),
        st.builds(
            CountingPool,
            st.lists(st.tuples(counts, sides), min_size=1, max_size=3).map(tuple),
            conditions,
        ),
        st.builds(
            SuccessPool,
            counts,
            st.sampled_from([0, 5, 8, 10, 11]),
            st.integers(1, 12),
            st.integers(1, 12),
        ),
        st.lists(nodes, min_size=1, max_size=3).flatmap(_grouped),
        st.builds(Negative, nodes),
        st.builds(
            Sum, st.lists(st.tuples(st.booleans(), nodes), min_size=2, max_size=4).map(tuple)
        ),
        st.builds(Binary, st.sampled_from(["*", "/", "%", "^"]), nodes, nodes),
        st.builds(Labelled, nodes, LABELS),
    )


def _grouped(members: list[Node]) -> st.SearchStrategy[Node]:
    chosen = st.lists(keeps, max_size=2).map(tuple) if len(members) > 1 else st.just(())
    return st.builds(Group, st.just(tuple(members)), chosen)


nodes: st.SearchStrategy[Node] = st.recursive(
    st.integers(0, 9).map(Number) | st.builds(Dice, COUNTS, SIDES, modifiers),
    _larger,
    max_leaves=6,
)
notations = st.builds(
    Notation,
    nodes,
    st.none() | st.tuples(RELATIONS, nodes),
    st.integers(1, 9),
    st.text("ab 火#1", max_size=6).map(str.strip),
)
