"""What a code holds besides its rules, number by number; `put` and `take` mirror each other."""

from majokko_rules.cards.magion.actions import Action, Ask, Choose, Cleanse, Discard, Hint, Play
from majokko_rules.cards.magion.cards import GIRLS, KINDS, SIGNS
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Deal
from majokko_rules.cards.replays.packing import Packer, Unpacker
from majokko_rules.cards.replays.replay import (
    MOST_ACTIONS,
    MOST_CARDS,
    MOST_REDEALS,
    REASONS,
    SOURCES,
    STATUSES,
    STOPPED,
    Replay,
    Result,
)
from majokko_rules.errors import ReplayWrong

_SLOTS = 10
_CLEANSES = 9
_WITCHES = 8
_ORDERS = 1024
_ENDS = (*REASONS, *STOPPED)
_SPARE = 16
"""Room for what may be added: of statuses and reasons, of which the places never change."""

_FEW = 63
"""Redeals that are one digit; more than these are rare, and told by another."""

_SCORES = 1 << 20
_RANKS = 4096
_OTHERS = 2 * _SLOTS + _CLEANSES + len(GIRLS) + len(SIGNS)


def put(packer: Packer, replay: Replay) -> None:
    deal = replay.deal
    packer.put(SOURCES.index(replay.source), len(SOURCES))
    packer.put(deal.first, replay.rules.players)
    packer.put_list(deal.girls, KINDS, MOST_CARDS + 1)
    _put_order(packer, deal.witches)
    packer.put(len(deal.orders), _ORDERS)
    for order in deal.orders:
        _put_order(packer, order)
    _put_count(packer, len(replay.redealt))
    for girls in replay.redealt:
        packer.put_list(girls, KINDS, MOST_CARDS + 1)
    numbers = [_number(action) for action in replay.actions]
    packer.put_list(numbers, _alphabet(replay.rules), MOST_ACTIONS + 1)
    packer.put(replay.inherited, MOST_ACTIONS + 1)
    packer.put(replay.result is not None, 2)
    if replay.result is not None:
        _put_result(packer, replay.result, replay.rules)


def take(unpacker: Unpacker, rules: Rules) -> Replay:
    """Raises ReplayWrong for numbers that stand for nothing."""
    source = SOURCES[unpacker.take(len(SOURCES))]
    first = unpacker.take(rules.players)
    girls = unpacker.take_list(KINDS, MOST_CARDS + 1)
    witches = _take_order(unpacker)
    orders = tuple(_take_order(unpacker) for _ in range(unpacker.take(_ORDERS)))
    redeals = range(_take_count(unpacker))
    redealt = tuple(unpacker.take_list(KINDS, MOST_CARDS + 1) for _ in redeals)
    numbers = unpacker.take_list(_alphabet(rules), MOST_ACTIONS + 1)
    inherited = unpacker.take(MOST_ACTIONS + 1)
    if inherited > len(numbers):
        raise ReplayWrong("code_damaged")
    return Replay(
        rules=rules,
        source=source,
        deal=Deal(girls, witches, first, orders),
        redealt=redealt,
        actions=tuple(map(_action, numbers)),
        inherited=inherited,
        result=_take_result(unpacker, rules) if unpacker.take(2) else None,
    )


def _put_order(packer: Packer, witches: tuple[int, ...]) -> None:
    """Put each witch as her place among those that are left."""
    left = list(range(1, _WITCHES + 1))
    for number in witches:
        packer.put(left.index(number), len(left))
        left.remove(number)


def _take_order(unpacker: Unpacker) -> tuple[int, ...]:
    left = list(range(1, _WITCHES + 1))
    return tuple(left.pop(unpacker.take(len(left))) for _ in range(_WITCHES))


def _put_count(packer: Packer, redeals: int) -> None:
    packer.put(min(redeals, _FEW), _FEW + 1)
    if redeals >= _FEW:
        packer.put(redeals - _FEW, MOST_REDEALS - _FEW + 1)


def _take_count(unpacker: Unpacker) -> int:
    few = unpacker.take(_FEW + 1)
    return few if few < _FEW else _FEW + unpacker.take(MOST_REDEALS - _FEW + 1)


def _alphabet(rules: Rules) -> int:
    return _OTHERS + rules.players * len(SIGNS)


def _number(action: Action) -> int:
    match action:
        case Play(slot) if slot < _SLOTS:
            return slot
        case Discard(slot) if slot < _SLOTS:
            return _SLOTS + slot
        case Cleanse(count) if 0 < count <= _CLEANSES:
            return 2 * _SLOTS + count - 1
        case Choose(girl):
            return 2 * _SLOTS + _CLEANSES + girl
        case Ask(sign):
            return 2 * _SLOTS + _CLEANSES + len(GIRLS) + sign
        case Hint(to, sign):
            return _OTHERS + to * len(SIGNS) + sign
        case _:
            raise AssertionError(f"{action} was never legal")


def _action(number: int) -> Action:
    if number >= _OTHERS:
        return Hint(*divmod(number - _OTHERS, len(SIGNS)))
    for kind, count in ((Play, _SLOTS), (Discard, _SLOTS)):
        if number < count:
            return kind(number)
        number -= count
    if number < _CLEANSES:
        return Cleanse(number + 1)
    number -= _CLEANSES
    return Choose(number) if number < len(GIRLS) else Ask(number - len(GIRLS))


def _put_result(packer: Packer, result: Result, rules: Rules) -> None:
    ranks = [rank.key for rank in rules.ranks]
    packer.put(STATUSES.index(result.status), _SPARE)
    packer.put(_ENDS.index(result.reason), _SPARE)
    packer.put(0 if result.score is None else result.score + 1, _SCORES)
    packer.put(0 if result.rank is None else ranks.index(result.rank) + 1, _RANKS)


def _take_result(unpacker: Unpacker, rules: Rules) -> Result:
    status, reason = unpacker.take(_SPARE), unpacker.take(_SPARE)
    score, rank = unpacker.take(_SCORES), unpacker.take(_RANKS)
    if status >= len(STATUSES) or reason >= len(_ENDS) or rank > len(rules.ranks):
        raise ReplayWrong("code_damaged")
    return Result(
        status=STATUSES[status],
        reason=_ENDS[reason],
        score=score - 1 if score else None,
        rank=rules.ranks[rank - 1].key if rank else None,
    )
