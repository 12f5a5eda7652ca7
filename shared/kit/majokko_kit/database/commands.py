"""Runs commands: each is one transaction, and happens once however often it is asked.

A command with an Idempotency-Key first writes down that it was asked. A duplicate waits on that
row until the first one is committed, and then tells its answer again; if the first one fails, it
takes its place. Answers are kept sealed, for some hold tokens.
"""

import hmac
import os
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar, cast

import orjson
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pydantic import TypeAdapter
from sqlalchemy import (
    BigInteger,
    Column,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    bindparam,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from majokko_kit.bus.refused import refusal_of, refused
from majokko_kit.database.engines import Database, Work
from majokko_kit.database.writing import Write
from majokko_kit.operations.operation import Asked, Done
from majokko_kit.refusals import IdempotencyKeyReused, Refusal
from majokko_kit.secret import Secret, length_prefixed
from majokko_rules.errors import RuleError

_NONCE_BYTES = 12
_INSERTS: Mapping[str, Callable[[Table], Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

Out = TypeVar("Out")


@dataclass(frozen=True, slots=True)
class Spent:
    """A refusal that has an effect: it is committed and remembered, then raised."""

    refusal: RuleError | Refusal


Effect = Callable[[Work], Awaitable[Out | Spent]]


def idempotency_name(service: str) -> str:
    return f"{service}_idempotency"


def idempotency_table(service: str, metadata: MetaData) -> Table:
    return Table(
        idempotency_name(service),
        metadata,
        Column("scope", String(64), primary_key=True),
        Column("fingerprint", LargeBinary(32), nullable=False),
        Column("answer", LargeBinary),
        Column("at", BigInteger, nullable=False, index=True),
    )


class _Statements:
    """Put together once, not for each command."""

    def __init__(self, dialect: str, table: Table) -> None:
        of = table.c.scope == bindparam("of")
        self.begin = _INSERTS[dialect](table).on_conflict_do_nothing()
        self.find = select(table.c.fingerprint, table.c.answer).where(of)
        self.keep = Write(update(table).where(of).values(answer=bindparam("answer")), exact=True)


class Commands:
    """The commands of one service."""

    def __init__(self, database: Database, table: Table, secret: Secret) -> None:
        self._database = database
        self._secret = secret
        self._statements = _Statements(database.dialect, table)

    async def run(self, asked: Asked[Any], kind: type[Out], effect: Effect[Out]) -> Done[Out]:
        """Run `effect` in one transaction; tell the earlier answer if it was asked before.

        Raises what the effect raises (nothing is kept then), IdempotencyKeyReused, DependencyAway.
        """
        async with self._database.work() as work:
            scope = _scope(asked)
            if scope and (earlier := await self._begun(work, scope, asked)):
                answer, replayed = self._opened(scope, earlier, kind), True
            else:
                answer, replayed = await effect(work), False
                if scope:
                    self._keep(work, scope, answer)
        return _done(answer, replayed=replayed)

    async def earlier(self, asked: Asked[Any], kind: type[Out]) -> Done[Out] | None:
        """Return the answer that a command was given before, if it was.

        For commands that ask others before they begin: a retry asks nobody. Raises what was refused
        then, IdempotencyKeyReused, DependencyAway.
        """
        scope = _scope(asked)
        if scope is None:
            return None
        async with self._database.reading() as sql:
            found = (await sql.execute(self._statements.find, {"of": scope})).one_or_none()
        if found is None or found.answer is None:
            return None
        return _done(self._opened(scope, _same(found, asked), kind), replayed=True)

    async def _begun(self, work: Work, scope: str, asked: Asked[Any]) -> bytes | None:
        """Write down that a command was asked; return the sealed answer if it was before."""
        row = {"scope": scope, "fingerprint": asked.fingerprint, "at": work.at}
        made = await work.sql.execute(self._statements.begin, row)
        if made.rowcount:
            return None
        found = await work.sql.execute(self._statements.find, {"of": scope})
        return _same(found.one(), asked)

    def _keep(self, work: Work, scope: str, answer: object) -> None:
        work.sql.later(self._statements.keep, {"of": scope, "answer": self._sealed(scope, answer)})

    def _sealed(self, scope: str, answer: object) -> bytes:
        told: dict[str, object] = {"answer": answer}
        if isinstance(answer, Spent):
            told = {"refused": refused(answer.refusal).model_dump_json()}
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher(scope).encrypt(nonce, orjson.dumps(told), None)

    def _opened(self, scope: str, sealed: bytes, kind: type[Out]) -> Out | Spent:
        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        told = orjson.loads(self._cipher(scope).decrypt(nonce, rest, None))
        if "refused" in told:
            return Spent(refusal_of(told["refused"].encode()))
        answer: Out = _adapter(cast("Hashable", kind)).validate_python(told["answer"])
        return answer

    def _cipher(self, scope: str) -> AESGCM:
        return AESGCM(self._secret.seed_of("idempotency", scope))


def _same(found: Row[Any, Any], asked: Asked[Any]) -> bytes:
    """Return the sealed answer of a command, which was asked with the same request."""
    if not hmac.compare_digest(found.fingerprint, asked.fingerprint):
        raise IdempotencyKeyReused("other_request")
    sealed: bytes = found.answer
    return sealed


def _done(answer: Out | Spent, *, replayed: bool) -> Done[Out]:
    if isinstance(answer, Spent):
        raise answer.refusal
    return Done(answer, replayed)


def _scope(asked: Asked[Any]) -> str | None:
    """Return what an Idempotency-Key belongs to: nobody meets the answers of another."""
    if asked.key is None:
        return None
    whose = (asked.token or b"").hex()
    where = (part for name in sorted(asked.path) for part in (name, asked.path[name]))
    parts = (asked.tenant, whose, asked.operation, *where, asked.key)
    return sha256(b"".join(map(length_prefixed, parts))).hexdigest()


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - any dataclass
    return TypeAdapter(kind)
