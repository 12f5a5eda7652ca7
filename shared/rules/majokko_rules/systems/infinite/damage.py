"""Wounds by severity, and what a save leaves of an effect. Pure functions of the numbers."""

from dataclasses import dataclass, replace
from typing import Literal

from majokko_rules import catalog

Severity = Literal["B", "L", "A"]
"""Bashing, lethal, aggravated; each is worse than the one before."""

State = Literal["standing", "unconscious", "dying", "dead"]

_TRACK = catalog.table(__package__, "damage")["track"]
_WORSENS: dict[Severity, list[tuple[str, str]]] = _TRACK["worsens"]
_WORTH: dict[Severity, int] = _TRACK["worth"]


def left_after(effect: int, successes: int) -> int:
    """Return what a save lets through: each success takes one point off.

    >>> left_after(7, 4), left_after(7, 9)
    (3, 0)
    """
    return max(0, effect - successes)


@dataclass(frozen=True, slots=True)
class DamageTrack:
    """How many hit points are intact, and how badly the others are hurt.

    >>> DamageTrack.of(10).hit(15, "B")
    DamageTrack(intact=0, B=5, L=5, A=0)
    """

    intact: int
    B: int = 0
    L: int = 0
    A: int = 0

    @classmethod
    def of(cls, hit_points: int) -> "DamageTrack":
        """Return an unhurt track."""
        return cls(hit_points)

    def hit(self, points: int, severity: Severity) -> "DamageTrack":
        """Return the track after damage; what finds nothing left to worsen is lost.

        >>> DamageTrack(0, B=5, L=5).hit(3, "A")
        DamageTrack(intact=0, B=2, L=5, A=3)
        """
        after = self
        for source, target in _WORSENS[severity]:
            moved = min(points, getattr(after, source))
            after = after._moved(source, target, moved)
            points -= moved
        return after

    def bleed(self) -> "DamageTrack":
        """Return the track a round later: somebody dying gets one more point aggravated."""
        return self.hit(1, "A") if self.state == "dying" else self

    @property
    def state(self) -> State:
        """What the worst wound does once no point is intact.

        >>> (
        ...     DamageTrack(0, B=1, L=1).state,
        ...     DamageTrack(0, L=1, A=1).state,
        ...     DamageTrack(0, A=2).state,
        ... )
        ('unconscious', 'dying', 'dead')
        """
        if self.intact:
            return "standing"
        if not self.A:
            return "unconscious"
        return "dying" if self.B or self.L else "dead"

    @property
    def weighted(self) -> int:
        """All wounds in points of bashing damage: lethal ones count double, aggravated triple."""
        return self.B * _WORTH["B"] + self.L * _WORTH["L"] + self.A * _WORTH["A"]

    def _moved(self, source: str, target: str, points: int) -> "DamageTrack":
        changed = {source: getattr(self, source) - points, target: getattr(self, target) + points}
        return replace(self, **changed)
