"""Everything that can be set from outside, read once from MAJOKKO_* variables by a `main`."""

import re
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import Field, IPvAnyNetwork, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from redis.asyncio.connection import parse_url

from majokko_contracts.events import NAME
from majokko_contracts.subscriptions import EVENTS
from majokko_kit.secret import Secret
from majokko_rules.catalog import LOCALES

_POSTGRES = re.compile(r"postgres(ql)?://\S*\Z")
Network = IPv4Network | IPv6Network
Origin = Annotated[str, Field(pattern=r"^(\*|null|[a-z][a-z0-9+.-]*://[^/\s]+)$")]
"""As browsers send it: scheme, host and port, without a path; `*` is any, `null` a file's."""

Subscriber = Annotated[str, Field(pattern=NAME)]


class Settings(BaseSettings):
    """Built in a `main` and nowhere else; every default is right for a table at home."""

    model_config = SettingsConfigDict(
        env_prefix="MAJOKKO_",
        frozen=True,
        extra="ignore",
        hide_input_in_errors=True,  # it may be a secret
    )

    host: str = "127.0.0.1"
    port: int | None = Field(None, ge=0, le=65535)
    """None: 8000 for all services together, a service's own port for it alone; 0: any free one."""
    var: Path = Path("var")
    """Where files that outlive a process go: the secret, keys, the socket of Redis."""

    redis_url: str | None = None
    """None: use the live socket in `var`, or start an own server there."""

    database_url: SecretStr | None = None
    """PostgreSQL, `postgresql://…`; None: a SQLite file for each service in `var`."""

    database_connections: int = Field(10, ge=1, le=1000)
    """To PostgreSQL, for each service of this process."""

    migrate: Literal["auto", "check"] = "auto"
    """Whether a start brings tables up to date, or refuses those that are not."""

    auth: Literal["open"] = "open"
    """Who may ask. API keys come later; asking for them must not silently leave the door open."""

    secret: SecretStr | None = None
    """What keys and replays derive from; None: a file in `var`, made on the first start."""

    dev: bool = False
    """For work on Majokko itself: readable logs with tracebacks, a page at /graphql."""

    public_url: str = Field("", pattern=r"^(https?://[^/\s]\S*)?$")
    """How the world reaches us, for absolute links; never taken from a request's Host."""

    locale: Literal["en", "ja", "zh-Hans", "zh-Hant"] = "en"
    """The language of those who ask for none."""

    cors: Annotated[tuple[Origin, ...], NoDecode] = ("*",)
    """Origins that browsers may ask from; no cookies are ever used, so `*` is safe."""

    socket_origins: Annotated[tuple[Origin, ...], NoDecode] = ()
    """Origins whose pages may open WebSockets, besides our own; `*` lets all."""

    forwarded_allow_ips: Annotated[tuple[IPvAnyNetwork, ...], NoDecode] = ()
    """Proxies whose X-Forwarded-For is believed; from anybody else it is ignored."""

    limit_quota: int = Field(1200, ge=1)
    """Units that one caller may spend at once; a roll costs one."""

    limit_window: int = Field(60, ge=1)
    """Seconds in which a spent quota is full again."""

    limit_loopback: bool = False
    """Limit callers on this machine, too."""

    stream_limit: int = Field(5, ge=1)
    """Streams that one token may hold open at once from one network."""

    stream_patience: float = Field(20.0, gt=0)
    """Seconds that a reader may take for what it is sent, before its stream is cut off."""

    stream_life: int = Field(30 * 24 * 60 * 60, ge=1)
    """Seconds after which a stream of dice without a room is closed when nobody has used it."""

    session_life: int = Field(30 * 24 * 60 * 60, ge=1)
    """Seconds after which a card game in which nothing happens is given up; a board likewise."""

    subscribers: Annotated[Mapping[Subscriber, frozenset[str]], NoDecode] = Field(
        default_factory=dict
    )
    """Programs of others that follow what our services tell, each with the types of its events:
    `{"journal": ["roll.made"]}`. What they do not acknowledge is told again and again.
    """

    rulesets: Path | None = None
    """A folder whose `*.toml` add rulesets, or replace built-in ones."""

    @field_validator("cors", "socket_origins", "forwarded_allow_ips", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("redis_url")
    @classmethod
    def _to_redis(cls, value: str | None) -> str | None:
        """Raises ValueError for what redis-py does not take for a URL."""
        if value is not None:
            parse_url(value)
        return value

    @field_validator("database_url")
    @classmethod
    def _to_postgres(cls, value: SecretStr | None) -> SecretStr | None:
        """Raises ValueError, without the password, for a database of another kind."""
        if value is not None and not _POSTGRES.match(value.get_secret_value()):
            raise ValueError("a URL such as postgresql://user:password@host/database")
        return value

    @field_validator("subscribers", mode="before")
    @classmethod
    def _from_json(cls, value: object) -> object:
        """Raises ValueError for what is no JSON."""
        return orjson.loads(value) if isinstance(value, str) else value

    @field_validator("subscribers")
    @classmethod
    def _of_known_types(cls, value: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
        """Raises ValueError for events that nobody tells."""
        if unknown := frozenset().union(*value.values()) - EVENTS.keys():
            raise ValueError(f"no such events: {', '.join(sorted(unknown))}")
        return value

    @field_validator("secret")
    @classmethod
    def _of_32_bytes(cls, value: SecretStr | None) -> SecretStr | None:
        """Raises BadSecret, a ValueError."""
        if value is not None:
            Secret.of(value.get_secret_value())
        return value

    @field_validator("public_url")
    @classmethod
    def _without_slash(cls, value: str) -> str:
        return value.rstrip("/")


assert LOCALES == ("en", "ja", "zh-Hans", "zh-Hant"), "the field `locale` lists them again"
