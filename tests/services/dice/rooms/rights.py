"""Who may do what with a room itself."""

from collections.abc import Mapping

from tests.services.dice.rights import EVERYBODY, GM, Row, Table


async def herself(table: Table) -> Mapping[str, str]:
    return {"member": table.player.id}


async def another(table: Table) -> Mapping[str, str]:
    return {"member": (await table.gm.invite("Mami")).id}


ROWS: Mapping[str, Row] = {
    "getRoom": Row(EVERYBODY),
    "listMembers": Row(EVERYBODY),
    "getMember": Row(EVERYBODY, steps=herself),
    "changeMember": Row(GM, {"name": "Tomoe"}, another),
    "leaveRoom": Row(GM, steps=another),
    "renewToken": Row(EVERYBODY),
    "renewInvite": Row(GM),
    "contributeSeed": Row(
        EVERYBODY, {"seed": "tea"}, tag=lambda table: table.gm.made["stream"]["commitment"]
    ),
    "rotateStream": Row(GM),
    "createTicket": Row(EVERYBODY),
    "closeRoom": Row(GM),
}
