"""Who looks at a game: a seat, the public, or somebody who may see everything once it is over."""

from majokko_cards.records import Me, Session
from majokko_rules.cards.magion.view import ALL, PUBLIC, Viewer


def viewer_of(session: Session, me: Me, *, locked: bool = False) -> Viewer:
    """Return how a game is shown to somebody. `locked` says that others still play its deck."""
    if session.over and not locked:
        return ALL
    return PUBLIC if me.number is None else me.number


def shown_version(session: Session, viewer: Viewer) -> int:
    """Return the version that a viewer sees: those who watch a running game lag behind."""
    if viewer != PUBLIC or session.over or session.began is None:
        return session.version
    delay: int = session.house["delay"]
    return max(session.version - delay, session.began)
