"""Whether a replay is true: it is played again, card by card, by the rules that it names."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from majokko_rules.cards.magion.cards import NAMES
from majokko_rules.cards.magion.dealing import begin, must_deal_again
from majokko_rules.cards.magion.moves import play
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.scoring import outcome
from majokko_rules.cards.magion.state import State
from majokko_rules.cards.replays import proofs
from majokko_rules.cards.replays.replay import STOPPED, Replay, Result
from majokko_rules.errors import InvalidValue, ReplayWrong, RuleError

_NOTHING = object()


@dataclass(frozen=True, slots=True)
class Verdict:
    """`faults` point into the replay as it is written (`/actions/17`), or into `/proof`; there are
    none where it is true. `result` is what came of playing it, None where that could not be, or the
    game goes on.
    """

    faults: tuple[RuleError, ...]
    result: Result | None

    @property
    def valid(self) -> bool:
        return not self.faults


def verify(replay: Replay, proof: object = _NOTHING) -> Verdict:
    """Play a replay again, and hold it against the proof of its stream, if there is one.

    Wrong cards are told alone: what was played with them means nothing.
    """
    faults = tuple(_deal_faults(replay))
    faults, result = (faults, None) if faults else _played(replay)
    if proof is not _NOTHING:
        faults += tuple(proofs.faults(replay, proof))
    return Verdict(faults, result)


def played(replay: Replay) -> State:
    """Return the game after all actions.

    Raises RuleErrors, which point to the action.
    """
    state = begin(replay.rules, replay.deal)
    for place, action in enumerate(replay.actions):
        try:
            state = play(state, action)
        except RuleError as error:
            raise error.under(f"/actions/{place}") from None
    return state


def _played(replay: Replay) -> tuple[tuple[RuleError, ...], Result | None]:
    try:
        state = played(replay)
    except RuleError as error:
        return (error,), None
    result = _result(state, replay)
    return tuple(_end_faults(replay, state, result)), result


def _result(state: State, replay: Replay) -> Result | None:
    """Return what came of it. That players stopped a game, only they can say."""
    found = outcome(state)
    if found is not None:
        return Result(found.status, found.reason, found.score, found.rank)
    told = replay.result
    if told is not None and told.reason in STOPPED:
        return Result(STOPPED[told.reason], told.reason)
    return None


def _end_faults(replay: Replay, state: State, result: Result | None) -> Iterator[RuleError]:
    given = len(replay.deal.orders)
    if given > state.shuffles or (given < state.shuffles and replay.source == "committed"):
        yield ReplayWrong("orders_used", pointer="/deal/orders", count=state.shuffles)
    told = replay.result
    if told is None:
        if state.over is not None:
            yield ReplayWrong("over_anyway", pointer="/result")
    elif result is None:
        yield ReplayWrong("not_over", pointer="/result")
    else:
        yield from _result_faults(told, result)


def _result_faults(told: Result, found: Result) -> Iterator[RuleError]:
    for name in Result.__slots__:
        right = getattr(found, name)
        if getattr(told, name) != right:
            shown = "null" if right is None else right
            yield ReplayWrong("other_result", pointer=f"/result/{name}", name=name, found=shown)


def _deal_faults(replay: Replay) -> Iterator[RuleError]:
    rules, girls = replay.rules, replay.deal.girls
    is_practice = replay.source == "practice"
    yield from _card_faults(rules, girls, "/deal/girls", complete=not is_practice)
    if is_practice:
        if replay.redealt:
            yield ReplayWrong("practice_redealt", pointer="/deal/redealt")
        return
    if must_deal_again(rules, girls):
        yield ReplayWrong("redeal_due", pointer="/deal/girls")
    for place, before in enumerate(replay.redealt):
        at = f"/deal/redealt/{place}"
        yield from _card_faults(rules, before, at, complete=True)
        if not must_deal_again(rules, before):
            yield ReplayWrong("redeal_needless", pointer=at)


def _card_faults(
    rules: Rules, girls: tuple[int, ...], at: str, *, complete: bool
) -> Iterator[RuleError]:
    """Yield where the cards are not those of the ruleset; each too many is told where it lies."""
    seen: Counter[int] = Counter()
    for place, kind in enumerate(girls):
        seen[kind] += 1
        if seen[kind] > rules.counts[kind]:
            name, limit = NAMES[kind], rules.counts[kind]
            yield InvalidValue("no_more", pointer=f"{at}/{place}", name=name, limit=limit)
    if complete:
        for kind, count in enumerate(rules.counts):
            if seen[kind] < count:
                yield ReplayWrong("card_missing", pointer=at, card=NAMES[kind], count=count)
    if len(girls) < (needed := rules.players * rules.hand):
        yield InvalidValue("too_short", pointer=at, limit=needed)
