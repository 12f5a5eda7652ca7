"""Tickets: what a browser's EventSource shows instead of a token, which it cannot send.

A URL ends up in histories and logs, so what stands in it opens one stream, once, and soon. Any
process takes it, for it is kept in the database; its clock decides how old it is.
"""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, String, Table, bindparam

from majokko_kit import auth
from majokko_kit.clock import SECOND
from majokko_kit.database import Database, Work
from majokko_kit.database.now import DatabaseNow
from majokko_kit.refusals import TokenMissing

LIFE_MS = 30 * SECOND

_HASH_BYTES = 32


def ticket_table(service: str, metadata: MetaData) -> Table:
    return Table(
        f"{service}_tickets",
        metadata,
        Column("ticket", LargeBinary(_HASH_BYTES), primary_key=True),
        Column("subject", String(64), nullable=False, index=True),
        Column("token", LargeBinary(_HASH_BYTES), nullable=False),
        Column("until", BigInteger, nullable=False),
    )


class Tickets:
    """The tickets of one service; of tickets and tokens only hashes are kept."""

    def __init__(self, database: Database, table: Table) -> None:
        columns = table.c
        self._database = database
        self._add = table.insert().values(until=DatabaseNow() + LIFE_MS)
        self._forget = table.delete().where(
            columns.subject == bindparam("of"), columns.until < DatabaseNow()
        )
        self._take = (
            table.delete()
            .where(columns.ticket == bindparam("held"), columns.subject == bindparam("of"))
            .returning(columns.token, columns.until >= DatabaseNow())
        )

    async def issue(self, work: Work, subject: str, token: bytes) -> str:
        """Make a ticket to `subject` for the holder of a token; old ones are forgotten.

        Whoever calls holds the lock on the subject.
        """
        ticket = auth.new_token("ticket")
        row = {"ticket": auth.hashed(ticket), "subject": subject, "token": token}
        await work.sql.execute(self._forget, {"of": subject})
        await work.sql.execute(self._add, row)
        return ticket

    async def redeem(self, subject: str, ticket: str) -> bytes:
        """Return the hash of the token that a ticket stands for; it is worth nothing any more.

        Raises TokenMissing.
        """
        asked = {"held": auth.hashed(ticket), "of": subject}
        async with self._database.work() as work:
            found = (await work.sql.execute(self._take, asked)).one_or_none()
        if found is None or not found[1]:
            raise TokenMissing("unknown", headers=auth.CHALLENGE)
        token: bytes = found[0]
        return token
