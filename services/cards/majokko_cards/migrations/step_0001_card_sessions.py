"""What this step changes: card sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "cards_boards",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("ruleset", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("receipt", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("closing", sa.String(length=10), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("released_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index(
        "cards_boards_idle",
        "cards_boards",
        ["created_at"],
        unique=False,
        sqlite_where=sa.text("released_at IS NULL"),
        postgresql_where=sa.text("released_at IS NULL"),
    )
    op.create_table(
        "cards_deals",
        sa.Column("owner", sa.String(length=30), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("deck", sa.String(length=40), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("dealt", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("moves", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "number"),
    )
    op.create_table(
        "cards_events",
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("type", sa.String(length=64), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("private", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("readers", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("subject", "seq"),
        sa.UniqueConstraint("id"),
    )
    op.create_table(
        "cards_idempotency",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope"),
    )
    op.create_index(op.f("ix_cards_idempotency_at"), "cards_idempotency", ["at"], unique=False)
    op.create_table(
        "cards_outbox",
        sa.Column("subscriber", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subscriber", "subject", "seq"),
    )
    op.create_table(
        "cards_processes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "cards_sessions",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("host", sa.LargeBinary(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("ruleset", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("house", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("receipt", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("board", sa.String(length=30), nullable=True),
        sa.Column("deal", sa.String(length=30), nullable=False),
        sa.Column("forked_from", sa.String(length=30), nullable=True),
        sa.Column("forked_at", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("began", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("awaits", sa.String(length=10), nullable=True),
        sa.Column("dealing", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("closing", sa.String(length=10), nullable=True),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("clock", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("banks", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("host"),
    )
    op.create_index(
        "cards_sessions_bots",
        "cards_sessions",
        ["awaits"],
        unique=False,
        sqlite_where=sa.text("awaits = 'bot'"),
        postgresql_where=sa.text("awaits = 'bot'"),
    )
    op.create_index(
        "cards_sessions_closing",
        "cards_sessions",
        ["closing"],
        unique=False,
        sqlite_where=sa.text("closing = 'due'"),
        postgresql_where=sa.text("closing = 'due'"),
    )
    op.create_index(
        "cards_sessions_deadline",
        "cards_sessions",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index(
        "cards_sessions_idle",
        "cards_sessions",
        ["changed_at"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        "cards_sessions_listed", "cards_sessions", ["tenant", "created_at", "id"], unique=False
    )
    op.create_index(
        "cards_sessions_of_status",
        "cards_sessions",
        ["tenant", "status", "created_at", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_cards_sessions_board"), "cards_sessions", ["board"], unique=False)
    op.create_table(
        "cards_tickets",
        sa.Column("ticket", sa.LargeBinary(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ticket"),
    )
    op.create_index(op.f("ix_cards_tickets_subject"), "cards_tickets", ["subject"], unique=False)
    op.create_table(
        "cards_moves",
        sa.Column("session", sa.String(length=30), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("by", sa.String(length=10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["cards_sessions.id"]),
        sa.PrimaryKeyConstraint("session", "version"),
    )
    op.create_table(
        "cards_notes",
        sa.Column("session", sa.String(length=30), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["cards_sessions.id"]),
        sa.PrimaryKeyConstraint("session", "seat", "position"),
    )
    op.create_table(
        "cards_seats",
        sa.Column("session", sa.String(length=30), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=True),
        sa.Column("token", sa.LargeBinary(), nullable=True),
        sa.Column("contribution", sa.String(length=64), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("arrangement", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["session"], ["cards_sessions.id"]),
        sa.PrimaryKeyConstraint("session", "number"),
        sa.UniqueConstraint("token"),
    )
    op.create_table(
        "cards_votes",
        sa.Column("session", sa.String(length=30), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["cards_sessions.id"]),
        sa.PrimaryKeyConstraint("session", "seat"),
    )


def downgrade() -> None:
    op.drop_table("cards_votes")
    op.drop_table("cards_seats")
    op.drop_table("cards_notes")
    op.drop_table("cards_moves")
    op.drop_index(op.f("ix_cards_tickets_subject"), table_name="cards_tickets")
    op.drop_table("cards_tickets")
    op.drop_index(op.f("ix_cards_sessions_board"), table_name="cards_sessions")
    op.drop_index("cards_sessions_of_status", table_name="cards_sessions")
    op.drop_index("cards_sessions_listed", table_name="cards_sessions")
    op.drop_index(
        "cards_sessions_idle",
        table_name="cards_sessions",
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.drop_index(
        "cards_sessions_deadline",
        table_name="cards_sessions",
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.drop_index(
        "cards_sessions_closing",
        table_name="cards_sessions",
        sqlite_where=sa.text("closing = 'due'"),
        postgresql_where=sa.text("closing = 'due'"),
    )
    op.drop_index(
        "cards_sessions_bots",
        table_name="cards_sessions",
        sqlite_where=sa.text("awaits = 'bot'"),
        postgresql_where=sa.text("awaits = 'bot'"),
    )
    op.drop_table("cards_sessions")
    op.drop_table("cards_processes")
    op.drop_table("cards_outbox")
    op.drop_index(op.f("ix_cards_idempotency_at"), table_name="cards_idempotency")
    op.drop_table("cards_idempotency")
    op.drop_table("cards_events")
    op.drop_table("cards_deals")
    op.drop_index(
        "cards_boards_idle",
        table_name="cards_boards",
        sqlite_where=sa.text("released_at IS NULL"),
        postgresql_where=sa.text("released_at IS NULL"),
    )
    op.drop_table("cards_boards")
