"""GraphQL over HTTP: what is answered, what is refused, and what an error may say."""

from typing import Any

import httpx
import pytest
import strawberry
from fastapi import APIRouter
from graphql import get_introspection_query
from strawberry.exceptions import DuplicatedTypeName

from majokko_kit import app
from majokko_kit.service import Service
from majokko_kit.settings import Settings
from tests.kit.hostile_documents import HOSTILE
from tests.kit.serving import served
from tests.kit.tearoom import SECRET, SERVICE, lifespan

RESPONSE = "application/graphql-response+json; charset=utf-8"


async def _ask(tea: httpx.AsyncClient, query: str, **members: object) -> httpx.Response:
    return await tea.post("/graphql", json={"query": query, **members})


async def test_a_query_is_answered(tea: httpx.AsyncClient) -> None:
    answer = await _ask(tea, '{ cup(tea: "oolong") { sugar again: tea friend { tea } } }')

    assert answer.status_code == 200
    assert answer.content == (
        b'{"data":{"cup":{"sugar":null,"again":"oolong","friend":{"tea":"oolong"}}}}'
    )


async def test_a_mutation_takes_variables_and_one_of_several_operations(
    tea: httpx.AsyncClient,
) -> None:
    document = """
        query Other { cup { tea } }
        mutation Order($n: Int!) { order(cups: $n) { ... on Order { cups { sugar } } } }
    """
    answer = await _ask(tea, document, variables={"n": 2}, operationName="Order")

    assert answer.json() == {"data": {"order": {"cups": [{"sugar": 0}, {"sugar": 1}]}}}


async def test_a_refusal_is_a_member_of_the_result(tea: httpx.AsyncClient) -> None:
    document = """
        mutation {
          order(cups: 101, locale: "zh-TW") {
            __typename
            ... on Problem { code status title instance errors { pointer rule } traceId }
          }
        }
    """
    answer = await _ask(tea, document)
    problem = answer.json()["data"]["order"]

    assert problem.pop("traceId") in answer.headers["traceparent"]
    assert problem == {
        "__typename": "Problem",
        "code": "invalid_value",
        "status": 422,
        "title": "值不正確",
        "instance": "/graphql",
        "errors": [{"pointer": "#/cups", "rule": "too_large"}],
    }
    assert answer.headers["content-language"] == "zh-Hant"


async def test_a_refusal_that_escapes_is_told_and_not_logged(
    tea: httpx.AsyncClient, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = await _ask(tea, "mutation { orderPlainly(cups: 101) }")
    error = answer.json()["errors"][0]

    assert error["message"] == "At most 100."
    assert error["extensions"]["code"] == "invalid_value"
    assert "unexpected" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("query", "members", "status", "says"),
    [
        ("{", {}, 400, "Syntax Error"),
        ("", {}, 400, "Syntax Error"),
        ("{ cup { coffee } }", {}, 422, "'coffee' on type 'Cup'"),
        ("{ cup }", {}, 422, "must have a selection of subfields"),
        ("{ cup(tea: 7) { tea } }", {}, 422, "cannot represent a non string value"),
        ("query A { cup { tea } } query B { cup { tea } }", {}, 422, "operationName"),
        ("{ cup { tea } }", {"operationName": "B"}, 422, "operationName"),
        ("query ($t: String!) { cup(tea: $t) { tea } }", {}, 400, "'$t'"),
        ("query ($t: String!) { cup(tea: $t) { tea } }", {"variables": {"t": 7}}, 400, "'$t'"),
        ("subscription { count(to: 3) }", {}, 422, "WebSocket"),
    ],
)  # fmt: skip
async def test_callers_see_what_is_wrong_with_their_own_document(
    tea: httpx.AsyncClient, query: str, members: dict[str, object], status: int, says: str
) -> None:
    answer = await _ask(tea, query, **members)

    assert answer.status_code == status
    assert answer.headers["content-type"] == RESPONSE
    assert "data" not in answer.json()
    assert says in answer.json()["errors"][0]["message"]


SAID = "what a caller would not want to see in a log"


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("query ($t: String!) { cup(tea: $t) { tea } }", [SAID]),
        ("query ($t: String!) { cup(tea: $t) { tea } }", {SAID: 1}),
        ("query ($t: Int!) { menu(first: $t) { tea } }", SAID),
        ("query ($t: Int!) { menu(first: $t) { tea } }", f"value: {SAID}\n, found: {SAID}"),
        (f'{{ menu(first: "{SAID}") {{ tea }} }}', 1),
        (f'{{ menu(first: {{a: "{SAID}"}}) {{ tea }} }}', 1),
    ],
)
async def test_a_value_that_does_not_fit_is_not_sent_back(
    tea: httpx.AsyncClient, query: str, value: object
) -> None:
    answer = await _ask(tea, query, variables={"t": value})

    assert answer.status_code in (400, 422)
    assert "cannot represent" in answer.text
    assert SAID not in answer.text


async def test_nothing_is_suggested_for_finding_it_takes_the_caller_s_time_and_ours(
    tea: httpx.AsyncClient,
) -> None:
    answer = await _ask(tea, "{ cup { teaa } }")

    assert answer.json()["errors"][0]["message"] == "Cannot query field 'teaa' on type 'Cup'."


