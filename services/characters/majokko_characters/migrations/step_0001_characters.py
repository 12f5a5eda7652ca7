"""What this step changes: characters."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "characters_characters",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.LargeBinary(), nullable=False),
        sa.Column("gm", sa.LargeBinary(), nullable=True),
        sa.Column("gm_name", sa.String(length=100), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("shown", sa.String(length=10), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("ruleset", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("moves", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("played", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("sheet", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("overrides", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("marks", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("notes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=True),
        sa.Column("member", sa.String(length=30), nullable=True),
        sa.Column("draft", sa.String(length=30), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("gm"),
        sa.UniqueConstraint("owner"),
    )
    op.create_index(
        "characters_characters_deleted", "characters_characters", ["deleted_at"], unique=False
    )
    op.create_table(
        "characters_drafts",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("dice", sa.String(length=10), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=True),
        sa.Column("member", sa.String(length=30), nullable=True),
        sa.Column("stream", sa.String(length=64), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("moves", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("laid", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("throws", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("character", sa.String(length=30), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index(
        "characters_drafts_idle", "characters_drafts", ["state", "changed_at"], unique=False
    )
    op.create_table(
        "characters_events",
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
        "characters_idempotency",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope"),
    )
    op.create_index(
        op.f("ix_characters_idempotency_at"), "characters_idempotency", ["at"], unique=False
    )
    op.create_table(
        "characters_inbox",
        sa.Column("source", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", "subject"),
    )
    op.create_table(
        "characters_outbox",
        sa.Column("subscriber", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subscriber", "subject", "seq"),
    )
    op.create_table(
        "characters_troubles",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("source", sa.String(length=32), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("dead_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "characters_history",
        sa.Column("character", sa.String(length=30), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("changes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["character"],
            ["characters_characters.id"],
        ),
        sa.PrimaryKeyConstraint("character", "version"),
    )


def downgrade() -> None:
    op.drop_table("characters_history")
    op.drop_table("characters_troubles")
    op.drop_table("characters_outbox")
    op.drop_table("characters_inbox")
    op.drop_index(op.f("ix_characters_idempotency_at"), table_name="characters_idempotency")
    op.drop_table("characters_idempotency")
    op.drop_table("characters_events")
    op.drop_index("characters_drafts_idle", table_name="characters_drafts")
    op.drop_table("characters_drafts")
    op.drop_index("characters_characters_deleted", table_name="characters_characters")
    op.drop_table("characters_characters")
