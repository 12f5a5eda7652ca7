"""Who may do what with rolls and with what belongs to them."""

from collections.abc import Mapping

from tests.services.dice.rights import EVERYBODY, GM, PLAYING, Row, Table
from tests.services.dice.rolls.story import (
    AIM,
    ANYTHING,
    REASON,
    WEATHER,
    asked,
    failed,
    granted,
    pushed,
)
from tests.services.dice.rooms.table import Guest

Steps = Mapping[str, str]


async def a_roll(table: Table) -> Steps:
    return {"roll": (await failed(table.player))["id"]}


async def a_secret(table: Table) -> Steps:
    return {"roll": (await failed(table.player, secret=True))["id"]}


async def a_push(table: Table) -> Steps:
    roll = await failed(table.player)
    await pushed(table.player, roll)
    return {"roll": roll["id"]}


async def a_second_failure(table: Table) -> Steps:
    roll = await failed(table.player)
    await pushed(table.player, roll)
    await granted(table.gm, roll, faces=[61])
    return {"roll": roll["id"]}


async def a_wish(table: Table) -> Steps:
    return {"foretelling": (await asked(table.player))["id"]}


async def an_answer(table: Table) -> Steps:
    wish = await asked(table.player)
    await table.gm.told(f"/foretellings/{wish['id']}/answer", {"shown": False})
    return {"foretelling": wish["id"]}


async def a_character(table: Table) -> Steps:
    return {"character": await _added(table.player, "/characters", {"name": "Homura"})}


async def a_table(table: Table) -> Steps:
    return {"table": await _added(table.gm, "/tables", WEATHER)}


async def _added(guest: Guest, path: str, body: dict[str, object]) -> str:
    made: str = (await guest.told(path, body))["id"]
    return made


ROWS: Mapping[str, Row] = {
    "createRoomRoll": Row(PLAYING, {"notation": "1d6", "secret": True}),
    "listRoomRolls": Row(EVERYBODY),
    "getRoomRoll": Row(EVERYBODY, steps=a_secret),
    "revealRoll": Row(PLAYING, steps=a_secret),
    "pushRoll": Row(PLAYING, REASON, a_roll),
    "acceptPush": Row(GM, {"shown": False}, a_push),
    "refusePush": Row(GM, ANYTHING, a_push),
    "concludePush": Row(GM, {"consequence": "She falls."}, a_second_failure),
    "askForetelling": Row(PLAYING, AIM),
    "listForetellings": Row(EVERYBODY),
    "getForetelling": Row(EVERYBODY, steps=a_wish),
    "answerForetelling": Row(GM, {"text": "The lamp goes out."}, a_wish),
    "showForetelling": Row(GM, steps=an_answer),
    "addRoomCharacter": Row(PLAYING, {"name": "Homura"}),
    "listRoomCharacters": Row(EVERYBODY),
    "getRoomCharacter": Row(EVERYBODY, steps=a_character),
    "changeRoomCharacter": Row(PLAYING, {"name": "Akemi"}, a_character),
    "removeRoomCharacter": Row(PLAYING, steps=a_character),
    "addTable": Row(GM, WEATHER),
    "listTables": Row(EVERYBODY),
    "getTable": Row(EVERYBODY, steps=a_table),
    "changeTable": Row(GM, {"name": "Fog"}, a_table),
    "removeTable": Row(GM, steps=a_table),
    "rollTable": Row(PLAYING, {"secret": True}, a_table),
}
