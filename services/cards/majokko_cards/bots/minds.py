"""How bots decide: by their view, and by a seed that only this installation can derive, of the
session and its version. So a crash chooses nothing anew, and two processes choose alike.
"""

import logging
from collections.abc import Mapping

from majokko_cards.bots.reported import Reported
from majokko_cards.ports import Surroundings
from majokko_cards.records import Session
from majokko_rules.cards.bots import BOTS, Bot
from majokko_rules.cards.magion import Action, State
from majokko_rules.cards.magion.view import View, view
from majokko_rules.chance import Seeded

FALLBACK = "random"
"""Plays where a bot fails, or is known no more, so that the game goes on."""

log = logging.getLogger(__name__)


class Minds:
    def __init__(self, surroundings: Surroundings, bots: Mapping[str, Bot] = BOTS) -> None:
        self._seed_of = surroundings.seed_of
        self._bots = bots
        self._faulty = Reported()

    def choose(self, session: Session, name: str, state: State) -> Action:
        """Let a bot think. Touches nothing of the event loop, so that it can run beside it."""
        seed = self._seed_of("bot", session.id, str(session.version))
        seen = view(state, state.turn)
        try:
            return _legal(self._bots[name].act(seen, Seeded(seed)), seen)
        except Exception:  # whatever a bot may do
            if self._faulty.is_new((session.id, name)):
                log.exception("%s failed in %s; %s plays for it", name, session.id, FALLBACK)
        return self._bots[FALLBACK].act(seen, Seeded(seed))


def _legal(action: Action, seen: View) -> Action:
    if action not in seen.legal:
        raise ValueError("not a legal action")
    return action
