"""Who may do what with rolls, and with what belongs to them.

Whatever is tried is due: what is refused is refused for the one who asks.
"""

from collections.abc import Mapping

from tests.services.dice.rights import EVERYBODY, GM, PLAYING, Row, Table
from tests.services.dice.rolls.story import failed, rolled

ROWS_OF_TABLE = [{"from": 1, "to": 3, "text": "rain"}, {"from": 4, "to": 6, "text": "sun"}]
TABLE = {"name": "Weather", "dice": "1d6", "rows": ROWS_OF_TABLE}


async def roll(table: Table) -> Mapping[str, str]:
    return {"roll": (await rolled(table.player, notation="d6"))["id"]}


async def secret(table: Table) -> Mapping[str, str]:
    return {"roll": (await rolled(table.player, notation="d6", secret=True))["id"]}


async def failure(table: Table) -> Mapping[str, str]:
    return {"roll": (await failed(table.player))["id"]}


async def pushed(table: Table) -> Mapping[str, str]:
    steps = await failure(table)
    await table.player.told(f"/rolls/{steps['roll']}/push", {"reason": "once more"})
    return steps


async def failed_again(table: Table) -> Mapping[str, str]:
    steps = await pushed(table)
    await table.gm.told(f"/rolls/{steps['roll']}/push/accept", {"faces": [61]})
    return steps


async def foretelling(table: Table) -> Mapping[str, str]:
    asked = await table.player.told("/foretellings", {"aim": "to fly", "means": "wings"})
    return {"foretelling": asked["id"]}


async def kept_for_the_gm(table: Table) -> Mapping[str, str]:
    steps = await foretelling(table)
    answer = {"text": "you fall", "shown": False}
    await table.gm.told(f"/foretellings/{steps['foretelling']}/answer", answer)
    return steps


async def character(table: Table) -> Mapping[str, str]:
    return {"character": (await table.player.told("/characters", {"name": "Oriko"}))["id"]}


async def weather(table: Table) -> Mapping[str, str]:
    return {"table": (await table.gm.told("/tables", TABLE))["id"]}


ROWS: Mapping[str, Row] = {
    "createRoomRoll": Row(PLAYING, {"notation": "d6"}),
    "listRoomRolls": Row(EVERYBODY),
    "getRoomRoll": Row(EVERYBODY, steps=roll),
    "revealRoll": Row(PLAYING, steps=secret),
    "pushRoll": Row(PLAYING, {"reason": "once more"}, failure),
    "acceptPush": Row(GM, {}, pushed),
    "refusePush": Row(GM, {"instead": "ask her"}, pushed),
    "concludePush": Row(GM, {"consequence": "it breaks"}, failed_again),
    "askForetelling": Row(PLAYING, {"aim": "to fly"}),
    "listForetellings": Row(EVERYBODY),
    "getForetelling": Row(EVERYBODY, steps=foretelling),
    "answerForetelling": Row(GM, {"verdict": "needless"}, foretelling),
    "showForetelling": Row(GM, steps=kept_for_the_gm),
    "addCharacter": Row(PLAYING, {"name": "Oriko"}),
    "listCharacters": Row(EVERYBODY),
    "changeCharacter": Row(PLAYING, {"name": "Kirika"}, character),
    "removeCharacter": Row(PLAYING, steps=character),
    "addTable": Row(GM, TABLE),
    "listTables": Row(EVERYBODY),
    "getTable": Row(EVERYBODY, steps=weather),
    "changeTable": Row(GM, {"name": "Sky"}, weather),
    "removeTable": Row(GM, steps=weather),
    "rollTable": Row(PLAYING, {}, weather),
}
