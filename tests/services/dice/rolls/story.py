"""What happens at the tables of these tests, and what is looked at afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from majokko_rules.fairness.drawing.transcript import secret_commitment
from tests.services.dice.rooms.table import Guest

Json = dict[str, Any]

CHECK: Json = {"system": "collapse", "value": 60}
FAILED = [61]
FUMBLED = [100]
SUCCEEDED = [60]
VOID = "1d6/(1d6*0)"
"""Refused by its dice alone, whatever they show: there is nothing to divide by."""
OFTEN_VOID = ("1d20/(1d2-1)", "999d2!")
"""Refused by their dice about every other time: divided by zero, or too many explosions."""


AIM: Json = {"aim": "To cross the bridge unseen", "means": "in the shadow of the train"}
REASON = {"reason": "She tears at the lid with both hands."}
ANYTHING = {"instead": "There is a window."}
WEATHER: Json = {
    "name": "Weather",
    "dice": "1d6",
    "rows": [{"from": 1, "to": 5, "text": "clear"}, {"from": 6, "text": "a storm"}],
}


async def rolled(guest: Guest, **body: Any) -> Json:  # noqa: ANN401 - any body
    return await guest.told("/rolls", body)


async def failed(guest: Guest, **body: Any) -> Json:  # noqa: ANN401
    """Make a check fail, with dice that were thrown by hand."""
    return await rolled(guest, check=CHECK, faces=FAILED, **body)


async def void(guest: Guest, notation: str, **body: Any) -> httpx.Response:  # noqa: ANN401
    """Roll until the dice are refused; return the refusal."""
    for _ in range(200):
        answer = await guest.post("/rolls", {"notation": notation, **body})
        if not answer.is_success:
            return answer
    raise AssertionError(notation)


async def seen(guest: Guest, roll: Json) -> Json:
    answer = await guest.get(f"/rolls/{roll['id']}")
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


async def feed(guest: Guest, limit: int = 100) -> list[Json]:
    answer = await guest.get(f"/rolls?limit={limit}")
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


async def asked(guest: Guest, **more: object) -> Json:
    return await guest.told("/foretellings", {**AIM, **more})


async def pushed(guest: Guest, roll: Json, **headers: str) -> Json:
    return await guest.told(f"/rolls/{roll['id']}/push", REASON, **headers)


async def granted(gm: Guest, roll: Json, **body: object) -> Json:
    return await gm.told(f"/rolls/{roll['id']}/push/accept", body)


def refusal(answer: httpx.Response) -> tuple[int, str, str, str]:
    """Return status, code, rule and pointer of a refusal."""
    told = answer.json()
    (error,) = told["errors"]
    return answer.status_code, told["code"], error["rule"], error["pointer"].removeprefix("#")


def faces(roll: Json) -> list[int]:
    return [die["face"] for result in roll["results"] for die in result["dice"]]


def opens(roll: Json) -> bool:
    """Whether what is told of a roll is what was committed to."""
    drawn = roll["drawn"]
    salt = bytes.fromhex(drawn["salt"])
    commitment = secret_commitment(salt, drawn["request"], drawn["values"])
    return commitment.hex() == str(roll["hidden"])


class Placed:
    """A chance that shows again what a draw has given: places of faces, 1…n."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values: Iterator[int] = iter(values)

    def throw(self, count: int, sides: int) -> Sequence[int]:
        thrown = [next(self._values) for _ in range(count)]
        assert all(1 <= value <= sides for value in thrown)
        return thrown

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]

    def finish(self) -> None:
        assert next(self._values, None) is None, "values are left over"
