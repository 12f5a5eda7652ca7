"""Who may do what with units, shared factors and checks.

Moves are tried where they are due, so that what is refused is refused for the one who asks.
"""

from collections.abc import Mapping

from tests.services.dice.rights import EVERYBODY, GM, PLAYING, Row, Table

PLAYER = frozenset({"player"})


async def unit(table: Table) -> Mapping[str, str]:
    """The player's."""
    original = {"name": "blades", "level": 2, "factors": [{"name": "cut"}]}
    made = await table.player.told("/units", {"name": "Sayaka", "originals": [original]})
    table.player.made["factor"] = made["originals"][0]["factors"][0]["id"]
    return {"unit": made["id"]}


async def opening(table: Table) -> Mapping[str, str]:
    """Name the player's unit in the body of `openCheck`, which has no other way to know it."""
    OPENING["units"] = [(await unit(table))["unit"]]
    return {}


async def shared(table: Table) -> Mapping[str, str]:
    made = await table.gm.told("/shared-factors", {"name": "map", "earned": "an idea"})
    return {"factor": made["id"]}


async def opened(table: Table) -> Mapping[str, str]:
    """The GM demands it of the player's unit."""
    units = [(await unit(table))["unit"]]
    made = await table.gm.told("/checks", {"action": "jump", "units": units})
    return {"check": made["id"]}


async def declared_by_another(table: Table) -> Mapping[str, str]:
    """Another player wants it; only the GM can answer."""
    other = await table.gm.invite("Mami")
    units = [(await other.told("/units", {"name": "Mami"}))["id"]]
    made = await other.told("/checks", {"action": "jump", "units": units})
    return {"check": made["id"]}


async def accepted(table: Table) -> Mapping[str, str]:
    return await then(table, await opened(table), "accept", {}, by_gm=False)


async def announced(table: Table) -> Mapping[str, str]:
    return await then(table, await accepted(table), "target", SECRET, by_gm=True)


async def wished(table: Table) -> Mapping[str, str]:
    return await then(table, await announced(table), "premise", {"text": "x"}, by_gm=False)


async def judged_soon(table: Table) -> Mapping[str, str]:
    steps = await announced(table)
    body: dict[str, object] = {"factors": [{"factor": table.player.made["factor"]}], "finish": True}
    return await then(table, steps, "declarations", body, by_gm=False)


async def chosen_soon(table: Table) -> Mapping[str, str]:
    return await then(table, await judged_soon(table), "judgement", APPROVED, by_gm=True)


async def rolled_soon(table: Table) -> Mapping[str, str]:
    return await then(table, await chosen_soon(table), "choices", {"rolled": [1]}, by_gm=False)


async def secret(table: Table) -> Mapping[str, str]:
    return await then(table, await rolled_soon(table), "roll", {"faces": [4]}, by_gm=True)


async def fumbled(table: Table) -> Mapping[str, str]:
    return await then(table, await rolled_soon(table), "roll", {"faces": [1]}, by_gm=True)


async def questioned(table: Table) -> Mapping[str, str]:
    """A factor that was used in another check is too general for this one."""
    before = await rolled_soon(table)
    await then(table, before, "roll", {}, by_gm=True)
    listed = (await table.gm.get("/units")).json()["items"]
    made = await table.gm.told("/checks", {"action": "swim", "units": [listed[0]["id"]]})
    steps = {"check": made["id"]}
    await then(table, steps, "accept", {}, by_gm=False)
    await then(table, steps, "target", SECRET, by_gm=True)
    own: dict[str, object] = {"factors": [{"factor": table.player.made["factor"]}], "finish": True}
    await then(table, steps, "declarations", own, by_gm=False)
    question: dict[str, object] = {"verdicts": [{"factor": 1, "ruling": "question"}]}
    return await then(table, steps, "judgement", question, by_gm=True)


async def then(
    table: Table, steps: Mapping[str, str], step: str, body: dict[str, object], *, by_gm: bool
) -> Mapping[str, str]:
    guest = table.gm if by_gm else table.player
    await guest.told(f"/checks/{steps['check']}/{step}", body)
    return steps


OPENING: dict[str, object] = {"action": "jump"}
SECRET: dict[str, object] = {"condition": "x", "target": 9, "hidden": "unknown"}
APPROVED: dict[str, object] = {"verdicts": [{"factor": 1, "ruling": "approve"}]}

ROWS: Mapping[str, Row] = {
    "createUnit": Row(PLAYING, {"name": "Sayaka"}),
    "listUnits": Row(EVERYBODY),
    "getUnit": Row(EVERYBODY, steps=unit),
    "changeUnit": Row(PLAYING, {"name": "Oktavia"}, unit, tag=lambda _: "1"),
    "removeUnit": Row(PLAYING, steps=unit),
    "createSharedFactor": Row(GM, {"name": "map", "earned": "an idea"}),
    "listSharedFactors": Row(EVERYBODY),
    "getSharedFactor": Row(EVERYBODY, steps=shared),
    "removeSharedFactor": Row(GM, steps=shared),
    "openCheck": Row(PLAYING, OPENING, opening),
    "listChecks": Row(EVERYBODY),
    "getCheck": Row(EVERYBODY, steps=announced),
    "acceptCheck": Row(GM, {}, declared_by_another),
    "declineCheck": Row(GM, {"verdict": "needless"}, declared_by_another),
    "announceCheck": Row(GM, {"condition": "x", "target": 9}, accepted),
    "declareFactors": Row(PLAYER, {"factors": [{"temporary": "luck"}]}, announced),
    "withdrawCheck": Row(GM, {}, announced),
    "changePremise": Row(GM, {"approved": False}, wished),
    "judgeFactors": Row(GM, APPROVED, judged_soon),
    "renameFactor": Row(PLAYER, {"factor": 1, "answer": "resist"}, questioned),
    "chooseFactors": Row(PLAYER, {"rolled": [1]}, chosen_soon),
    "rollCheck": Row(PLAYING, {}, rolled_soon),
    "tellCheckResult": Row(GM, {"show": "result"}, secret),
    "answerFumble": Row(GM, {"name": "ankle"}, fumbled),
}
