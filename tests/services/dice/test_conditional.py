"""What changes only with a release, or with a key, can be kept by whoever asked."""

import httpx
import pytest

PATHS = [
    "/v1/systems",
    "/v1/systems/amgc",
    "/v1/fairness/keys",
    "/v1/odds/chart.svg?notation=3d6",
]


@pytest.mark.parametrize("path", PATHS)
async def test_an_unchanged_answer_is_not_sent_twice(client: httpx.AsyncClient, path: str) -> None:
    first = await client.get(path)
    again = await client.get(path, headers={"if-none-match": first.headers["etag"]})
    head = await client.head(path)

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert again.headers["etag"] == head.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize("path", PATHS[:2])
async def test_each_language_has_its_own_tag(client: httpx.AsyncClient, path: str) -> None:
    asked = [await client.get(path, headers={"accept-language": tag}) for tag in ("en", "ja")]

    assert asked[0].headers["etag"] != asked[1].headers["etag"]
    assert "accept-language" in asked[0].headers["vary"]
