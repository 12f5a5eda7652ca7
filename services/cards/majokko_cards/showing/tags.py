"""ETags that say nothing: a function of who looks and what has happened, never of what was told."""

from majokko_cards.ports import Surroundings
from majokko_cards.records import Me, Session
from majokko_rules.cards.magion.view import Viewer

_HEX = 24


class Tags:
    def __init__(self, surroundings: Surroundings) -> None:
        self._seed_of = surroundings.seed_of

    def of(self, session: Session, version: int, viewer: Viewer, me: Me, *more: str) -> str:
        """Return the tag of what somebody sees of a version; `more` tells apart what else differs,
        such as languages.
        """
        own = "" if me.seat is None else f"{me.seat.number}.{me.seat.revision}"
        parts = ("etag", session.id, str(version), str(viewer), own, *more)
        return self._seed_of(*parts).hex()[:_HEX]
