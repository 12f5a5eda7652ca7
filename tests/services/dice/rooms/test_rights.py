"""Every operation of a room is refused to everybody who may not, and to nobody else."""

from typing import Any

import pytest

from majokko_dice.main import OPERATIONS
from majokko_kit.operations import Operation
from tests.services.dice.checks import rights as checks
from tests.services.dice.rights import ALLOWED, Face, Row, Table, by_graphql, by_rest
from tests.services.dice.rolls import rights as rolls
from tests.services.dice.rooms import rights as rooms
from tests.services.dice.rooms.table import House

ROWS: dict[str, Row] = {**rooms.ROWS, **rolls.ROWS, **checks.ROWS}
IN_ROOMS = {each.name: each for each in OPERATIONS if "{room}" in each.path and each.secured}
FOR_ALL = {"createRoom", "listRooms", "joinRoom", "listFairnessStreams", "createFairnessStream"}
"""Ask for no token: they begin something, or know a label, an invitation or an id."""
OF_STREAMS = {"contributeFairnessSeed", "closeFairnessStream"}
"""Ask for the token of a stream without a room; see `draws/test_own_streams.py`."""


def test_every_operation_of_a_room_has_its_row() -> None:
    assert set(ROWS) == set(IN_ROOMS)


def test_every_operation_with_a_token_is_looked_at() -> None:
    assert {each.name for each in OPERATIONS if each.secured} == set(IN_ROOMS) | OF_STREAMS


def test_few_operations_ask_for_no_token() -> None:
    assert {each.name for each in OPERATIONS if not each.secured} == FOR_ALL


@pytest.mark.parametrize("lasting_database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("face", [by_rest, by_graphql])
@pytest.mark.parametrize("operation", IN_ROOMS.values(), ids=IN_ROOMS)
async def test_everybody_may_do_what_is_hers_to_do(
    house: House, operation: Operation[Any, Any], face: Face
) -> None:
    row = ROWS[operation.name]
    refused = [viewer for viewer, outcome in row.outcomes.items() if outcome != ALLOWED]
    parties = [refused, *([viewer] for viewer in sorted(row.may))]
    met = {}
    for viewers in parties:  # who is allowed changes the table, who is refused does not
        table = await Table.laid(house)
        steps = await row.steps(table)
        for viewer in viewers:
            met[viewer] = await face(house, operation, row, table, steps, viewer)

    assert met == row.outcomes
