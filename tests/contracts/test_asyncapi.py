"""The AsyncAPI document says what crosses the bus."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import jsonschema_rs
import pytest
from pydantic import BaseModel
from redis.asyncio import Redis

from majokko_contracts import asyncapi, dice
from majokko_contracts.events import Event
from majokko_contracts.requests import REQUESTS
from majokko_contracts.subscriptions import EVENTS
from majokko_dice import models, wiring
from majokko_dice.worker import rolling
from majokko_kit import redis_client, redis_server
from majokko_kit.bus import Bus, Worker
from majokko_kit.bus.entries import Entries
from tests.support.redis_servers import RedisServer
from tests.support.serving import settings_in

DOCUMENT = asyncapi.document()
MESSAGES: Mapping[str, Any] = DOCUMENT["components"]["messages"]
SCHEMAS: Mapping[str, Any] = DOCUMENT["components"]["schemas"]


def validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{schema}", "components": DOCUMENT["components"]}
    )


def references(node: object) -> Iterator[str]:
    match node:
        case {"$ref": str(pointer)}:
            yield pointer
        case dict():
            for value in node.values():
                yield from references(value)
        case list():
            for value in node:
                yield from references(value)
        case _:
            pass


@pytest.mark.parametrize("pointer", sorted(set(references(DOCUMENT))))
def test_every_reference_leads_somewhere(pointer: str) -> None:
    node: Any = DOCUMENT
    for step in pointer.removeprefix("#/").split("/"):
        node = node[step]

    assert node


def test_every_request_is_an_operation_with_its_answer() -> None:
    assert set(DOCUMENT["operations"]) == {*REQUESTS, *EVENTS, "acknowledge"}
    for name, kind in REQUESTS.items():
        answers = [message["$ref"] for message in DOCUMENT["operations"][name]["reply"]["messages"]]

        assert answers == [
            f"#/channels/replies/messages/{answer}"
            for answer in (kind.answer().__name__, "Refused")
        ]


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_has_an_example_that_it_allows(name: str) -> None:
    examples = SCHEMAS[name]["examples"]

    assert examples
    for example in examples:
        validator(name).validate(example)
        first = next(iter(example))
        wrong: object = {} if isinstance(example[first], list) else []
        assert not validator(name).is_valid({**example, first: wrong})


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_has_an_example_of_the_whole_message(name: str) -> None:
    message = MESSAGES[EVENTS[name].__name__]
    payload = {**message["payload"], "components": DOCUMENT["components"]}
    whole = jsonschema_rs.Draft202012Validator(payload)

    for example in message["examples"]:
        told = example["payload"]
        whole.validate(told)
        assert Event.model_validate_json(json.dumps(told)).type == name
        assert not whole.is_valid({**told, "type": "other.happened"})
        assert not whole.is_valid({**told, "data": {}})


ASKED = [
    dice.DiceDraw(notation="4d6kh3!+2[fire]", times=2, reason="a reason"),
    dice.DiceDraw(notation="3#.ww20a9+5", locale="zh-Hans"),
    dice.DiceDraw(check={"system": "collapse", "value": 60}, options={"many_dice": True}),
    dice.DiceDraw(check={"system": "amgc", "stat": 7}, receipt=False),
    dice.DiceDraw(notation="3d6", faces=(1, 2, 3)),
    dice.DiceDraw(notation="3d6+"),
]


@pytest.fixture
async def redis() -> AsyncIterator[Redis]:
    program = redis_server.program()
    assert program
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program, Path(folder)).start() as server,
    ):
        async with redis_client.client(server.url) as client:
            yield client


@pytest.mark.parametrize("asked", ASKED, ids=str)
async def test_what_crosses_redis_is_what_the_document_says(
    asked: dice.DiceDraw, redis: Redis, tmp_path: Path
) -> None:
    async with Bus(redis) as bus:
        asking = asyncio.create_task(bus.ask(asked, timeout=10))
        request = await _one_of(redis, "requests:*", b"head")
        dice = wiring.dice_service(settings_in(tmp_path))
        async with Worker(redis, "dice", [rolling(dice)]):
            await asyncio.wait([asking])
            reply = await _one_of(redis, "replies:*", b"call")

    validator("Head").validate(json.loads(request[b"head"]))
    validator("DiceDraw").validate(json.loads(request[b"body"]))
    (answer,) = reply.keys() - {b"call"}
    kind = {b"answer": "DiceDrawn", b"refusal": "Refused"}[answer]
    validator(kind).validate(json.loads(reply[answer]))
    assert (kind == "Refused") == (asking.exception() is not None) == (asked.notation == "3d6+")


async def _one_of(redis: Redis, streams: str, field: bytes) -> Mapping[bytes, bytes]:
    """Wait for the first entry with this field."""
    for _ in range(500):
        for stream in await redis.keys(streams):
            for _, fields in cast("Entries", await redis.xrange(stream)):
                if field in fields:
                    return fields
        await asyncio.sleep(0.01)
    pytest.fail(f"nothing in {streams}")


PAIRS = [
    (dice.DiceDraw, models.RollIn),
    (dice.DiceDrawn, models.Roll),
    (dice.Result, models.Result),
    (dice.Die, models.Die),
    (dice.Part, models.Part),
    (dice.Warned, models.Warned),
]


@pytest.mark.parametrize(("bus", "rest"), PAIRS)
def test_the_bus_says_what_rest_says(bus: type[BaseModel], rest: type[BaseModel]) -> None:
    assert set(bus.model_fields) == set(rest.model_fields)
