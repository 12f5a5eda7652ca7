"""Replays of sessions, put together from what was dealt and done."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_cards.records import Move, Session
from majokko_cards.table.deals import Deals, Table
from majokko_rules.cards import magion
from majokko_rules.cards.replays import Replay, Result


def replay_of(session: Session, deals: Deals, table: Table, moves: Sequence[Move]) -> Replay:
    """Return how a game went that is over."""
    actions = (*table.before, *(magion.read(each.action) for each in moves))
    used = _played(table, actions).shuffles
    return Replay(
        rules=table.rules,
        source=session.source,
        deal=replace(table.deal, orders=table.deal.orders[:used]),
        actions=actions,
        result=_result(session),
        redealt=_redealt(session, deals, table),
        inherited=len(table.before),
    )


def _played(table: Table, actions: Sequence[magion.Action]) -> magion.State:
    state = magion.begin(table.rules, table.deal)
    for action in actions:
        state = magion.play(state, action)
    return state


def _result(session: Session) -> Result | None:
    told = session.outcome
    if told is None:
        return None
    return Result(told["status"], told["reason"], told["score"], told["rank"])


def _redealt(session: Session, deals: Deals, table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the girls of every deal but the one that is played."""
    before = (table.dealt[: number + 1] for number in range(len(table.dealt) - 1))
    return tuple(deals.table(session.tenant, table.rules, each).deal.girls for each in before)
