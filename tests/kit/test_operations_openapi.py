"""What OpenAPI says of operations is what they do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx
import jsonschema_rs
import pytest
from fastapi import APIRouter
from pydantic import Field

from majokko_kit import app, auth
from majokko_kit.clock import from_rfc3339
from majokko_kit.operations import Operation, Page
from majokko_kit.operations.examples import example_of
from majokko_kit.settings import Settings
from majokko_rules.catalog import table
from tests.kit.serving import served
from tests.kit.wish_operations import OPERATIONS, SERVICE
from tests.kit.wishes import SealedWish
from tests.support.serving import settings_in

Json = dict[str, Any]
BY_NAME = {operation.name: operation for operation in OPERATIONS}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Json:
    return app.build([SERVICE], settings_in(tmp_path_factory.mktemp("var"))).api.openapi()


@pytest.fixture(params=OPERATIONS, ids=list(BY_NAME))
def operation(request: pytest.FixtureRequest) -> Operation[Any, Any]:
    found: Operation[Any, Any] = request.param
    return found


def _described(document: Json, operation: Operation[Any, Any]) -> Json:
    found: Json = document["paths"][operation.path][operation.method.lower()]
    return found


def test_an_operation_is_described(document: Json, operation: Operation[Any, Any]) -> None:
    described = _described(document, operation)

    assert described["operationId"] == operation.name
    assert described["summary"] == operation.summary
    assert described["description"] == operation.about or operation.summary
    assert described["tags"] == [operation.path.split("/")[2]]


def test_all_parameters_are_named(document: Json, operation: Operation[Any, Any]) -> None:
    named = {
        (each["in"], each["name"], each.get("required", False))
        for each in _described(document, operation).get("parameters", [])
    }
    expected = {("path", name, True) for name in operation.steps} | {("query", "lang", False)}
    if operation.method == "POST":
        expected |= {("header", "Idempotency-Key", False)}
    if operation.method == "GET":
        expected |= {("header", "If-None-Match", False)}
    if operation.conditional:
        expected |= {("header", "If-Match", True)}
    if operation.name == "listWishes":
        members = ("mood", True), ("reverse", False), ("cursor", False), ("limit", False)
        expected |= {("query", *member) for member in members}

    assert named == expected


def test_who_needs_a_token_says_so(document: Json, operation: Operation[Any, Any]) -> None:
    described = _described(document, operation)

    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert described.get("security") == ([{"token": []}] if operation.secured else None)
    assert ("401" in described["responses"]) is operation.secured


def test_what_may_be_shown_but_need_not_is_described_too(tmp_path: Path) -> None:
    """Whoever makes a client from the document would never send it otherwise."""
    found = replace(
        BY_NAME["listWishes"], secured=False, refuses=("token_missing", "precondition_failed")
    )
    service = replace(SERVICE, operations=[found])
    described = _described(app.build([service], settings_in(tmp_path)).api.openapi(), found)
    parameters = {each["name"]: each for each in described["parameters"]}

    assert described["security"] == [{}, {"token": []}]
    assert parameters["If-Match"]["required"] is False
    assert {"401", "412"} <= set(described["responses"])


def test_a_command_that_tells_a_tag_says_so(tmp_path: Path) -> None:
    tells = replace(BY_NAME["makeWish"], tagged=True)
    service = replace(SERVICE, operations=[tells])
    described = _described(app.build([service], settings_in(tmp_path)).api.openapi(), tells)

    assert described["responses"]["201"]["headers"]["ETag"]["schema"] == {"type": "string"}


def test_what_may_be_refused_has_an_example(document: Json, operation: Operation[Any, Any]) -> None:
    responses = _described(document, operation)["responses"]
    statuses = {status for status in responses if status >= "400"}

    assert statuses >= {"422", "429", "500", "503"}
    assert ("404" in statuses) is bool(operation.steps)
    assert ({"412", "428"} <= statuses) is operation.conditional
    for status in statuses:
        example = responses[status]["content"]["application/problem+json"]["example"]
        assert example["status"] == int(status)


def test_headers_of_success_are_described(document: Json, operation: Operation[Any, Any]) -> None:
    responses = _described(document, operation)["responses"]
    headers = responses[str(operation.status)]["headers"].keys()

    assert ("Location" in headers) is bool(operation.location)
    assert ("Idempotency-Replayed" in headers) is (operation.method == "POST")
    assert ("ETag" in headers) is ("304" in responses) is (operation.method == "GET")


def test_what_may_be_left_out_need_not_be_sent(document: Json) -> None:
    required = {
        name: _described(document, operation)["requestBody"].get("required", False)
        for name, operation in BY_NAME.items()
        if "requestBody" in _described(document, operation)
    }

    assert required == {"makeWish": True, "changeWish": False, "sealWishes": False}


def test_schemas_have_the_names_that_graphql_uses(document: Json) -> None:
    assert document["components"]["schemas"].keys() - {"Version"} == {
        "ChangeIn",
        "Person",
        "PersonIn",
        "Problem",
        "ProblemError",
        "Sealed",
        "SealedWish",
        "SecretIn",
        "Wish",
        "WishIn",
        "WishMade",
        "WishOrSealedWishPage",
    }


def _check(document: Json, content: Json, value: object) -> None:
    schema = {**content["schema"], "components": document["components"]}
    jsonschema_rs.Draft202012Validator(schema).validate(value)


def test_examples_are_what_is_promised(document: Json, operation: Operation[Any, Any]) -> None:
    described = _described(document, operation)
    success = described["responses"][str(operation.status)]
    asked = described.get("requestBody", {}).get("content", {}).get("application/json")

    assert ("content" in success) is (operation.status != 204)
    if asked:
        for example in asked["examples"].values():
            _check(document, asked, example["value"])
    if operation.status != 204:
        content = success["content"]["application/json"]
        _check(document, content, content["example"])


@dataclass(frozen=True, slots=True)
class RoomMember:
    id: str
    room: str
    name: str
    role: Literal["gm", "player"]
    level: Annotated[int, Field(ge=7)]
    count: int
    share: float
    joined_at: str
    odd: Annotated[str, Field(examples=["such"])]
    unset: str | None
    friends: Sequence["RoomMember"]
    extra: Mapping[str, Any]


def test_what_has_no_example_gets_one_from_its_view() -> None:
    shown = example_of(Page[RoomMember | SealedWish])

    assert isinstance(shown, dict)
    assert shown["next_cursor"] is None
    [member] = shown["items"]
    assert member.pop("id").startswith("mem_")
    assert member.pop("room").startswith("roo_")
    assert from_rfc3339(member.pop("joined_at"))
    assert member == {
        "name": "Madoka",
        "role": "gm",
        "level": 7,
        "count": 1,
        "share": 0.5,
        "odd": "such",
        "unset": None,
        "friends": [],
        "extra": {},
    }


def test_an_example_of_the_table_is_what_it_says() -> None:
    texts = table("majokko_kit", "examples")["texts"]

    assert auth.bearer(f"Bearer {texts['token']}".encode())
    assert auth.bearer(f"Bearer {texts['invite']}".encode())


async def test_answers_are_what_is_promised(document: Json, settings: Settings) -> None:
    wish = {"words": "a", "extra": {"a": 1}, "for_whom": {"first_name": "b"}}
    async with served(settings, [SERVICE]) as wishes:
        made = await wishes.post("/v1/wishes", json=wish)
        headers = {"authorization": f"Bearer {made.json()['token']}", "if-match": "v1"}
        answers: dict[str, httpx.Response] = {"makeWish": made}
        for name, operation in BY_NAME.items():
            if name not in ("makeWish", "forgetWish"):
                path = operation.path.format(wish="wish-001")
                query = {"mood": "calm"} if name == "listWishes" else None
                answers[name] = await wishes.request(
                    operation.method, path, headers=headers, params=query
                )

    for name, answer in answers.items():
        described = _described(document, BY_NAME[name])["responses"][str(answer.status_code)]
        _check(document, described["content"]["application/json"], answer.json())


async def test_routers_in_routers_fail_the_build(settings: Settings) -> None:
    """Their routes would be served, but neither described in full nor named in Allow."""
    nested = APIRouter()
    nested.include_router(APIRouter())

    with pytest.raises(TypeError, match="flat"):
        app.build([replace(SERVICE, router=nested)], settings)
