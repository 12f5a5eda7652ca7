"""Conditional requests: an answer that has not changed is not sent again."""

import httpx
import pytest

from majokko_kit.settings import Settings
from tests.kit.serving import served

STORED = [
    "/openapi.json",
    "/docs",
    "/docs/assets/swagger-ui.css",
    "/errors/syntax",
    "/v1/version",
]


@pytest.mark.parametrize("path", STORED)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_what_a_caller_has_already_is_not_sent_again(
    tea: httpx.AsyncClient, path: str, method: str
) -> None:
    first = await tea.get(path)
    again = await tea.request(method, path, headers={"if-none-match": first.headers["etag"]})
    changed = await tea.request(method, path, headers={"if-none-match": '"something-else"'})

    assert (again.status_code, again.content) == (304, b"")
    assert _lasting(again) == _lasting(first) - {"content-type", "content-length"}
    assert again.headers["etag"] == first.headers["etag"]
    assert (changed.status_code, _lasting(changed)) == (200, _lasting(first))


def _lasting(answer: httpx.Response) -> set[str]:
    return set(answer.headers)


@pytest.mark.parametrize(
    ("listed", "status"),
    [
        ("{tag}", 304),
        ("W/{tag}", 304),
        ('"a", {tag}', 304),
        ('"a,b",W/{tag} , "c"', 304),
        ("*", 304),
        ('"a"', 200),
        ("", 200),
        ("{tag}x", 200),
        ("\x7f,,W/", 200),
    ],
)
async def test_tags_may_be_weak_and_in_lists(
    tea: httpx.AsyncClient, listed: str, status: int
) -> None:
    tag = (await tea.get("/v1/version")).headers["etag"]
    asked = {"if-none-match": listed.replace("{tag}", tag)}
    answer = await tea.get("/v1/version", headers=asked)

    assert answer.status_code == status


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/v1/orders/1", "/v1/nothing", "/v1/broken"])
async def test_what_must_not_be_stored_has_no_tag(tea: httpx.AsyncClient, path: str) -> None:
    answer = await tea.get(path, headers={"if-none-match": "*"})

    assert "etag" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"
    assert answer.status_code != 304


async def test_answers_to_a_post_are_never_conditional(tea: httpx.AsyncClient) -> None:
    answer = await tea.post("/v1/orders", json={"cups": 1}, headers={"if-none-match": "*"})

    assert (answer.status_code, "etag" in answer.headers) == (200, False)


async def test_asking_again_is_free(settings: Settings) -> None:
    poor = settings.model_copy(update={"limit_quota": 3, "limit_window": 600})
    async with served(poor, client="203.0.114.9") as tea:
        tag = (await tea.get("/v1/version")).headers["etag"]
        same = [await tea.get("/v1/version", headers={"if-none-match": tag}) for _ in range(9)]
        paid = [await tea.get("/v1/version") for _ in range(3)]

    assert [answer.status_code for answer in same] == [304] * 9
    assert [answer.status_code for answer in paid] == [200, 200, 429]
