"""What every application serves beside its services: health, version, documents, pages for people.

The assets of /docs are the ones `fastapi-offline` ships, served from here: the usual CDNs are out
of reach for many.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import orjson
from fastapi import APIRouter, Request
from fastapi.openapi.docs import get_swagger_ui_html
from pydantic import BaseModel
from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.datastructures import State
from starlette.responses import HTMLResponse, Response

from majokko_kit import errorpages, verifypage
from majokko_kit.database import Database, Readiness, readiness
from majokko_kit.documented import UNCHANGED, documented
from majokko_kit.problems import STATUS
from majokko_kit.refusals import NotFound
from majokko_rules import __version__

_ASSETS: Mapping[str, str] = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "favicon.png": "image/png",
}
PATIENCE = 1.0  # seconds that a readiness probe waits for each part
_SEVERITY: Sequence[Readiness] = ("pass", "warn", "fail")
_FOR_A_DAY = {"cache-control": "public, max-age=86400"}
_ASK_AGAIN = {"cache-control": "no-cache"}  # kept, but never used without asking whether it holds
_ENGLISH = {"content-language": "en"}
_HEALTH = "application/health+json"
_RUNNING = {
    "description": "Done.",
    "content": {
        "application/json": {
            "example": {"name": "majokko", "version": __version__, "services": ["dice"]}
        }
    },
}


def router(title: str) -> APIRouter:
    """Return the routes of health, version, /docs, /errors and /verify."""
    routes = APIRouter()
    served: dict[str, Callable[..., Awaitable[Response]]] = {
        "/livez": livez,
        "/readyz": readyz,
        "/openapi.json": openapi,
        "/docs": docs(title),
        "/docs/assets/{name}": asset,
        "/errors/{code}": error_page,
        "/verify": verify_page,
    }
    for path, page in served.items():
        routes.add_api_route(path, page, include_in_schema=False, response_model=None)
    routes.add_api_route(
        "/v1/version",
        version,
        name="version",
        summary="Tell what is running",
        responses={200: _RUNNING, **UNCHANGED, **documented("quota_exceeded", "internal")},
    )
    return routes


async def livez() -> Response:
    """The process answers; nothing else is looked at."""
    return Response(orjson.dumps({"status": "pass"}), media_type=_HEALTH)


async def readyz(request: Request) -> Response:
    """Ready for requests. Without Redis we are degraded, not down: a roll needs no Redis."""
    checks = await _checks(request.app.state)
    status = max(checks.values(), key=_SEVERITY.index)
    answer = {
        "status": status,
        "version": __version__,
        "checks": {name: [{"status": found}] for name, found in checks.items()},
    }
    code = 503 if status == "fail" else 200
    return Response(orjson.dumps(answer), code, media_type=_HEALTH)


async def _checks(state: State) -> Mapping[str, Readiness]:
    """Ask all parts at once; each is named by what it is, and never by its address."""
    databases: Mapping[str, Database] = state.databases
    asked = {
        "redis": _status_of(state.redis),
        **{f"database:{name}": readiness(one, PATIENCE) for name, one in databases.items()},
    }
    return dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))


async def _status_of(redis: Redis) -> Readiness:
    try:
        async with asyncio.timeout(PATIENCE):
            await redis.ping()
    except (RedisError, OSError, TimeoutError):
        return "warn"
    return "pass"


class Version(BaseModel):
    """What is running."""

    name: str
    version: str
    services: list[str]


async def version(request: Request, response: Response) -> Version:
    """The version that answers, and the services that it has."""
    response.headers.update(_ASK_AGAIN)
    return Version(name="majokko", version=__version__, services=request.app.state.services)


async def openapi(request: Request) -> Response:
    """Every operation, for programs; the same document as in `openapi/`."""
    document = orjson.dumps(request.app.openapi())
    return Response(document, media_type="application/json", headers=_ASK_AGAIN | _ENGLISH)


def docs(title: str) -> Callable[[], Awaitable[HTMLResponse]]:
    page = get_swagger_ui_html(
        openapi_url="/openapi.json",
        title=title,
        swagger_js_url="/docs/assets/swagger-ui-bundle.js",
        swagger_css_url="/docs/assets/swagger-ui.css",
        swagger_favicon_url="/docs/assets/favicon.png",
    )
    page.headers.update(_ASK_AGAIN | _ENGLISH)

    async def documentation() -> HTMLResponse:
        return page

    return documentation


async def asset(name: str) -> Response:
    if name not in _ASSETS:
        raise NotFound("path")
    return Response(_asset(name), media_type=_ASSETS[name], headers=_FOR_A_DAY)


async def error_page(code: str) -> HTMLResponse:
    if code not in STATUS:
        raise NotFound("path")
    return HTMLResponse(errorpages.page(code), headers=_FOR_A_DAY | _ENGLISH)


async def verify_page() -> HTMLResponse:
    page = verifypage.page()
    policy = {"content-security-policy": page.policy, "referrer-policy": "no-referrer"}
    return HTMLResponse(page.html, headers=policy | _ASK_AGAIN)


@cache
def _asset(name: str) -> bytes:
    found = find_spec("fastapi_offline")  # found, not imported: only its files are wanted
    assert found
    assert found.origin
    return (Path(found.origin).parent / "static" / name).read_bytes()
