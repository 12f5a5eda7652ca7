"""What came of a game: kept as keys and numbers, shown with names in the language asked for."""

from collections.abc import Mapping
from typing import Any

from majokko_cards.showing.views import OutcomeSeen, PointsSeen
from majokko_rules.cards.magion import Outcome, naming
from majokko_rules.rulesets import Ruleset

Json = Mapping[str, Any]


def written(outcome: Outcome) -> Json:
    """Return an outcome as a session keeps it."""
    return {
        "status": outcome.status,
        "reason": outcome.reason,
        "score": outcome.score,
        "points": [[each.what, each.of, each.points] for each in outcome.points],
        "rank": outcome.rank,
    }


def stopped(status: str, reason: str) -> Json:
    """Return how a game ended that was not played to its end."""
    return {"status": status, "reason": reason, "score": None, "points": [], "rank": None}


def shown(kept: Json, ruleset: Ruleset, locale: str) -> OutcomeSeen:
    rank = kept["rank"]
    return OutcomeSeen(
        status=kept["status"],
        reason=kept["reason"],
        score=kept["score"],
        points=[_points(ruleset, locale, *each) for each in kept["points"]],
        rank=rank,
        rank_name=None if rank is None else ruleset.names.row("ranks", rank, locale),
    )


def _points(ruleset: Ruleset, locale: str, what: str, of: str | None, points: int) -> PointsSeen:
    return PointsSeen(what, of, naming.point(ruleset.names, what, of, locale), points)
