"""Operations in GraphQL: their types, their arguments, and what only GraphQL can do with them."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Annotated, Any

import httpx
import pytest
import strawberry
from graphql import GraphQLObjectType, GraphQLUnionType
from pydantic import Field
from strawberry.exceptions import DuplicatedTypeName
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from majokko_kit import app
from majokko_kit.graphql import Schema
from majokko_kit.operations import Nothing, Operation, Shape
from majokko_kit.service import Service
from majokko_kit.settings import Settings
from tests.kit.serving import listening
from tests.kit.wish_operations import OPERATIONS, SERVICE
from tests.kit.wishes import MOST, WishMade

Json = Any

SDL = Schema([SERVICE]).as_str()
MAKE = """
    mutation Make($input: WishInput!) {
      makeWish(input: $input) { ... on WishMade { id token } ... on Problem { code detail } }
    }
"""


async def _ask(
    wishes: httpx.AsyncClient,
    query: str,
    headers: dict[str, str] | None = None,
    **variables: object,
) -> Json:
    answer = await wishes.post(
        "/graphql", json={"query": query, "variables": variables}, headers=headers
    )
    told = answer.json()
    assert "errors" not in told, told
    return told["data"]


@pytest.mark.parametrize(
    "promised",
    [
        "getWish(wish: ID!): GetWishResult!",
        "makeWish(input: WishInput!): MakeWishResult!",
        "changeWish(wish: ID!, ifMatch: String!, input: ChangeInput): ChangeWishResult!",
        "grantWish(wish: ID!): GrantWishResult!",
        "sealWishes(input: SecretInput): SealWishesResult!",
        "union ForgetWishResult = Acknowledged | Problem",
        "union LookAtWishResult = Wish | SealedWish | Problem",
        "union ListWishesResult = WishOrSealedWishPage | Problem",
        "items: [WishOrSealedWish!]!",
        "mood: String!\n    reverse: Boolean\n",
        '"""One wish."""\n  words: String!\n  cost: BigInt!',
        "fate: Fate\n  after: Wish\n",
        "type Granted implements Fate",
        "forWhom: PersonInput\n  friends: [PersonInput!]\n  extra: JSON\n  bond: JSON",
        '"""A wish as its owner sees it."""\ntype Wish {',
        "\n\ntype WishMade {",
    ],
)
def test_the_schema_follows_from_the_declarations(promised: str) -> None:
    assert promised in SDL


def test_every_operation_is_a_field_with_its_own_result() -> None:
    schema = Schema([SERVICE])._schema  # noqa: SLF001 - there is no other way
    for operation in OPERATIONS:
        root = schema.query_type if operation.method == "GET" else schema.mutation_type
        result = root and root.fields[operation.name].type.of_type

        assert isinstance(result, GraphQLUnionType)
        assert result.name == operation.name[0].upper() + operation.name[1:] + "Result"
        assert isinstance(result.types[-1], GraphQLObjectType)
        assert result.types[-1].name == "Problem"


async def test_a_member_left_out_is_not_null(wishes: httpx.AsyncClient) -> None:
    left_out = await _ask(wishes, MAKE, input={"words": "a"})
    null = await _ask(wishes, MAKE, input={"words": "a", "tags": None})

    assert left_out["makeWish"].keys() == {"id", "token"}
    assert null["makeWish"]["code"] == "invalid_value"


async def test_free_json_keeps_its_names(wishes: httpx.AsyncClient) -> None:
    extra = {"camelCase": {"snake_case": [1, {"oneMore": None}]}}
    made = (await _ask(wishes, MAKE, input={"words": "a", "extra": extra}))["makeWish"]
    query = "query Get($wish: ID!) { getWish(wish: $wish) { ... on Wish { extra } } }"
    token = {"authorization": f"Bearer {made['token']}"}
    told = await _ask(wishes, query, token, wish=made["id"])

    assert told["getWish"]["extra"] == extra


@pytest.mark.parametrize("cost", [2**31, MOST])
async def test_large_numbers_go_both_ways(wishes: httpx.AsyncClient, cost: int) -> None:
    given = await _ask(wishes, MAKE, input={"words": "a", "cost": cost})
    written = await _ask(
        wishes, f'mutation {{ makeWish(input: {{words: "b", cost: {cost}}}) {{ __typename }} }}'
    )
    listed = await wishes.get("/v1/wishes?mood=calm")

    assert given["makeWish"]["id"]
    assert written["makeWish"] == {"__typename": "WishMade"}
    assert [wish["id"] for wish in listed.json()["items"]] == ["wish-001", "wish-002"]


@pytest.mark.parametrize("cost", [1.5, "1", True, [1]])
async def test_what_is_no_large_number_is_refused(wishes: httpx.AsyncClient, cost: object) -> None:
    sent = {"query": MAKE, "variables": {"input": {"words": "a", "cost": cost}}}
    answer = await wishes.post("/graphql", json=sent)

    assert answer.status_code == 400
    assert "BigInt cannot represent non-integer value" in answer.text


async def test_two_aliases_are_two_commands_with_one_key(wishes: httpx.AsyncClient) -> None:
    document = """
        mutation {
          first: makeWish(input: {words: "a"}) { ... on WishMade { id } }
          second: makeWish(input: {words: "a"}) { ... on WishMade { id } }
        }
    """
    told, again = [await _ask(wishes, document, {"idempotency-key": "once"}) for _ in range(2)]

    assert told == {"first": {"id": "wish-001"}, "second": {"id": "wish-002"}}
    assert again == told


async def test_a_command_is_the_same_through_either_face(wishes: httpx.AsyncClient) -> None:
    key = {"idempotency-key": "once"}
    made = await wishes.post("/v1/wishes", json={"words": "a", "cost": 1}, headers=key)
    again = await _ask(wishes, MAKE, key, input={"cost": 1, "words": "a"})

    assert again["makeWish"]["token"] == made.json()["token"]


async def test_each_command_of_a_document_has_its_own_language(wishes: httpx.AsyncClient) -> None:
    document = """
        mutation {
          one: makeWish(input: {words: "", locale: "ja"}) { ... on Problem { title } }
          two: makeWish(input: {words: ""}) { ... on Problem { title } }
        }
    """
    told = await _ask(wishes, document)

    assert told["two"]["title"] == "Invalid value"
    assert told["one"]["title"] != "Invalid value"


@pytest.mark.parametrize(
    "document",
    [
        r'mutation { asked: makeWish(input: {words: "a\u0000b"}) ',
        r'mutation { asked: makeWish(input: {words: "", extra: {a: ["\u0000"]}}) ',
        r'{ asked: listWishes(mood: "\u0000") ',
        r'{ asked: getWish(wish: "\u0000") ',
    ],
)
async def test_a_document_cannot_smuggle_in_what_json_may_not_say(
    wishes: httpx.AsyncClient, document: str
) -> None:
    told = await _ask(wishes, document + "{ ... on Problem { code } } }")

    assert told == {"asked": {"code": "bad_json"}}


@dataclass(frozen=True, slots=True)
class Sealed:
    """Not the one that the wishes have."""

    other: str


class PersonIn(Shape):
    """Another one, too."""

    other: str


@strawberry.type
class OtherQuery:
    other: str = ""


def _other(body: type[Shape], answer: type) -> Service:
    async def run(_: object) -> None: ...

    operation: Operation[Any, Any] = Operation(
        name="otherwise",
        method="POST",
        path="/v1/other",
        summary="Another thing",
        body=body,
        answer=answer,
        run=lambda _: run,
    )
    return replace(SERVICE, name="other", query=OtherQuery, types=(), operations=[operation])


@pytest.mark.parametrize(
    ("body", "answer", "name"),
    [(Nothing, Sealed, "Sealed"), (PersonIn, WishMade, "PersonInput")],
)
def test_two_services_with_one_type_s_name_fail_the_build(
    settings: Settings, body: type[Shape], answer: type, name: str
) -> None:
    with pytest.raises(DuplicatedTypeName, match=name):
        app.build([SERVICE, _other(body, answer)], settings)


@dataclass
class _Told:
    """A sentence that goes on
    in the next line.

    What is said for us.
    """

    done: bool


class _AskedIn(Shape):
    text: Annotated[str | None, Field(description="Whatever one likes.")] = None


def test_what_is_said_of_views_and_members_is_said_here_too() -> None:
    told = Schema([_other(_AskedIn, _Told)]).as_str()

    assert '"""A sentence that goes on in the next line."""\ntype Told {' in told
    assert '"""Whatever one likes."""\n  text: String\n' in told


def test_two_services_may_share_a_view(settings: Settings) -> None:
    built = app.build([SERVICE, _other(Nothing, WishMade)], settings)

    assert "/v1/other" in built.api.openapi()["paths"]


async def _say(socket: ClientConnection, message: object) -> Json:
    await socket.send(json.dumps(message))
    async with asyncio.timeout(5):
        return json.loads(await socket.recv())


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        ({"authorization": "Bearer {}"}, {"words": "a"}),
        ({"authorization": "{}"}, {"code": "token_missing"}),
        ({"authorization": 7}, {"code": "token_missing"}),
        ({"authorization": "Bearer 願い"}, {"code": "token_missing"}),
        ({}, {"code": "token_missing"}),
        (None, {"code": "token_missing"}),
    ],
)
async def test_a_socket_brings_its_token_in_its_first_message(
    settings: Settings, payload: dict[str, Any] | None, told: dict[str, str]
) -> None:
    async with (
        listening(settings, SERVICE) as port,
        connect(
            f"ws://127.0.0.1:{port}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")]
        ) as socket,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as wishes,
    ):
        token = (await wishes.post("/v1/wishes", json={"words": "a"})).json()["token"]
        said = payload and {
            name: value.format(token) if isinstance(value, str) else value
            for name, value in payload.items()
        }
        await _say(socket, {"type": "connection_init", "payload": said})
        query = '{ getWish(wish: "wish-001") { ... on Wish { words } ... on Problem { code } } }'
        message = {"id": "1", "type": "subscribe", "payload": {"query": query}}
        heard = await _say(socket, message)

    assert heard["payload"] == {"data": {"getWish": told}}


async def test_a_socket_s_handshake_has_no_key_for_its_commands(settings: Settings) -> None:
    document = 'mutation { makeWish(input: {words: "a"}) { ... on WishMade { id } } }'
    async with (
        listening(settings, SERVICE) as port,
        connect(
            f"ws://127.0.0.1:{port}/graphql",
            subprotocols=[Subprotocol("graphql-transport-ws")],
            additional_headers={"idempotency-key": "once"},
        ) as socket,
    ):
        await _say(socket, {"type": "connection_init"})
        made = []
        for number in "12":
            asked = {"id": number, "type": "subscribe", "payload": {"query": document}}
            made.append((await _say(socket, asked))["payload"]["data"]["makeWish"]["id"])
            await socket.recv()  # that it is complete

    assert made == ["wish-001", "wish-002"]