@pytest.mark.parametrize(
    "members",
    [
        {"query": 7},
        {"query": None},
        {"query": "{cup{tea}}", "variables": [1]},
        {"query": "{cup{tea}}", "variables": "{}"},
        {"query": "{cup{tea}}", "operationName": 7},
        {"query": "{cup{tea}}", "extensions": []},
        {"variables": {}},
    ],
)
async def test_what_is_no_graphql_request_is_a_problem(
    tea: httpx.AsyncClient, members: dict[str, object]
) -> None:
    answer = await tea.post("/graphql", json=members)

    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"][0]["rule"] == "not_a_query"


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", RESPONSE),
        ("application/graphql-response+json", RESPONSE),
        ("application/json, application/graphql-response+json", RESPONSE),
        ("application/json", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("APPLICATION/JSON", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("application/json, application/graphql-response+json;q=0.5", "application/json"),
        ("application/graphql-response+json;q=0, application/*", "application/json"),
        ("application/json;q=0, */*", RESPONSE),
        ("application/json;q=0.1, application/*", RESPONSE),
        ("application/json;q=much, */*;q=0.1", RESPONSE),
        ("application/*", RESPONSE),
        ("text/html", RESPONSE),
        (";;,=", RESPONSE),
    ],
)
async def test_plain_json_is_for_those_who_ask_for_it(
    tea: httpx.AsyncClient, accept: str, media: str
) -> None:
    asked = {"query": "{cup{tea}}"}
    answer = await tea.post("/graphql", json=asked, headers={"accept": accept})

    assert answer.headers["content-type"] == media
    assert set(answer.headers["vary"].split(", ")) == {"accept", "accept-language"}


@pytest.mark.parametrize("query", ["{ spilled }", "{ cup { tea spilled friend { spilled } } }"])
async def test_what_goes_wrong_in_a_resolver_is_ours(
    tea: httpx.AsyncClient, capsys: pytest.CaptureFixture[str], query: str
) -> None:
    answer = await _ask(tea, query)
    logged = "".join(capsys.readouterr())
    error = answer.json()["errors"][0]

    assert answer.status_code == 200
    assert error["extensions"]["code"] == "internal"
    assert error["extensions"]["trace_id"] in answer.headers["traceparent"]
    assert error["extensions"]["trace_id"] in logged
    assert "RuntimeError" in logged
    assert SECRET not in logged + answer.text


async def test_a_resolver_that_fails_leaves_the_others_their_answers(
    tea: httpx.AsyncClient,
) -> None:
    answer = await _ask(tea, "{ cup { tea spilled sugar } }")
    told: dict[str, Any] = answer.json()

    assert told["data"] == {"cup": {"tea": "green", "spilled": None, "sugar": None}}
    assert [error["path"] for error in told["errors"]] == [["cup", "spilled"]]


@pytest.mark.parametrize(("document", "status"), HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_document_is_refused(
    tea: httpx.AsyncClient, document: str, status: int
) -> None:
    answer = await _ask(tea, document)

    assert answer.status_code == status
    assert answer.json()["errors"]
    assert len(answer.content) < 3000


async def test_the_schema_tells_itself_to_the_usual_tools(tea: httpx.AsyncClient) -> None:
    answer = await _ask(tea, get_introspection_query())
    names = {known["name"] for known in answer.json()["data"]["__schema"]["types"]}

    assert answer.status_code == 200
    assert names >= {"Query", "Mutation", "Subscription", "Cup", "OrderResult", "Problem"}


async def test_each_service_has_a_schema_of_its_own_for_a_federation(
    tea: httpx.AsyncClient,
) -> None:
    answer = await tea.post("/graphql/tea", json={"query": "{ _service { sdl } }"})

    assert "type Cup" in answer.json()["data"]["_service"]["sdl"]


async def test_those_who_work_on_majokko_get_a_page_to_try_documents_on(
    settings: Settings,
) -> None:
    async with served(settings.model_copy(update={"dev": True})) as tea:
        page = await tea.get("/graphql")
        allowed = await tea.options("/graphql")

    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "//" not in page.text.replace("</", "")  # nothing from elsewhere
    assert allowed.headers["allow"] == "GET, HEAD, POST, OPTIONS"


@strawberry.type
class Cake:
    filling: str


@strawberry.type
class CakeQuery:
    @strawberry.field
    def cake(self) -> Cake:
        return Cake(filling="cherry")


@strawberry.type
class GreedyQuery:
    @strawberry.field
    def cup(self) -> int:
        return 1


@strawberry.type(name="Cup")
class OtherCup:
    size: int


@strawberry.type
class CopyingQuery:
    @strawberry.field
    def trophy(self) -> OtherCup:
        return OtherCup(size=1)


def _service(query: type) -> Service:
    return Service(name="cakes", router=APIRouter(), lifespan=lifespan, query=query)


async def test_two_services_make_one_schema_beside_their_own(settings: Settings) -> None:
    async with served(settings, [SERVICE, _service(CakeQuery)]) as both:
        merged = await _ask(both, "{ cup { tea } cake { filling } }")
        alone = await both.post("/graphql/cakes", json={"query": "{ cup { tea } }"})
        version = await both.get("/v1/version")

    assert merged.json() == {"data": {"cup": {"tea": "green"}, "cake": {"filling": "cherry"}}}
    assert alone.status_code == 422
    assert version.json()["services"] == ["tea", "cakes"]


def test_a_field_claimed_twice_fails_the_build(settings: Settings) -> None:
    with pytest.raises(ValueError, match=r"Query\.cup is claimed twice"):
        app.build([SERVICE, _service(GreedyQuery)], settings)


def test_a_type_name_claimed_twice_fails_the_build(settings: Settings) -> None:
    with pytest.raises(DuplicatedTypeName, match="Cup"):
        app.build([SERVICE, _service(CopyingQuery)], settings)
