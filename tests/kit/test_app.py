"""What every application serves beside its services, and what it is built from."""

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest
from pydantic import ValidationError

from majokko_kit import app, problems
from majokko_kit.documented import documented
from majokko_kit.settings import Settings
from majokko_rules import __version__
from tests.kit.serving import served
from tests.kit.tearoom import SERVICE
from tests.support.serving import settings_in


async def test_health_needs_nothing_and_readiness_names_its_parts(tea: httpx.AsyncClient) -> None:
    alive, ready = await tea.get("/livez"), await tea.get("/readyz")

    assert (alive.status_code, alive.json()) == (200, {"status": "pass"})
    assert (ready.status_code, ready.json()["status"]) == (200, "pass")
    assert ready.json()["checks"]["redis"] == [{"status": "pass"}]
    assert ready.headers["content-type"] == "application/health+json"


async def test_without_redis_we_are_degraded_and_still_answer(tmp_path: Path) -> None:
    nowhere = settings_in(tmp_path, redis_url=f"unix://{tmp_path}/nobody.sock")
    async with served(nowhere) as tea:
        alive, ready = await tea.get("/livez"), await tea.get("/readyz")
        async with asyncio.timeout(2):
            orders = [await tea.post("/v1/orders", json={"cups": 1}) for _ in range(5)]
            version = await tea.get("/v1/version")

    assert alive.json() == {"status": "pass"}
    assert (ready.status_code, ready.json()["status"]) == (200, "warn")
    assert [order.status_code for order in orders] == [200] * 5
    assert orders[-1].headers["ratelimit"].startswith('"default";r=1195;')
    assert version.json() == {"name": "majokko", "version": __version__, "services": ["tea"]}


async def test_the_documentation_needs_nothing_from_elsewhere(tea: httpx.AsyncClient) -> None:
    page = await tea.get("/docs")
    script = await tea.get("/docs/assets/swagger-ui-bundle.js")
    style = await tea.get("/docs/assets/swagger-ui.css")

    assert "https://" not in page.text
    assert "/docs/assets/swagger-ui-bundle.js" in page.text
    assert "SwaggerUIBundle" in script.text
    assert script.headers["content-type"].startswith("text/javascript")
    assert style.headers["content-type"].startswith("text/css")
    assert "max-age" in style.headers["cache-control"]


async def test_openapi_says_what_really_happens(tea: httpx.AsyncClient) -> None:
    document = (await tea.get("/openapi.json")).json()
    order = document["paths"]["/v1/orders"]["post"]
    names = [op["operationId"] for path in document["paths"].values() for op in path.values()]
    written = json.dumps(document)

    assert document["openapi"].startswith("3.1")
    assert sorted(names) == sorted(set(names))
    assert {"order", "slowOrder", "getOrder", "version"} <= set(names)
    assert order["responses"]["400"]["content"].keys() == {problems.MEDIA_TYPE}
    assert order["responses"]["422"]["content"].keys() == {problems.MEDIA_TYPE}
    assert "traceparent" in order["responses"]["200"]["headers"]
    assert "HTTPValidationError" not in written
    assert {"Problem", "ProblemError"} <= document["components"]["schemas"].keys()
    assert document["servers"] == [{"url": "/"}]


def test_openapi_names_the_public_address(settings: Settings) -> None:
    public = settings.model_copy(update={"public_url": "https://dice.example"})
    document = app.build([SERVICE], public).api.openapi()

    assert document["servers"] == [{"url": "https://dice.example"}]


def test_documented_codes_are_sorted_under_their_statuses() -> None:
    told = documented("syntax", "bad_json", "invalid_value")

    assert {status: answer["description"] for status, answer in told.items()} == {
        400: "Refused: `bad_json`.",
        422: "Refused: `invalid_value`, `syntax`.",
    }


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAJOKKO_PORT", "9001")
    monkeypatch.setenv("MAJOKKO_CORS", "https://a.example, https://b.example")
    monkeypatch.setenv("MAJOKKO_FORWARDED_ALLOW_IPS", "10.0.0.0/8,::1")
    monkeypatch.setenv("MAJOKKO_SECRET", "5ec7e7" + "00" * 29)
    monkeypatch.setenv("MAJOKKO_PUBLIC_URL", "https://dice.example/")
    monkeypatch.setenv("MAJOKKO_SUBSCRIBERS", '{"journal": ["roll.made", "room.closed"]}')
    settings = Settings()

    assert settings.port == 9001
    assert settings.cors == ("https://a.example", "https://b.example")
    assert [str(network) for network in settings.forwarded_allow_ips] == ["10.0.0.0/8", "::1/128"]
    assert settings.public_url == "https://dice.example"
    assert settings.subscribers == {"journal": {"roll.made", "room.closed"}}
    assert "5ec7e7" not in repr(settings)


def test_every_setting_is_in_the_handbook() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
    named = set(re.findall(r"`MAJOKKO_([A-Z_]+)`", page))

    assert {name.upper() for name in Settings.model_fields} == named


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("AUTH", "keys"),
        ("LOCALE", "fr"),
        ("LIMIT_QUOTA", "0"),
        ("SECRET", "much too short"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://localhost:port"),
        ("CORS", "table.example"),
        ("SOCKET_ORIGINS", "https://table.example/path"),
        ("FORWARDED_ALLOW_IPS", "proxy"),
        ("PUBLIC_URL", "dice.example"),
        ("SUBSCRIBERS", "journal"),
        ("SUBSCRIBERS", '["journal"]'),
        ("SUBSCRIBERS", '{"the journal": ["roll.made"]}'),
        ("SUBSCRIBERS", '{"journal": ["roll.maid"]}'),
    ],
)
def test_a_setting_that_means_nothing_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"MAJOKKO_{name}", value)
    with pytest.raises(ValidationError) as refused:
        Settings()

    assert [error["loc"][0] for error in refused.value.errors()] == [name.lower()]
    assert value not in str(refused.value)
