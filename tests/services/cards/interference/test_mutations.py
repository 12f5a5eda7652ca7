"""The comparison does notice: each of these mistakes, made here on purpose, turns it red.

They are leaks that other servers had, or that one careless line would bring.
"""

from dataclasses import replace
from hashlib import sha256
from importlib import import_module

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.sessions.service import Look
from majokko_cards.sessions.viewing import Viewing
from majokko_cards.showing import views
from majokko_cards.tables import NOTES
from majokko_kit.operations import Done
from majokko_rules.cards.magion import PUBLIC, State, knowledge, view
from majokko_rules.cards.magion.view import ALL, View
from tests.rules.magion.wandering import RULES
from tests.services.cards.interference.stories import told
from tests.services.cards.interference.worlds import Worlds

RULES_OF_VIEWS = import_module("majokko_rules.cards.magion.view")
"""The module; the package has a function of that name."""

STORIES = {
    viewer: [
        told(1000 + number, "committed", RULES[number % len(RULES)], viewer) for number in range(12)
    ]
    for viewer in (0, PUBLIC)
}
"""Told until somebody notices. They were made up before any mistake."""


SHARED = [told(2000 + number, "board", RULES[number % len(RULES)], 0) for number in range(12)]
"""Half of these are told to the end of the game, while others may still play the same cards."""


def noticed(worlds: Worlds, viewer: int, most: int | None = None) -> bool:
    return any(worlds.told(story) for story in STORIES[viewer][:most])


@pytest.mark.parametrize("viewer", [0, PUBLIC])
def test_nothing_is_noticed_where_there_is_no_mistake(worlds: Worlds, viewer: int) -> None:
    assert not noticed(worlds, viewer, most=3)


def test_a_redactor_that_forgets_who_drew(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("majokko_cards.showing.events.sees", lambda *_: True)

    assert noticed(worlds, 0)


def test_missed_events_as_everybody_but_the_latecomer_sees_them(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majokko_cards.sessions.acting.viewer_of", lambda *_, **__: ALL)

    assert noticed(worlds, 0)


def test_sets_of_others_that_count_the_viewers_hand(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others can know of their hands tells a seat which cards they see in its own."""

    def of_seat(state: State, _: int) -> knowledge.Sets:
        return knowledge.of_holders(state)

    monkeypatch.setattr(knowledge, "of_seat", of_seat)

    assert noticed(worlds, 0)


def test_witches_as_they_lie(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES_OF_VIEWS, "_known", lambda deck, _: deck)

    assert noticed(worlds, 0)


def test_a_tag_that_is_a_hash_of_everything(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = Viewing.of

    async def tagged(self: Viewing, look: Look, locale: str) -> Done[views.SessionView]:
        done = await of(self, look, locale)
        if look.session.started_at is None:
            return done
        table = await self._folds.table(look.sql, look.session)
        everything = repr((table.deal.girls, look.session.version))
        return replace(done, etag=sha256(everything.encode()).hexdigest())

    monkeypatch.setattr(Viewing, "of", tagged)

    assert noticed(worlds, 0)


def test_openings_of_all_that_was_dealt(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "majokko_cards.sessions.viewing.seen", lambda state, _: tuple(range(state.drawn))
    )

    assert noticed(worlds, 0)


def test_points_for_what_a_seat_still_holds(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number that was worked out from everything, such as how many cards could be played."""

    def counted(state: State, viewer: int) -> View:
        hidden = sum(state.deal.girls[each] for hand in state.hands for each in hand)
        return view(state, viewer)._replace(misplays=hidden)

    monkeypatch.setattr("majokko_cards.sessions.viewing.view", counted)

    assert noticed(worlds, 0)


@pytest.mark.parametrize("where", ["sessions.viewing", "live.followers"])
def test_a_delay_that_is_forgotten(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(f"majokko_cards.{where}.shown_version", lambda session, _: session.version)

    assert noticed(worlds, PUBLIC)


def test_spectators_who_see_hands(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES_OF_VIEWS, "sees", lambda viewer, seat: viewer != seat)

    assert noticed(worlds, PUBLIC)


def test_a_board_that_is_open_to_all_once_one_game_is_over(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unlocked(*_: object) -> bool:
        return False

    monkeypatch.setattr("majokko_cards.sessions.store.is_locked", unlocked)

    assert any(worlds.told(story) for story in SHARED)


def test_notes_of_others_on_the_cards_of_the_viewer(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def all_notes(sql: AsyncConnection, _: object) -> dict[int, str]:
        found = await sql.execute(select(NOTES.c.position, NOTES.c.text))
        return {position: text for position, text in found}  # noqa: C416 - rows are no pairs

    monkeypatch.setattr("majokko_cards.sessions.viewing.notes_of", all_notes)

    assert noticed(worlds, 0)
