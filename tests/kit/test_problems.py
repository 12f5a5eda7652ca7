"""Whatever goes wrong, the answer is one kind of document, and it says nothing it should not."""

import json
import re
from string import Formatter

import httpx
import pytest

from majokko_kit import errorpages, problems
from majokko_kit.refusals import Refusal, refusals
from majokko_kit.settings import Settings
from majokko_rules import errors
from majokko_rules.catalog import LOCALES, words
from tests.kit.serving import served
from tests.kit.tearoom import SECRET

CODES = sorted({kind.code for kind in refusals()} | {kind.code for kind in errors.refusals()})
SENTENCES = [(kind, rule) for kind in refusals() for rule in kind.rules]
JSON = {"content-type": "application/json"}
VALUE = "Ω-marker-4711"
"""A value that is sent wrongly, and must not come back."""


def test_every_code_has_a_status_and_no_status_is_left_over() -> None:
    assert sorted(problems.STATUS) == CODES


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page_that_begins_with_its_name_and_status(code: str) -> None:
    page = errorpages.page(code)

    assert f"<h1>{code} ({problems.STATUS[code]})</h1>" in page


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("kind", "rule"), SENTENCES)
def test_every_refusal_of_the_kit_has_words(kind: type[Refusal], rule: str, locale: str) -> None:
    said = words("majokko_kit", locale)
    named = {name for _, name, _, _ in Formatter().parse(said[f"errors.{kind.code}.{rule}"])}

    assert said[f"errors.{kind.code}.title"]
    assert named - {None} == set(kind.rules[rule])


@pytest.mark.parametrize("locale", LOCALES)
def test_no_words_are_left_over(locale: str) -> None:
    wanted = {f"errors.{kind.code}.{rule}" for kind, rule in SENTENCES}
    wanted |= {f"errors.{kind.code}.title" for kind in refusals()}

    assert set(words("majokko_kit", locale)) == wanted


WRONG: dict[str, tuple[str, str, dict[str, str], str, int, str]] = {
    # method, path, headers, body → status, code
    "a hot route's rule": ("POST", "/v1/orders", JSON, '{"cups": 101}', 422, "invalid_value"),
    "a hot route's syntax": ("POST", "/v1/orders", JSON, f'{{"text": "{VALUE}"}}', 422, "syntax"),
    "no JSON": ("POST", "/v1/orders", JSON, f"{{{VALUE}", 400, "bad_json"),
    "no JSON, the long way": ("POST", "/v1/slow-orders", JSON, f"{{{VALUE}", 400, "bad_json"),
    "NaN, the long way": ("POST", "/v1/slow-orders", JSON, '{"cups": NaN}', 400, "bad_json"),
    "nothing": ("POST", "/v1/orders", {}, "", 400, "bad_json"),
    "nothing, the long way": ("POST", "/v1/slow-orders", JSON, "", 422, "invalid_value"),
    "a missing field": ("POST", "/v1/slow-orders", JSON, "{}", 422, "invalid_value"),
    "a list": ("POST", "/v1/slow-orders", JSON, "[1]", 422, "invalid_value"),
    "a wrong type": (
        "POST", "/v1/slow-orders", JSON, f'{{"cups": "{VALUE}"}}', 422, "invalid_value",
    ),
    "a float": ("POST", "/v1/slow-orders", JSON, '{"cups": 1.5}', 422, "invalid_value"),
    "too much": ("POST", "/v1/slow-orders", JSON, '{"cups": 101}', 422, "invalid_value"),
    "too long": (
        "POST", "/v1/slow-orders", JSON, f'{{"cups": 1, "sort": "{VALUE}"}}', 422, "invalid_value",
    ),
    "an unknown field": (
        "POST", "/v1/slow-orders", JSON, '{"cups": 1, "sugar": 1}', 422, "unknown_field",
    ),
    "a wrong path parameter": ("GET", f"/v1/orders/{VALUE}", {}, "", 422, "invalid_value"),
    "a rule, the long way": ("GET", "/v1/refused", {}, "", 422, "invalid_value"),
    "a form": (
        "POST", "/v1/orders", {"content-type": "application/x-www-form-urlencoded"},
        f"cups={VALUE}", 415, "unsupported_media_type",
    ),
    "plain text": (
        "POST", "/v1/slow-orders", {"content-type": "text/plain"}, '{"cups": 1}', 415,
        "unsupported_media_type",
    ),
    "no media type": ("POST", "/v1/orders", {}, '{"cups": 1}', 415, "unsupported_media_type"),
    "a packed body": (
        "POST", "/v1/orders", {**JSON, "content-encoding": "gzip"}, '{"cups": 1}', 415,
        "unsupported_media_type",
    ),
    "no such path": ("GET", "/v1/nothing", {}, "", 404, "not_found"),
    "no such path, with a body": ("POST", "/v1/nothing", JSON, "{}", 404, "not_found"),
    "no such page": ("GET", "/errors/nothing", {}, "", 404, "not_found"),
    "a page outside": ("GET", "/errors/..%2F..%2Fsecurity", {}, "", 404, "not_found"),
    "no such asset": ("GET", "/docs/assets/swagger.js", {}, "", 404, "not_found"),
    "a slash too many": ("GET", "/v1/refused/", {}, "", 404, "not_found"),
    "GET of a hot route": ("GET", "/v1/orders", {}, "", 405, "method_not_allowed"),
    "PUT of a path with others": ("PUT", "/v1/orders/1", JSON, "{}", 405, "method_not_allowed"),
    "a method nobody knows": ("BREW", "/v1/orders", {}, "", 405, "method_not_allowed"),
    "GET of GraphQL": ("GET", "/graphql?query={cup{tea}}", {}, "", 405, "method_not_allowed"),
    "GraphQL without a query": ("POST", "/graphql", JSON, "{}", 400, "bad_json"),
    "several documents at once": ("POST", "/graphql", JSON, '[{"query":"{x}"}]', 400, "bad_json"),
    "a bug": ("GET", "/v1/broken", {}, "", 500, "internal"),
    "a bug in a hot route": ("POST", "/v1/break", JSON, "{}", 500, "internal"),
}  # fmt: skip


