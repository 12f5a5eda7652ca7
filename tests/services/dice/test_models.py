"""What OpenAPI promises is what is answered."""

from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from majokko_dice import examples, models
from tests.services.dice.test_rolls import STORIES

_OTHERS: list[tuple[str, str, dict[str, Any] | None, type[BaseModel]]] = [
    ("POST", "/v1/rolls", {"notation": "4d6kh3+2"}, models.Roll),
    ("POST", "/v1/rolls", {"notation": "2d6", "receipt": False}, models.Roll),
    (
        "POST",
        "/v1/rolls/batch",
        {"items": [{"notation": "d6"}, {"notation": "d"}]},
        models.RollBatch,
    ),
    ("POST", "/v1/odds", {"notation": ".ra 50"}, models.Odds),
    ("POST", "/v1/odds?exact=true", {"notation": ".ra 50"}, models.Odds),
    ("GET", "/v1/systems", None, models.Systems),
    ("GET", "/v1/systems/collapse", None, models.System),
    ("GET", "/v1/fairness/keys", None, models.Keys),
]


@pytest.mark.parametrize("body", STORIES, ids=str)
async def test_a_roll_has_exactly_the_promised_shape(
    client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    models.RollIn.model_validate(body)
    answer = await client.post("/v1/rolls", json=body)

    models.Roll.model_validate_json(answer.content)


@pytest.mark.parametrize(("method", "path", "body", "model"), _OTHERS, ids=str)
async def test_an_answer_has_exactly_the_promised_shape(
    client: httpx.AsyncClient,
    method: str,
    path: str,
    body: dict[str, Any] | None,
    model: type[BaseModel],
) -> None:
    answer = await client.request(method, path, json=body)

    assert answer.status_code == 200
    model.model_validate_json(answer.content)


@pytest.mark.parametrize("name", sorted(examples.ROLLS))
async def test_an_example_of_a_roll_works(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.post("/v1/rolls", json=examples.ROLLS[name]["value"])

    assert answer.status_code == 200


def test_the_examples_of_answers_have_the_promised_shape() -> None:
    models.Roll.model_validate(examples.ROLL)
    models.Odds.model_validate(examples.ODDS)


def test_a_check_of_every_kind_of_every_system_is_described() -> None:
    described = models.RollIn.model_json_schema()["$defs"]

    names = {name for name in described if name.endswith("Check")}
    assert {"CollapseOpposedCheck", "InfiniteSaveCheck", "AmgcSingleCheck"} <= names
    assert len(names) >= 20
