"""Whether a replay, played again by the library, ends as the game was shown at last."""

from collections.abc import Iterator
from typing import Any

from majokko_rules.cards.magion import outcome
from majokko_rules.cards.magion.cards import GIRLS, NAMES
from majokko_rules.cards.magion.state import State
from majokko_rules.cards.replays import Replay
from majokko_rules.cards.replays.verifying import played
from tests.chaos.history import Json


def end_faults(replay: Replay, view: Json) -> Iterator[str]:
    """Yield each member of the last view that is another one in the game as it is played again."""
    for name, right in _shown(played(replay)).items():
        if _plain(view, name) != right:
            yield f"the last view tells {name} {_plain(view, name)}, the replay leads to {right}"


def _plain(view: Json, name: str) -> Any:  # noqa: ANN401 - JSON
    if name == "hands":
        return [[[card["position"], card["card"]] for card in each["cards"]] for each in view[name]]
    if name == "girls":
        return {girl: len(cards) for girl, cards in view[name].items()}
    if name == "outcome":
        return [view[name][each] for each in ("status", "reason", "score", "rank")]
    return view[name]


def _shown(state: State) -> Json:
    kinds, keys = state.deal.girls, state.rules.witch_keys
    found = outcome(state)
    return {
        "gem": state.markers,
        "moves": state.moves,
        "misplays": state.misplays,
        "walpurgisnacht_beaten": state.beaten,
        "witch_deck": len(state.witch_deck),
        "witches_revealed": [keys[each - 1] for each in state.witches_revealed],
        "witches_discarded": [keys[each - 1] for each in state.witches_discarded],
        "girls": {GIRLS[girl]: state.placed[girl] for girl in state.rules.girls},
        "discard": [NAMES[kinds[each]] for each in state.discard],
        "deck": [NAMES[each] for each in kinds[state.drawn :]],
        "hands": [[[each, NAMES[kinds[each]]] for each in hand] for hand in state.hands],
        "outcome": found and [found.status, found.reason, found.score, found.rank],
    }
