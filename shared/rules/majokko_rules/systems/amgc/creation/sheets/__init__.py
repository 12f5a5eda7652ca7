"""What a creation has led to so far, each value with its reasons."""

from majokko_rules.creation import Sheet
from majokko_rules.systems.amgc.creation.sheets import coming, girls, play, purses
from majokko_rules.systems.amgc.creation.state import State


def of(state: State) -> Sheet:
    """Return her own values by name, those of companions as `twin.age` or `ally.stats.STR`."""
    penalty = coming.penalty(state)
    return Sheet(
        {
            **girls.values(state.book, state.girl, penalty),
            **coming.values(state),
            **purses.own(state),
            **play.values(state.book),
        }
    )
