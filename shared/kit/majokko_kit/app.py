"""Builds one application from services: REST by FastAPI, GraphQL, pages, and the front door.

All services share one FastAPI (a mounted application's lifespan would never run).
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import chain

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from redis.asyncio import Redis
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from majokko_kit import database, pages, problems, redis_client, validation
from majokko_kit.built import Built
from majokko_kit.call import HotRoute, StreamRoute, of_scope
from majokko_kit.front import Doors, Front
from majokko_kit.front.routes import Routes
from majokko_kit.graphql.endpoint import Endpoint
from majokko_kit.graphql.schema import Schema, schema_of
from majokko_kit.graphql.socket import Socket
from majokko_kit.graphql.workbench import workbench
from majokko_kit.limits import Limiter, Policy
from majokko_kit.live import Bell, hung
from majokko_kit.live import openapi as live_openapi
from majokko_kit.live import rest as live_rest
from majokko_kit.live.openings import Openings
from majokko_kit.openapi import Api
from majokko_kit.operations import openapi, rest
from majokko_kit.refusals import Internal, MethodNotAllowed, NotFound, Refusal
from majokko_kit.service import Kit, Service
from majokko_kit.settings import Settings
from majokko_rules import __version__
from majokko_rules.errors import RuleError

_DESCRIBED: Built[APIRouter] = Built()


class Application(Front):
    """An ASGI application; `api` is the FastAPI behind its front door."""

    def __init__(self, api: FastAPI, settings: Settings, doors: Doors) -> None:
        super().__init__(api, settings, doors)
        self.api = api


def build(services: Sequence[Service], settings: Settings, title: str = "Majokko") -> Application:
    """Build what uvicorn serves.

    Raises ValueError when two services claim the same GraphQL field, or Strawberry's
    DuplicatedTypeName when they claim the same type.
    """
    limiter = Limiter(Policy(settings.limit_quota, settings.limit_window))
    bells: list[Bell] = []
    api = Api(
        settings,
        title=title,
        version=__version__,
        lifespan=_lifespan(services, settings, limiter, bells),
        generate_unique_id_function=lambda route: route.name,
        openapi_tags=list(_chapters(services)),
        summary=" ".join(service.about for service in services),
    )
    api.state.public_url = settings.public_url
    api.state.services = [service.name for service in services]
    routers = [pages.router(title), *chain.from_iterable(map(_routers, services))]
    for router in routers:
        api.include_router(router)
    doors = _doors(services, settings, api, limiter, chain(*(router.routes for router in routers)))
    _answer_with_problems(api, doors.routes)
    return Application(api, settings, replace(doors, bells=bells))


def _doors(
    services: Sequence[Service],
    settings: Settings,
    api: FastAPI,
    limiter: Limiter,
    routes: Iterable[BaseRoute],
) -> Doors:
    schemas = _schemas(services)
    openings = Openings(settings.stream_limit)
    hot: dict[tuple[str, str], StreamRoute] = {
        **{key: route for service in services for key, route in _hot(service).items()},
        **{key: route for s in services for key, route in _streams(s, openings).items()},
        **{("POST", path): Endpoint(schema) for path, schema in schemas.items()},
        **({("GET", path): workbench for path in schemas} if settings.dev else {}),
    }
    return Doors(
        state=api.state,
        limiter=limiter,
        routes=Routes([*routes, *api.routes], hot),
        hot=hot,
        sockets={
            path: Socket(schema, settings.socket_origins, patience=settings.stream_patience)
            for path, schema in schemas.items()
        },
        roomy=frozenset().union(*(service.roomy for service in services)),
    )


def _chapters(services: Sequence[Service]) -> Iterator[Mapping[str, str]]:
    for service in services:
        for name, about in service.chapters.items():
            yield {"name": name, "description": about}
    yield {"name": "version", "description": "What is running."}


def _routers(service: Service) -> Iterator[APIRouter]:
    yield service.router
    if service.operations:
        yield _DESCRIBED.of(
            (service.name, service.operations),
            lambda: openapi.router(service.operations, _hot(service)),
        )
    if service.followings:
        yield live_openapi.router(service.followings)


def _hot(service: Service) -> Mapping[tuple[str, str], HotRoute]:
    return {**service.hot, **rest.handlers(service.name, service.operations)}


def _streams(service: Service, openings: Openings) -> Mapping[tuple[str, str], StreamRoute]:
    return live_rest.handlers(service.name, service.followings, openings)


def _schemas(services: Sequence[Service]) -> Mapping[str, Schema]:
    """Return each service's schema at its path, and that of all together."""
    own = {f"/graphql/{service.name}": schema_of([service]) for service in services}
    together = schema_of(services)
    return {**own, "/graphql": together}


def _lifespan(
    services: Sequence[Service], settings: Settings, limiter: Limiter, bells: list[Bell]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            redis = await stack.enter_async_context(
                redis_client.connected(settings.redis_url, settings.var)
            )
            api.state.redis = limiter.redis = redis
            api.state.databases = {}
            for service in services:
                kit = await stack.enter_async_context(_kit(service, settings, redis))
                if kit.kept:
                    api.state.databases[service.name] = kit.kept
                if kit.hung:
                    bells.append(kit.hung)
                running = await stack.enter_async_context(service.lifespan(kit))
                setattr(api.state, service.name, running)
            yield

    return lifespan


@asynccontextmanager
async def _kit(service: Service, settings: Settings, redis: Redis) -> AsyncIterator[Kit]:
    async with database.opened(settings, service) as kept:
        if kept is None:
            yield Kit(settings, redis)
            return
        async with hung(service.name, redis) as bell:
            kept.bell = bell.ring
            yield Kit(settings, redis, kept, bell)


def _answer_with_problems(api: FastAPI, routes: Routes) -> None:
    async def told(request: Request, error: Exception) -> Response:
        assert isinstance(error, (RuleError, Refusal))
        return _problem(request, error)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _problem(request, *validation.of_request(error.errors()))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code not in (404, 405):
            raise error  # nobody here raises these: a surprise like any other
        return _problem(request, _of_router(routes.allowed(request.url.path)))

    async def unexpected(request: Request, _: Exception) -> Response:
        return _problem(request, Internal("unexpected"))

    api.add_exception_handler(RuleError, told)
    api.add_exception_handler(Refusal, told)
    api.add_exception_handler(RequestValidationError, invalid)
    api.add_exception_handler(HTTPException, http)
    api.add_exception_handler(Exception, unexpected)


def _of_router(allowed: Sequence[str]) -> Refusal:
    """Say what the router means; it knows only the methods of one route of a path."""
    if not allowed:
        return NotFound("path")
    names = ", ".join(allowed)
    return MethodNotAllowed("method", allowed=names, headers=((b"allow", names.encode()),))


def _problem(request: Request, *refused: RuleError | Refusal) -> Response:
    answer = problems.answer(refused, of_scope(request.scope))
    response = Response(answer.body, answer.status)
    response.raw_headers += [(b"content-type", answer.content_type), *answer.headers]
    return response
