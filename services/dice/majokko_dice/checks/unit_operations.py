"""What units and shared factors offer, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.checks import unit_shapes, unit_views
from majokko_kit.operations import Operation

_UNITS = "/v1/rooms/{room}/units"
_SHARED = "/v1/rooms/{room}/shared-factors"
_PLAYING = ("not_found", "forbidden", "room_closed", "illegal_action")

create_unit = Operation(
    name="createUnit",
    method="POST",
    path=_UNITS,
    summary="Bring a unit into the room",
    about="A character, pair, squad or ship of A-AWs. A player's is her own; the game master "
    "brings any, and plays those of nobody. One of a `character` is as her sheet says, and what "
    "checks do to it is written back there.",
    body=unit_shapes.UnitIn,
    answer=unit_views.RoomUnit,
    status=201,
    refuses=(*_PLAYING, "too_many", "dependency_away"),
    location=lambda unit: f"/v1/rooms/{unit.room}/units/{unit.id}",
    run=lambda dice: dice.units.create,
    example={
        "name": "Mami",
        "originals": [{"name": "muskets", "level": 4, "factors": [{"name": "volley"}]}],
    },
)
list_units = Operation(
    name="listUnits",
    method="GET",
    path=_UNITS,
    summary="List the units of a room",
    answer=unit_views.RoomUnits,
    run=lambda dice: dice.units.every,
)
get_unit = Operation(
    name="getUnit",
    method="GET",
    path=_UNITS + "/{unit}",
    summary="Show a unit",
    answer=unit_views.RoomUnit,
    run=lambda dice: dice.units.one,
)
change_unit = Operation(
    name="changeUnit",
    method="PATCH",
    path=_UNITS + "/{unit}",
    summary="Change a unit",
    about="If-Match names its version. Members that are left out stay; lists are given whole, "
    "with the ids of what stays. The game master goes over the factors of a unit before play, "
    "and says so with `reviewed`.",
    body=unit_shapes.UnitChange,
    answer=unit_views.RoomUnit,
    conditional=True,
    refuses=_PLAYING,
    run=lambda dice: dice.units.change,
    example={"name": "Mami Tomoe"},
)
remove_unit: Operation[Any, None] = Operation(
    name="removeUnit",
    method="DELETE",
    path=_UNITS + "/{unit}",
    summary="Take a unit out of the room",
    about="Not while a check is going on that it takes part in.",
    answer=type(None),
    status=204,
    refuses=_PLAYING,
    run=lambda dice: dice.units.remove,
)
create_shared = Operation(
    name="createSharedFactor",
    method="POST",
    path=_SHARED,
    summary="Give a factor to several units",
    about="To those who are present, or to all who meet a condition; earned by effort or an "
    "idea. Anti factors can be shared, too.",
    body=unit_shapes.SharedFactorIn,
    answer=unit_views.SharedFactor,
    status=201,
    refuses=("not_found", "forbidden", "room_closed", "too_many"),
    location=lambda factor: f"/v1/rooms/{factor.room}/shared-factors/{factor.id}",
    run=lambda dice: dice.shared_factors.create,
    example={"name": "a map of the labyrinth", "earned": "Kyoko followed the familiar"},
)
list_shared = Operation(
    name="listSharedFactors",
    method="GET",
    path=_SHARED,
    summary="List the shared factors of a room",
    answer=unit_views.SharedFactors,
    run=lambda dice: dice.shared_factors.every,
)
get_shared = Operation(
    name="getSharedFactor",
    method="GET",
    path=_SHARED + "/{factor}",
    summary="Show a shared factor",
    answer=unit_views.SharedFactor,
    refuses=("not_found",),
    run=lambda dice: dice.shared_factors.get,
)
remove_shared: Operation[Any, None] = Operation(
    name="removeSharedFactor",
    method="DELETE",
    path=_SHARED + "/{factor}",
    summary="Take a shared factor away",
    answer=type(None),
    status=204,
    refuses=("not_found", "forbidden", "room_closed"),
    run=lambda dice: dice.shared_factors.remove,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    create_unit,
    list_units,
    get_unit,
    change_unit,
    remove_unit,
    create_shared,
    list_shared,
    get_shared,
    remove_shared,
)
