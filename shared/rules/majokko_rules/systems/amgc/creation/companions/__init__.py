"""Who comes with a girl: her twin, her ally, her familiar."""

from majokko_rules.systems.amgc.creation.companions import twin
from majokko_rules.systems.amgc.creation.having import grants
from majokko_rules.systems.amgc.creation.state import State


def brought(state: State) -> frozenset[str]:
    """Return what the rows of a girl grant, and those of her twin: they share their companions."""
    hers = grants(state.book, state.girl)
    if state.twin is None or twin.TWIN not in hers:
        return hers
    return hers | grants(state.book, twin.whole(state, state.twin))
