"""What other services ask of dice for a draft, and what is looked at afterwards."""

from hashlib import sha256
from typing import Any

import httpx

from majokko_contracts.throws import CloseStream, DiceThrow, FindSeat, TakeStream
from majokko_kit.ids import new_id
from tests.services.dice.rooms.table import Guest, House

Json = dict[str, Any]
PURPOSE = "chargen/amgc@1"


def draft() -> str:
    return new_id("dra")


def throw(**changes: Any) -> DiceThrow:  # noqa: ANN401 - any members
    """Ask for the twelve dice that a girl begins with."""
    asked = {"tenant": "default", "purpose": PURPOSE, "count": 12, "sides": 20}
    return DiceThrow.model_validate({**asked, "reference": draft(), **changes})


def in_room(guest: Guest, **changes: Any) -> DiceThrow:  # noqa: ANN401
    return throw(room=guest.room, member=guest.id, **changes)


def find(guest: Guest, **changes: Any) -> FindSeat:  # noqa: ANN401
    token = sha256(guest.token.encode()).hexdigest()
    asked = {"tenant": "default", "room": guest.room, "token": token}
    return FindSeat.model_validate({**asked, **changes})


def take(stream: Json, reference: str, **changes: Any) -> TakeStream:  # noqa: ANN401
    asked = {"tenant": "default", "commitment": stream["commitment"], "reference": reference}
    return TakeStream.model_validate({**asked, **changes})


def close(stream: str, reference: str) -> CloseStream:
    return CloseStream(tenant="default", stream=stream, reference=reference)


async def committed(house: House) -> Json:
    """Commit to a stream without a room."""
    answer = await house.client.post("/v1/fairness/streams")
    assert answer.status_code == 201, answer.text
    stream: Json = answer.json()
    return stream


async def asked_of(
    house: House, stream: Json, path: str, body: Json | None = None, **headers: str
) -> httpx.Response:
    """Ask for something of a stream, with its token."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await house.client.post(
        f"/v1/fairness/streams/{stream['id']}{path}",
        json=body,
        headers={"authorization": f"Bearer {stream['token']}", **named},
    )
