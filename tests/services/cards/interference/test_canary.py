"""No card that lies face down is anywhere while a game runs: not in rows, Redis, logs or errors.

Games are played, with all that may go wrong, at the most talkative log level. The test has the
secret of the installation, so it knows what was dealt, and looks for it in every spelling.
"""

import json
import logging
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import httpx
import pytest

from majokko_cards import main as cards
from majokko_dice import main as dice
from majokko_kit.sealed import DealSeals, HiddenDeal, HiddenDeck, Place
from majokko_kit.secret import Secret
from majokko_rules.cards.magion.cards import NAMES
from majokko_rules.fairness.drawing import StreamName, server_seed
from tests.services.cards.parlour import WITCHES, Guest, Parlour
from tests.support.databases import Changes
from tests.support.following import following
from tests.support.listening import listening
from tests.support.overhearing import Told, heard, overheard
from tests.support.redis_servers import redis_of_its_own
from tests.support.serving import settings_in

Json = dict[str, Any]
Row = Mapping[str, Any]

MOVES = 7
IN_A_ROW = 5
"""So many hidden cards one after another are no accident."""

_CAREFUL = (
    {"play", "choose", "hint", "discard"},
    {"choose", "hint", "discard"},
    {"choose", "cleanse", "discard"},
)
"""What loses no game while there are so many markers."""

SUBSCRIBERS = {"journal": ["session.ended"]}
_FACE = re.compile(rb"\b(homura|mami|kyoko|sayaka|madoka|qb)-[1-4]\b")
_QUERY = """query ($id: ID!) {
  getSessionView(session: $id) { ... on SessionView { hands { cards { card possible } } deck } }
  listCardOpenings(session: $id) { ... on Openings { cards { card salt path } } }
}"""


@dataclass
class Installation:
    """Where games are played and every word is heard. What is dealt is in its database, sealed."""

    secret: Secret
    told: Told
    place: Changes
    var: Path
    caplog: pytest.LogCaptureFixture
    parlour: Parlour
    games: list[Guest] = field(default_factory=list)

    async def rows(self) -> Mapping[str, Sequence[Row]]:
        """Return all rows of all tables of the service."""
        if url := self.place.get("database_url"):
            return await _of_postgres(str(url))
        return _of_file(self.var / "cards.db")

    def opened(self, row: Row) -> HiddenDeal:
        place = Place("default", row["stream"], row["owner"])
        return DealSeals(self.secret).open(row["sealed"], place)


@pytest.fixture
async def installation(
    tmp_path: Path, database: Changes, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Installation]:
    caplog.set_level(logging.DEBUG)
    told, secret = Told(), secrets.token_hex(32)
    with redis_of_its_own() as server:
        settings = settings_in(
            tmp_path, secret=secret, redis_url=server.url, subscribers=SUBSCRIBERS, **database
        )
        async with (
            overheard(server.url, told),
            listening([cards.service(), dice.service()], settings) as served,
            httpx.AsyncClient(base_url=served.base) as client,
        ):
            client.event_hooks = {"response": [heard(told)]}
            parlour = Parlour(client)
            yield Installation(Secret.of(secret), told, database, tmp_path, caplog, parlour)


async def play(here: Installation) -> None:
    """Play a committed game, one on a board, and practice; none of them to its end."""
    made = await here.parlour.post("/v1/boards", {"game": "magion", "players": 2})
    board = {"board": made.json()["id"]}
    headers = {"authorization": f"Bearer {made.json()['token']}"}
    body = {"game": "magion", "players": 2, **board}
    shared = (await here.parlour.client.post("/v1/sessions", json=body, headers=headers)).json()
    girls = [name for name in NAMES if not name.startswith("qb")]
    deal = {"girls": _mixed(girls), "witches": _mixed(WITCHES)}
    hosts = [
        await here.parlour.session(3, options={"qb": True}),
        Guest(here.parlour.client, f"/v1/sessions/{shared['id']}", shared["token"], shared),
        await here.parlour.session(2, deal=deal),
    ]
    for number, host in enumerate(hosts):
        given = {} if number else {"contribution": "my-cat.7"}
        seats = [await host.sit(f"Girl {each}", **given) for each in range(host.made["players"])]
        await host.told("/start")
        await _some_moves(here, host, seats)
    here.games += hosts


def _mixed(cards: Sequence[str]) -> list[str]:
    return Random(5).sample([*cards], len(cards))


async def _some_moves(here: Installation, host: Guest, seats: Sequence[Guest]) -> None:
    chance = Random(7)
    for _ in range(MOVES):
        view = await seats[0].seen()
        mover, version = seats[view["turn"]], view["version"]
        legal = (await mover.seen("/legal"))["actions"]
        careful = [each for each in legal if each["type"] in _CAREFUL[view["gem"]]]
        action = dict(chance.choice(careful))
        del action["fatal"]
        for one in seats:
            await _be_refused(one, version)
        assert (await mover.act(version, **action)).is_success
    for one in (*seats, host):
        await _read(here, one)


async def _be_refused(seat: Guest, version: int) -> None:
    await seat.act(0, type="play", card=0)
    await seat.act(version, type="play", card=99)
    await seat.act(version, type="choose", girl="gertrud")
    await seat.act(version, type="hint", to=seat.seat, girl="mami")
    await seat.act(None, type="discard", card=0)


