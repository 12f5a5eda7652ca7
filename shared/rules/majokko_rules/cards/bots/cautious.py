"""Plays only what is certain, tells others what they can play, and keeps the soul gem clear."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from majokko_rules.cards.bots import hinting
from majokko_rules.cards.bots.outlook import Outlook
from majokko_rules.cards.magion import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    View,
    is_fatal,
)
from majokko_rules.cards.magion.cards import ALL, HEAD, HEADS, WALPURGISNACHT, kind, mask
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.chance import Chance

_SOMETHING = 0.1
"""What a hint has to be worth to be given while it costs no more than a marker."""


class Cautious:
    """Never adds the last marker while anything else is allowed, and leaves nothing to chance.

    Cards are what runs out: a game has some thirty plays and discards. Hints and cleanses cost
    witches instead, which discards bring back until Walpurgisnacht lies open. So it tells what it
    can, cleanses when it must, discards when no witch is left, and lets Walpurgisnacht lie.
    """

    game: ClassVar = "magion"
    name: ClassVar = "cautious"
    version: ClassVar = 1

    def act(self, seen: View, chance: Chance) -> Action:  # noqa: ARG002 - others need chance
        actions = seen.legal
        outlook = Outlook.of(seen)
        if seen.pending is not None:
            return _choice(seen, outlook, actions)
        return (
            _certain(seen, outlook, actions)
            or _hint(seen, outlook, actions, hinting.PLAYS)
            or _cleanse(seen, actions)
            or _hint(seen, outlook, actions, _SOMETHING)
            or _discard(seen, outlook, actions)
            or next((each for each in actions if not is_fatal(seen, each)), actions[0])
        )


def _choice(seen: View, outlook: Outlook, actions: Iterable[Action]) -> Action:
    """Let a wild card be the part of which the fewest cards are left."""
    girls = [each for each in actions if isinstance(each, Choose)]
    return min(girls, key=lambda it: outlook.left[kind(it.girl, seen.placed[it.girl] + 1)])


def _certain(seen: View, outlook: Outlook, actions: Iterable[Action]) -> Action | None:
    own = seen.possible[seen.viewer]
    certain = [
        each
        for each in actions
        if isinstance(each, Play) and not own[each.slot] & ~outlook.playable
        if not _waits(seen, own[each.slot])
    ]
    return max(certain, key=lambda each: _urgency(own[each.slot]), default=None)


def _urgency(kinds: int) -> int:
    """Play heads first, since they return witches, and what may be a wild card last."""
    return 0 if kinds >> ALL & 1 else 1 + (not kinds & ~HEADS)


def _waits(seen: View, kinds: int) -> bool:
    """Say whether a card is a head that could beat Walpurgisnacht, and she is still to come."""
    if seen.beaten or WALPURGISNACHT in seen.witches_revealed or seen.deck_left <= 1:
        return False
    return not kinds & ~mask(kind(girl, HEAD) for girl in _beating(seen.rules))


def _beating(rules: Rules) -> Sequence[int]:
    return [girl for girl in rules.girls if not rules.refused[girl] >> WALPURGISNACHT & 1]


def _hint(seen: View, outlook: Outlook, actions: Iterable[Action], least: float) -> Action | None:
    hints = [each for each in actions if isinstance(each, Hint | Ask) and not is_fatal(seen, each)]
    worth = {each: hinting.worth(seen, outlook, each) for each in hints}
    best = max(hints, key=worth.__getitem__, default=None)
    return best if best is not None and worth[best] >= least else None


def _cleanse(seen: View, actions: Iterable[Action]) -> Action | None:
    """Take away as much as possible once the next marker would be the last."""
    if seen.markers + 1 < seen.rules.markers:
        return None
    cleanses = [each for each in actions if isinstance(each, Cleanse) and _is_safe(seen, each)]
    return max(cleanses, key=lambda each: each.count, default=None)


def _is_safe(seen: View, cleanse: Cleanse) -> bool:
    """Say whether no witch who may come adds the last marker, and Walpurgisnacht does not come, for
    no discard returns witches then. She may if her match is at hand.
    """
    if cleanse.count == len(seen.witch_deck) and not _may_come(seen):
        return False
    hidden = {*range(1, WALPURGISNACHT + 1)} - {*seen.witches_revealed, *seen.witches_discarded}
    deeds = [deed for witch in hidden for deed in seen.rules.deeds[witch] if not deed.unless_last]
    worst: int = sum(deed.count for deed in deeds if deed.does == "markers")
    return seen.markers - cleanse.count + worst < seen.rules.markers


def _may_come(seen: View) -> bool:
    """Say whether Walpurgisnacht is beaten, or a head that beats her is held and fits."""
    ready = [kind(girl, HEAD) for girl in _beating(seen.rules) if seen.placed[girl] + 1 == HEAD]
    known = [kinds.bit_length() - 1 for kinds in seen.possible[seen.viewer] if _is_one(kinds)]
    shown = [card for cards in seen.cards for card in cards]
    return seen.beaten or any(head in shown or head in known for head in ready)


def _is_one(kinds: int) -> bool:
    return kinds.bit_count() == 1


def _discard(seen: View, outlook: Outlook, actions: Iterable[Action]) -> Action | None:
    own = seen.possible[seen.viewer]
    discards = [each for each in actions if isinstance(each, Discard)]
    return min(discards, key=lambda each: outlook.feared_loss(own[each.slot]), default=None)
