"""The views of a game, its legal actions, and what opens the cards that somebody sees."""

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from majokko_cards.fairness import CardOpening, Fairness
from majokko_cards.games import Games
from majokko_cards.records import Me, Session
from majokko_cards.sessions import store, views
from majokko_cards.sessions.private import notes_of
from majokko_cards.sessions.service import Held, Look, Sessions
from majokko_cards.showing import outcomes
from majokko_cards.showing.tags import Tags
from majokko_cards.showing.viewers import shown_version, viewer_of
from majokko_cards.showing.views import Scene, SessionView, playing, waiting
from majokko_cards.table.deals import Table
from majokko_cards.table.folds import Folds
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden
from majokko_rules.cards import magion
from majokko_rules.cards.magion.view import ALL, Viewer, seen, view

_REMEMBERED = 2048


class Viewing:
    def __init__(
        self, sessions: Sessions, folds: Folds, games: Games, fairness: Fairness, tags: Tags
    ) -> None:
        self._sessions = sessions
        self._folds = folds
        self._games = games
        self._fairness = fairness
        self._tags = tags
        self._shown: OrderedDict[str, SessionView] = OrderedDict()

    async def view(self, asked: Asked[Nothing]) -> Done[SessionView]:
        """Show a game to whoever asks; without a token as one who watches.

        Raises Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            may_watch(look)
            return await self.of(look, asked.locale)

    async def of(self, look: Look, locale: str) -> Done[SessionView]:
        """Show a game to the one who looks."""
        locked = look.locked
        tag = self.tag(look.session, look.me, locked=locked, locale=locale)
        shown = self._shown.get(tag)
        if shown is None:
            shown = await self._look(look, locale, locked=locked)
        self._remember(tag, shown)
        return Done(shown, etag=tag)

    async def legal(self, asked: Asked[Nothing]) -> Done[views.LegalActions]:
        """Return what the seat that asks can do now.

        Raises Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            session, me = look.session, look.me
            if me.number is None:
                raise Forbidden("role")
            actions: list[dict[str, Any]] = []
            if session.status == "running" and session.turn == me.number:
                state = await self._folds.now(look.sql, session)
                actions = [_legal(state, each) for each in view(state, me.number).legal]
        answer = views.LegalActions(session.version, session.turn, actions)
        return Done(answer, etag=self.tag(session, me))

    async def openings(self, asked: Asked[Nothing]) -> Done[views.Openings]:
        """Return what opens each card that whoever asks can see.

        Raises Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            may_watch(look)
            session, locked = look.session, look.locked
            viewer = viewer_of(session, look.me, locked=locked)
            cards: list[CardOpening] = []
            if session.started_at is not None:
                table = await self._folds.table(look.sql, session)
                state = await self._state(look, viewer)
                cards = self._opened(table, state, viewer)
        tag = self.tag(session, look.me, locked=locked)
        return Done(views.Openings(shown_version(session, viewer), cards), etag=tag)

    async def after(
        self, held: Held, state: magion.State, table: Table, locale: str
    ) -> Done[SessionView]:
        """Show a seat where its own action has led, with the tag of that view."""
        session, me = held.now, held.me
        locked = await store.is_locked(held.work.sql, session) if session.over else True
        viewer = viewer_of(session, me, locked=locked)
        scene = self._scene(session, me, session.version, table, locale)
        notes = await notes_of(held.work.sql, me)
        shown = playing(replace(scene, notes=notes), view(state, viewer))
        return Done(shown, etag=self.tag(session, me, locked=locked, locale=locale))

    def tag(self, session: Session, me: Me, *, locked: bool = False, locale: str = "en") -> str:
        """Return the ETag of what somebody sees of a session now."""
        viewer = viewer_of(session, me, locked=locked)
        version = shown_version(session, viewer)
        more = [locale] if session.over else []
        if version != session.version:  # then nothing is said of clocks
            more.append("late")
        return self._tags.of(session, version, viewer, me, *more)

    async def _look(self, look: Look, locale: str, *, locked: bool) -> SessionView:
        session, me = look.session, look.me
        viewer = viewer_of(session, me, locked=locked)
        version = shown_version(session, viewer)
        if session.started_at is None:
            return waiting(self._scene(session, me, version, None, locale), self._rules(session))
        table = await self._folds.table(look.sql, session)
        scene = self._scene(session, me, version, table, locale)
        notes = await notes_of(look.sql, me)
        return playing(replace(scene, notes=notes), view(await self._state(look, viewer), viewer))

    async def _state(self, look: Look, viewer: Viewer) -> magion.State:
        version = shown_version(look.session, viewer)
        if version == look.session.version:
            return await self._folds.now(look.sql, look.session)
        return await self._folds.at_version(look.sql, look.session, version)

    def _scene(
        self, session: Session, me: Me, version: int, table: Table | None, locale: str
    ) -> Scene:
        result = None
        if session.outcome is not None:
            ruleset = self._games.shelf.find(f"{session.ruleset}#{session.digest}")
            result = outcomes.shown(session.outcome, ruleset, locale)
        return Scene(
            session=session,
            me=me,
            version=version,
            commitment=self._fairness.promise(session).commitment,
            root=None if table is None else self._fairness.root(table.dealt),
            result=result,
        )

    def _rules(self, session: Session) -> magion.Rules:
        return self._games.kept(session.ruleset, session.digest, session.players, session.options)

    def _opened(self, table: Table, state: magion.State, viewer: Viewer) -> list[CardOpening]:
        keys = state.rules.witch_keys
        witches = sorted(
            table.witches.order.index(keys[number - 1]) for number in _witches_seen(state, viewer)
        )
        return [
            *self._fairness.openings(table.played, table.girls, seen(state, viewer)),
            *self._fairness.openings(table.dealt[0], table.witches, witches),
        ]

    def _remember(self, tag: str, shown: SessionView) -> None:
        self._shown[tag] = shown
        self._shown.move_to_end(tag)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)


def may_watch(look: Look) -> None:
    """Refuse those who only watch, where a table does not want them; the host is none of these.

    Nobody watches on a board: whoever does may sit at another table with the same cards.
    """
    if look.me.seat is not None:
        return
    if look.locked or not (look.me.host or look.session.house["spectators"]):
        raise Forbidden("role")


def _legal(state: magion.State, action: magion.Action) -> dict[str, Any]:
    return {**magion.write(action), "fatal": magion.is_fatal(state, action)}


def _witches_seen(state: magion.State, viewer: Viewer) -> list[int]:
    """Return the witches that have been seen, but for the last one, who was never shuffled."""
    last = len(state.rules.witch_keys)
    if viewer == ALL:
        return list(range(1, last))
    known = view(state, viewer).witch_deck
    met = {*state.witches_revealed, *state.witches_discarded, *known} - {None, last}
    return [each for each in met if each is not None]