@pytest.fixture(params=WRONG.keys())
def wrong(request: pytest.FixtureRequest) -> tuple[str, str, dict[str, str], str, int, str]:
    return WRONG[request.param]


async def test_every_refusal_is_one_document(
    tea: httpx.AsyncClient, wrong: tuple[str, str, dict[str, str], str, int, str]
) -> None:
    method, path, headers, content, status, code = wrong
    answer = await tea.request(method, path, headers=headers, content=content.encode())
    told = answer.json()

    assert (answer.status_code, told["status"], told["code"]) == (status, status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["type"] == f"/errors/{code}"
    assert told["title"]
    assert told["detail"]
    assert told["errors"][0].keys() >= {"pointer", "code", "rule", "detail"}
    assert told["trace_id"] in answer.headers["traceparent"]
    assert (await tea.get(told["type"])).status_code == 200


async def test_no_refusal_gives_back_what_was_sent_or_how_we_are_made(
    tea: httpx.AsyncClient, wrong: tuple[str, str, dict[str, str], str, int, str]
) -> None:
    method, path, headers, content, *_ = wrong
    answer = await tea.request(method, path, headers=headers, content=content.encode())
    told = json.dumps({**answer.json(), "instance": None}, ensure_ascii=False)

    assert VALUE not in told
    assert SECRET not in told
    assert not re.search(r"Traceback|Error\b|\.py|/site-packages|object at 0x|pydantic", told)


async def test_a_bug_is_logged_by_type_and_place_and_without_what_it_quotes(
    tea: httpx.AsyncClient, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = await tea.get("/v1/broken")
    logged = "".join(capsys.readouterr())

    assert answer.json()["trace_id"] in logged
    assert "RuntimeError" in logged
    assert "/v1/broken" in logged
    assert SECRET not in logged


async def test_the_place_stands_at_the_top_when_there_is_one_error(tea: httpx.AsyncClient) -> None:
    answer = await tea.post("/v1/orders", json={"text": "2d?6"})
    told = answer.json()

    assert (told["position"], told["length"]) == (1, 2)
    assert told["errors"][0]["pointer"] == "#/text"
    assert (told["errors"][0]["position"], told["errors"][0]["length"]) == (1, 2)


async def test_several_errors_are_listed_with_a_pointer_each(tea: httpx.AsyncClient) -> None:
    answer = await tea.post("/v1/slow-orders", json={"cups": -1, "su~g/ar": 2, "sort": 3})
    found = {(e["pointer"], e["code"], e["rule"]) for e in answer.json()["errors"]}

    assert found == {
        ("#/cups", "invalid_value", "too_small"),
        ("#/sort", "invalid_value", "not_text"),
        ("#/su~0g~1ar", "unknown_field", "unknown"),
    }
    assert "position" not in answer.json()


async def test_a_name_that_nobody_knows_is_given_back_short_and_printable(
    tea: httpx.AsyncClient,
) -> None:
    name = "\u202e\x1b[2J" + "x" * 1000
    answer = await tea.post("/v1/slow-orders", json={"cups": 1, name: 1})

    assert answer.json()["code"] == "unknown_field"
    assert not {"\u202e", "\x1b"} & set(answer.json()["detail"])
    assert "x" * 30 in answer.json()["detail"]
    assert "x" * 50 not in answer.text


@pytest.mark.parametrize("tag", ["en", "ja-JP", "zh-CN", "zh-HK"])
async def test_a_body_may_say_in_which_language_it_wants_its_answer(
    tea: httpx.AsyncClient, tag: str
) -> None:
    asked = {"cups": 101, "locale": tag}
    answer = await tea.post("/v1/orders?lang=ja", json=asked, headers={"accept-language": "fr"})
    locale = answer.headers["content-language"]

    assert locale == {"en": "en", "ja-JP": "ja", "zh-CN": "zh-Hans", "zh-HK": "zh-Hant"}[tag]
    assert answer.json()["title"] == words("majokko_rules", locale)["errors.invalid_value.title"]


async def test_absolute_links_come_from_the_settings_and_never_from_the_host(
    settings: Settings,
) -> None:
    public = settings.model_copy(update={"public_url": "https://dice.example"})
    async with served(public) as tea:
        answer = await tea.get("/v1/nothing", headers={"host": "evil.example"})

    assert answer.json()["type"] == "https://dice.example/errors/not_found"
    assert "evil" not in answer.text