async def _read(here: Installation, guest: Guest) -> None:
    """Read everything, and follow from the first event on."""
    for path in ("", "/view", "/legal", "/openings", "/votes", "/chat", "/notes", "/replay"):
        await guest.get(path)
    await guest.post("/fork?at=0", {})
    asked = {"query": _QUERY, "variables": {"id": guest.id}}
    await guest.client.post("/graphql", json=asked, headers=guest.headers)
    async with following(guest.client, guest.path + "/events", guest.headers, since="0") as stream:
        told = await stream.some(8) if stream.answer.is_success else []  # nobody watches a board
    here.told.add("streams", json.dumps(told).encode())


async def test_what_lies_face_down_is_nowhere(installation: Installation) -> None:
    here = installation
    await play(here)
    await here.told.until("Redis", here.games[-1].id.encode())
    await here.told.read(here.caplog, here.var, here.place)
    rows = await here.rows()
    kept = "files" if "database_url" not in here.place else "database"

    for place in ("logs", "answers", "streams", "Redis", kept):  # so we do hear what is said
        assert here.games[0].id.encode() in here.told.by_place[place], place
    assert {row["owner"] for row in rows["cards_deals"]} == {
        row["board"] or row["id"] for row in rows["cards_sessions"]
    }
    for row in rows["cards_deals"]:
        deal, drawn = here.opened(row), _drawn(rows, row)
        for hidden in _orders(deal, drawn):
            assert here.told.where_in_a_row(hidden) == []
        for raw in (*_salts(deal, drawn), *_seeds(here, row, rows)):
            assert here.told.where(raw) == []
    faces = {name for name, each in rows.items() if _FACE.search(repr(each).encode())}
    assert faces == set(), "rows say positions, also of cards that lie open; deals are sealed"
    assert all(rows[f"cards_{name}"] for name in ("sessions", "deals", "moves", "events"))


def test_hidden_cards_are_found_however_they_are_written() -> None:
    """Else the test above would show nothing."""
    girls = HiddenDeck("girls-0", Random(3).sample(NAMES, len(NAMES)), [bytes(32)] * len(NAMES))
    witches = HiddenDeck("witches", [*WITCHES], [bytes(32)] * len(WITCHES))
    for order in _orders(HiddenDeal([girls, witches], [WITCHES[::-1]]), 3):
        for text in (json.dumps(order), " ".join(map(str, order)), repr(tuple(order))):
            told = Told()
            told.add("here", f"seen: {text}!".encode())

            assert told.where_in_a_row(order) == ["here"]
    assert _FACE.search(b'{"card": "homura-3"}')


def _drawn(rows: Mapping[str, Sequence[Row]], deal: Row) -> int:
    """Return how many cards of a deal were drawn, or turned up, at any table where it is played."""
    owner = deal["owner"]
    if any(row["owner"] == owner and row["number"] > deal["number"] for row in rows["cards_deals"]):
        return 0  # it was dealt again
    tables = {row["id"] for row in rows["cards_sessions"] if owner in (row["id"], row["board"])}
    told = [_json(row["data"]) for row in rows["cards_events"] if row["subject"] in tables]
    dealt = [each for data in told for hand in data.get("hands", ()) for each in hand]
    positions: list[int] = [*dealt, *(data["position"] for data in told if "position" in data)]
    return 1 + max(positions)


def _orders(deal: HiddenDeal, drawn: int) -> Iterator[Sequence[object]]:
    """Give hidden things in a row, as names and as numbers."""
    girls = deal.decks[0].order[drawn:]
    for place in range(0, len(girls) - IN_A_ROW + 1, IN_A_ROW):
        row = girls[place : place + IN_A_ROW]
        yield row
        yield row[::-1]
        yield [NAMES.index(each) for each in row]
    yield from (*(each.order for each in deal.decks[1:]), *deal.orders)


def _salts(deal: HiddenDeal, drawn: int) -> Iterator[bytes]:
    """Give the salts of cards that nobody has seen; the last witches are still face down."""
    yield from deal.decks[0].salts[drawn:]
    for witches in deal.decks[1:]:
        yield from witches.salts[-1:]


def _seeds(here: Installation, row: Row, rows: Mapping[str, Sequence[Row]]) -> Iterator[bytes]:
    """Give what everything follows from."""
    if not row["stream"]:
        return
    owners = [*rows["cards_sessions"], *rows["cards_boards"]]
    (receipt,) = [each["receipt"] for each in owners if each["id"] == row["owner"]]
    key = here.secret.seed_of("pf1/epoch", _json(receipt)["time"][:10])
    yield key
    yield server_seed(key, StreamName("default", row["stream"], 0))


def _of_file(path: Path) -> Mapping[str, Sequence[Row]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as sql:
        sql.row_factory = sqlite3.Row
        found = sql.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in found if name.startswith("cards_")]
        return {name: [dict(row) for row in sql.execute(_everything(name))] for name in names}


async def _of_postgres(url: str) -> Mapping[str, Sequence[Row]]:
    connection = await asyncpg.connect(url)
    found = await connection.fetch("SELECT relname FROM pg_stat_user_tables")
    names = [name for (name,) in found if name.startswith("cards_")]
    rows = {name: await connection.fetch(_everything(name)) for name in names}
    await connection.close()
    return {name: [dict(row) for row in each] for name, each in rows.items()}


def _everything(table: str) -> str:
    return f'SELECT * FROM "{table}"'  # noqa: S608 - our own names


def _json(said: Any) -> Json:  # noqa: ANN401 - text in a file, and what it says in PostgreSQL
    told: Json = json.loads(said) if isinstance(said, str) else said
    return told
