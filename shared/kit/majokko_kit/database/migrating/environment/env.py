"""What Alembic runs for each of its commands; whoever gave the command has set the attributes."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel.sql.sqltypes import AutoString

from majokko_kit.database.migrating.histories import History


def rendered(kind: str, thing: object, _: AutogenContext) -> str | Literal[False]:
    """Write strings of SQLModel as what they are in a database."""
    if kind != "type" or not isinstance(thing, AutoString):
        return False
    return f"sa.String(length={thing.length})" if thing.length else "sa.String()"


history: History = context.config.attributes["history"]
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=history.tables,
    render_item=rendered,
    **history.options(),
)
context.run_migrations()
