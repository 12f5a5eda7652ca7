"""The dice of one term while its modifiers act on them, in the order written.

Each modifier sees what the one before it left: only dice that still count, each with the value it
counts by now. Dice thrown later are not touched by modifiers that came earlier.
"""

from collections.abc import Sequence

from majokko_rules.dice.conditions import Faces, exploding, meets
from majokko_rules.dice.limits import ranking
from majokko_rules.dice.rolling.table import Table, dropped, lay
from majokko_rules.dice.tree import Bound, Explode, Keep, Modifier, Reroll, Span
from majokko_rules.results import Cause, Die


class Hand:
    """`dice` lie in throwing order; `live` are the indices of those that count, in that order.

    `values` says what each die counts. A die that explodes into itself (`!!`) owns the dice that
    were added to it: `owned` are dropped with it.
    """

    __slots__ = ("dice", "faces", "live", "owned", "span", "table", "values")

    def __init__(self, table: Table, count: int, faces: Faces, span: Span) -> None:
        self.table = table
        self.faces = faces
        self.span = span
        self.dice: list[Die] = []
        self.values: list[int] = []
        self.owned: dict[int, list[int]] = {}
        self.live = self._throw(count, "base")

    def total(self) -> int:
        return sum([self.values[index] for index in self.live])

    def act(self, modifier: Modifier) -> None:
        match modifier:
            case Keep():
                self._keep(modifier)
            case Explode():
                self._explode(modifier)
            case Reroll():
                self._reroll(modifier)
            case Bound():
                self._bind(modifier)

    def _throw(self, count: int, cause: Cause) -> list[int]:
        thrown = self.table.throw(count, self.faces, self.span)
        first = len(self.dice)
        self.dice += lay(self.faces, thrown, cause)
        self.values += thrown
        return list(range(first, len(self.dice)))

    def _drop(self, index: int) -> None:
        for each in (index, *self.owned.get(index, ())):
            self.dice[each] = dropped(self.dice[each])

    def _keep(self, rule: Keep) -> None:
        """Drop all but the best; a sort is stable, so equal dice go to those thrown earlier."""
        order, stay = ranked(self.values, self.live, rule)
        for index in order[stay:]:
            self._drop(index)
        self.live = sorted(order[:stay])
        if rule.keep and rule.count > len(order):
            self.table.warn("keeps_all")

    def _explode(self, rule: Explode) -> None:
        """Throw one die for each that explodes, round by round."""
        tests = exploding(rule, self.faces)
        sources = [index for index in self.live if meets(self.values[index], tests)]
        rounds = 0
        while sources and rounds != rule.cap:
            rounds += 1
            extra = self._throw(len(sources), "again")
            if rule.compound:
                self._merge(sources, extra)
            else:
                self.live += extra
            grown = sources if rule.compound else extra
            pairs = zip(grown, extra, strict=True)
            sources = [source for source, die in pairs if meets(self.dice[die].face, tests)]

    def _merge(self, sources: list[int], extra: list[int]) -> None:
        for source, die in zip(sources, extra, strict=True):
            self.values[source] += self.values[die]
            self.owned.setdefault(source, []).append(die)

    def _reroll(self, rule: Reroll) -> None:
        """Take up all dice that meet a condition and throw them again, round by round."""
        again = [index for index in self.live if meets(self.values[index], rule.conditions)]
        while again:
            taken = set(again)
            for index in again:
                self._drop(index)
            new = self._throw(len(again), "reroll")
            self.live = [index for index in self.live if index not in taken] + new
            again = [index for index in new if meets(self.values[index], rule.conditions)]
            if rule.once:
                break

    def _bind(self, rule: Bound) -> None:
        bind = max if rule.least else min
        for index in self.live:
            self.values[index] = bind(self.values[index], rule.number)


def ranked(values: Sequence[int], live: list[int], rule: Keep) -> tuple[list[int], int]:
    """Return `live` in the order in which `rule` keeps, and how many of them it keeps."""
    from_top, stay = ranking(rule, len(live))
    return sorted(live, key=values.__getitem__, reverse=from_top), stay
