"""What a service exports; the kit builds one application from one or more of them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from redis.asyncio import Redis
from sqlalchemy import MetaData
from strawberry.types.scalar import ScalarDefinition

from majokko_kit.call import HotRoute
from majokko_kit.database import Database
from majokko_kit.live import Bell, Following
from majokko_kit.operations import Operation
from majokko_kit.secret import Secret
from majokko_kit.settings import Settings


@dataclass(frozen=True, slots=True)
class Kit:
    """What the kit hands a service when it starts; `redis` and the database may be away at times.

    `database` is the service's own, with its tables in place; one without tables has none.
    """

    settings: Settings
    redis: Redis
    kept: Database | None = None
    hung: Bell | None = None

    @property
    def secret(self) -> Secret:
        """The installation's secret; its first process makes one in `var`."""
        if self.settings.secret:
            return Secret.of(self.settings.secret.get_secret_value())
        return Secret.kept_in(self.settings.var)

    @property
    def bell(self) -> Bell:
        """What the database rings, for those who follow what is kept in it."""
        assert self.hung, "a service that keeps something names its tables"
        return self.hung

    @property
    def database(self) -> Database:
        assert self.kept, "a service that keeps something names its tables"
        return self.kept


Lifespan = Callable[[Kit], AbstractAsyncContextManager[object]]
"""Opened when the application starts; what it yields becomes `state.<name of the service>`."""


ALL_SERVICES_PORT = 8000
"""Where all services listen together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One service, ready to be served alone or beside others.

    `hot` maps (method, path) to functions that answer before FastAPI is reached; each such path is
    also a documented route of `router`, so that OpenAPI knows it. `query`, `mutation` and
    `subscription` are Strawberry types, served at `/graphql/<name>` and merged at `/graphql`;
    `types` are those that only an interface leads to, `scalars` those for Python types.
    `about` is a sentence for OpenAPI, `chapters` has one for each chapter of its operations there.
    `port` is where it listens when it is served alone.
    `operations` are served at their paths, described, and shown in GraphQL, beside the others.
    `followings` are streams at their paths, and subscriptions in GraphQL.
    `tables` are those it keeps things in, if it keeps any; `migrations` is the folder of the steps
    that lead to them.
    `roomy` are the paths whose bodies may have 1 MiB instead of 64 KiB.
    """

    name: str
    about: str = ""
    chapters: Mapping[str, str] = field(default_factory=dict)
    port: int = ALL_SERVICES_PORT
    router: APIRouter
    lifespan: Lifespan
    query: type | None = None
    mutation: type | None = None
    subscription: type | None = None
    hot: Mapping[tuple[str, str], HotRoute] = field(default_factory=dict)
    types: Sequence[type] = ()
    scalars: Mapping[object, ScalarDefinition] = field(default_factory=dict)
    roomy: frozenset[str] = frozenset()
    tables: MetaData | None = None
    migrations: Path | None = None
    operations: Sequence[Operation[Any, Any]] = ()
    followings: Sequence[Following] = ()
