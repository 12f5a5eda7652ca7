"""What happens when somebody's time is up, or was not hers to use."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_cards import clocks
from majokko_cards.ports import Surroundings
from majokko_cards.records import Session
from majokko_cards.sessions.committing import Committing, end
from majokko_cards.sessions.service import Held
from majokko_cards.showing import outcomes
from majokko_cards.table.folds import Folds
from majokko_cards.talk.pauses import rest
from majokko_cards.timers.absences import Span
from majokko_rules.cards import magion
from majokko_rules.cards.magion import Action, Cleanse, Discard
from majokko_rules.cards.magion.view import View, view
from majokko_rules.chance import Chance, Seeded


class NothingIsUp(Exception):
    """A session was found whose time is up, by a clock that says otherwise."""


class Timeouts:
    def __init__(self, committing: Committing, folds: Folds, surroundings: Surroundings) -> None:
        self._committing = committing
        self._folds = folds
        self._seed_of = surroundings.seed_of

    async def time_out(self, held: Held) -> None:
        """Do what was agreed upon for a seat whose time is up. Raises NothingIsUp."""
        session = held.before
        clock = clocks.clock_of(session)
        if clock is None or not clock.is_due(held.work.at):
            raise NothingIsUp(session.id)
        policy = clocks.policy_of(session)
        held.tell("clock.expired", seat=clock.turn, policy=policy)
        if policy == "pause":
            rest(held, seat=clock.turn, by="timeout")
            return
        state = await self._folds.now(held.work.sql, session)
        if policy == "forfeit":
            end(held, outcomes.stopped("lost", "timeout"), misplays=state.misplays)
            return
        seen = view(state, state.turn)
        gentle = policy == "cleanse_or_discard"
        chosen = (cleanse_or_discard(seen) if gentle else None) or drawn(seen, self._chance(held))
        self._committing.move(held, state, chosen, "timeout")

    async def make_up(self, held: Held, spans: Sequence[Span]) -> None:
        """Give back the time in which nobody was there to play with, and some more."""
        session = made_up(held.before, spans)
        if session == held.before:
            return
        held.become(banks=session.banks, since=session.since, deadline=session.deadline)
        held.tell("clock.changed", seat=session.turn, reason="absence", **clocks.told(session))

    def _chance(self, held: Held) -> Chance:
        """A crash chooses nothing anew."""
        session = held.before
        return Seeded(self._seed_of("timeout", session.id, str(session.version)))


def made_up(session: Session, spans: Sequence[Span]) -> Session:
    for span in spans:
        session = replace(session, **clocks.away(session, *span))
    return session


def cleanse_or_discard(seen: View) -> Action | None:
    """Return what harms least if nobody thinks; None for a choice, or an empty hand."""
    legal = seen.legal
    careful: tuple[Action, ...] = (Cleanse(1), Discard(0))
    return next((each for each in careful if each in legal), None)


def drawn(seen: View, chance: Chance) -> Action:
    """Draw a legal action; one that is sure to lose only where there is no other."""
    safe = [each for each in seen.legal if not magion.is_fatal(seen, each)]
    actions = safe or seen.legal
    (face,) = chance.throw(1, len(actions))
    return actions[face - 1]
