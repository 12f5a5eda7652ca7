"""What a game is worth, point by point."""

from dataclasses import dataclass
from typing import NamedTuple

from majokko_rules.cards.magion.cards import GIRLS, HEAD
from majokko_rules.cards.magion.rules import Combo, Rules
from majokko_rules.cards.magion.state import State


class Scored(NamedTuple):
    """`what` is parts, head, walpurgisnacht or combo; `of` the girl's or the combo's key."""

    what: str
    of: str | None
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status` is won, lost or ended; `reason` all_complete, third_marker or deck_empty.

    `score`, its `points` and the key of the `rank` are for whoever has not lost.
    """

    status: str
    reason: str
    score: int | None
    points: tuple[Scored, ...]
    rank: str | None


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    if state.over is None:
        return None
    status, reason = state.over
    if status == "lost":
        return Outcome(status, reason, None, (), None)
    points = scored(state)
    score = total(points)
    return Outcome(status, reason, score, points, rank(state.rules, score))


def scored(state: State) -> tuple[Scored, ...]:
    """Return what lies on the table now, point by point; everybody sees it."""
    return points_of(
        state.rules, state.placed, beaten=state.beaten, revealed=state.witches_revealed
    )


def points_of(
    rules: Rules, placed: tuple[int, ...], *, beaten: bool, revealed: tuple[int, ...]
) -> tuple[Scored, ...]:
    """Return the points for so many parts of each girl and the witches that lie face up."""
    points = [each for girl in rules.girls for each in _girl(rules, girl, placed[girl])]
    if beaten:
        points.append(Scored("walpurgisnacht", None, rules.walpurgis_points))
    points += [
        Scored("combo", each.key, each.points)
        for each in rules.combos
        if _holds(each, placed, revealed)
    ]
    return tuple(points)


def _girl(rules: Rules, girl: int, placed: int) -> tuple[Scored, ...]:
    parts = min(placed, HEAD - 1) * rules.part_points
    said = (
        Scored("parts", GIRLS[girl], parts),
        Scored("head", GIRLS[girl], rules.head_points * (placed == HEAD)),
    )
    return tuple(each for each in said if each.points)


def _holds(combo: Combo, placed: tuple[int, ...], revealed: tuple[int, ...]) -> bool:
    is_complete = all(placed[girl] == HEAD for girl in combo.girls)
    return is_complete and (combo.witch is None or combo.witch in revealed)


def total(points: tuple[Scored, ...]) -> int:
    return sum(each.points for each in points)


def rank(rules: Rules, score: int) -> str | None:
    """Return the key of what a score is called; None where a ruleset has left a gap."""
    return next((each.key for each in rules.ranks if each.least <= score <= each.most), None)
