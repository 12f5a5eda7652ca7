"""Bots in seats: they act by themselves, when it is their turn and at no other time."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from majokko_cards import main as cards
from majokko_cards.wiring import Parts
from majokko_rules.cards.bots import BOTS, Bot
from majokko_rules.cards.magion import Action, Discard, View
from majokko_rules.chance import Chance
from tests.services.cards.parlour import Guest, Parlour, stacked
from tests.support.serving import running, settings_in

Json = dict[str, Any]

PATIENCE_SECONDS = 30


async def until(guest: Guest, fits: Callable[[Json], bool]) -> Json:
    """Look again and again until a view fits."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            view = await guest.seen()
            if fits(view):
                return view
            await asyncio.sleep(0.02)


async def over(guest: Guest) -> Json:
    return await until(guest, lambda view: view["outcome"] is not None)


def waits(seat: int) -> Callable[[Json], bool]:
    return lambda view: view["turn"] == seat or view["outcome"] is not None


@pytest.mark.parametrize(
    ("locale", "word"), [("en", "certain"), ("ja", "カード"), ("zh-Hans", "牌"), ("zh-Hant", "牌")]
)
async def test_bots_are_listed_with_what_they_do(parlour: Parlour, locale: str, word: str) -> None:
    listed = (await parlour.get(f"/v1/bots?lang={locale}")).json()["items"]
    cautious = next(each for each in listed if each["name"] == "cautious")

    assert [each["name"] for each in listed] == ["random", "cautious"]
    assert cautious["version"] >= 1
    assert cautious["players"] == [2, 3, 4]
    assert cautious["seat"] == "bot:cautious"
    assert word in cautious["about"]


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_table_of_bots_plays_to_its_end_by_itself(parlour: Parlour, players: int) -> None:
    seats = ["bot:random", "bot:cautious", "bot:cautious", "bot:random"][:players]
    host = await parlour.session(players, seats=seats)
    await host.told("/start")
    view = await over(host)

    assert view["status"] in {"won", "lost", "ended"}
    assert view["moves"] > 0


async def test_a_bot_plays_when_its_turn_comes_and_waits_for_people(parlour: Parlour) -> None:
    host = await parlour.session(seats=[None, "bot:cautious"], deal={"girls": stacked([])})
    person = await host.sit("Homura")
    await host.told("/start")
    view = await until(person, waits(0))
    for _ in range(5):
        answer = await person.act(view["version"], type="discard", card=0)
        before, view = answer.json()["version"], await until(person, waits(0))

        assert view["outcome"] is not None or view["version"] == before + 1


async def test_a_game_that_rests_rests_for_bots_too(parlour: Parlour) -> None:
    host = await parlour.session(seats=["bot:cautious", "bot:cautious"])
    await host.told("/start")
    rests = await host.post("/pause")
    before = (await host.seen(""))["version"]
    await asyncio.sleep(0.3)
    after = (await host.seen(""))["version"]
    goes_on = await host.post("/resume")

    assert (rests.status_code, goes_on.status_code) == (200, 200)
    assert before == after == rests.json()["version"]
    assert (await over(host))["moves"] > 0


async def test_a_bot_goes_on_at_once_for_somebody_who_has_left(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]))
    await game.seats[0].ask("DELETE", "/seats/0")
    await game.host.told("/seats", {"bot": "cautious", "seat": 0})
    view = await until(game.seats[1], waits(1))

    assert view["moves"] == 1


class Faulty:
    game: ClassVar = "magion"
    name: ClassVar = "cautious"
    version: ClassVar = 1

    def act(self, seen: View, chance: Chance) -> Action:
        raise RecursionError(f"thinks of {seen.moves} for ever with {chance}")


class Cheating(Faulty):
    def act(self, seen: View, chance: Chance) -> Action:
        del seen, chance
        return Discard(99)


class Pondering(Faulty):
    """Thinks until somebody lets it act."""

    def __init__(self) -> None:
        self.asked, self.may_act = threading.Event(), threading.Event()

    def act(self, seen: View, chance: Chance) -> Action:
        self.asked.set()
        assert self.may_act.wait(PATIENCE_SECONDS)
        return BOTS["random"].act(seen, chance)


@asynccontextmanager
async def with_bot(var: Path, bot: Bot) -> AsyncIterator[Parlour]:
    """Serve sessions with a bot in the place of the cautious one."""
    service = cards.service(Parts(bots={**BOTS, "cautious": bot}))
    async with running([service], settings_in(var)) as client:
        yield Parlour(client)


@pytest.mark.parametrize("bot", [Faulty(), Cheating()])
async def test_where_a_bot_fails_the_game_goes_on_and_it_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, bot: Bot
) -> None:
    seats = ["bot:cautious", "bot:cautious"]
    async with with_bot(tmp_path, bot) as parlour:
        host = await parlour.session(seats=seats, deal={"girls": stacked([])})
        await host.told("/start")
        await over(host)
    reported = [each for each in caplog.records if each.levelno >= logging.ERROR]

    assert len(reported) == 1
    assert "random plays for it" in reported[0].getMessage()


async def test_others_are_served_while_a_bot_thinks(tmp_path: Path) -> None:
    bot = Pondering()
    async with with_bot(tmp_path, bot) as parlour:
        host = await parlour.session(seats=["bot:cautious", None], deal={"girls": stacked([])})
        person = await host.sit("Madoka")
        await host.told("/start")
        await asyncio.to_thread(bot.asked.wait, PATIENCE_SECONDS)
        during = await person.seen()
        other = await parlour.practice(stacked([]))
        bot.may_act.set()
        after = await until(person, waits(1))

    assert (during["turn"], during["moves"]) == (0, 0)
    assert other.view["status"] == "running"
    assert after["moves"] == 1
