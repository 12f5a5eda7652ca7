"""What this step changes: rooms."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "dice_contributions",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(length=6), nullable=False),
        sa.PrimaryKeyConstraint("stream", "index", "place"),
    )
    op.create_table(
        "dice_draws",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=64), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("bounds", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("values", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("deck", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("stream", "index", "nonce"),
    )
    op.create_table(
        "dice_events",
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
        "dice_idempotency",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope"),
    )
    op.create_index(op.f("ix_dice_idempotency_at"), "dice_idempotency", ["at"], unique=False)
    op.create_table(
        "dice_outbox",
        sa.Column("subscriber", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subscriber", "subject", "seq"),
    )
    op.create_table(
        "dice_own_streams",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("reference", sa.String(length=30), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("commitment"),
        sa.UniqueConstraint("token"),
    )
    op.create_index(
        "dice_own_streams_used", "dice_own_streams", ["closed_at", "used_at"], unique=False
    )
    op.create_table(
        "dice_rooms",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("invite", sa.LargeBinary(), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "dice_rooms_label",
        "dice_rooms",
        ["tenant", "label"],
        unique=True,
        sqlite_where=sa.text("state = 'open' AND label IS NOT NULL"),
        postgresql_where=sa.text("state = 'open' AND label IS NOT NULL"),
    )
    op.create_index(op.f("ix_dice_rooms_invite"), "dice_rooms", ["invite"], unique=False)
    op.create_table(
        "dice_streams",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=30), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("epoch", sa.String(length=10), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("faces", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=True),
        sa.Column("closing", sa.String(length=64), nullable=True),
        sa.Column("receipt", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", "index"),
    )
    op.create_index(op.f("ix_dice_streams_owner"), "dice_streams", ["owner"], unique=False)
    op.create_table(
        "dice_throws_idempotency",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope"),
    )
    op.create_index(
        op.f("ix_dice_throws_idempotency_at"), "dice_throws_idempotency", ["at"], unique=False
    )
    op.create_table(
        "dice_tickets",
        sa.Column("ticket", sa.LargeBinary(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ticket"),
    )
    op.create_index(op.f("ix_dice_tickets_subject"), "dice_tickets", ["subject"], unique=False)
    op.create_table(
        "dice_characters",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("player", sa.String(length=30), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_dice_characters_room"), "dice_characters", ["room"], unique=False)
    op.create_table(
        "dice_checks",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(length=20), nullable=False),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("roll", sa.String(length=30), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("dice_checks_feed", "dice_checks", ["room", "number"], unique=True)
    op.create_table(
        "dice_foretellings",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("member", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("character", sa.String(length=30), nullable=True),
        sa.Column("character_name", sa.String(length=100), nullable=True),
        sa.Column("aim", sa.String(length=500), nullable=False),
        sa.Column("means", sa.String(length=500), nullable=True),
        sa.Column("verdict", sa.String(length=10), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("roll", sa.String(length=30), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("roll"),
    )
    op.create_index("dice_foretellings_list", "dice_foretellings", ["room", "number"], unique=True)
    op.create_table(
        "dice_members",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index(op.f("ix_dice_members_room"), "dice_members", ["room"], unique=False)
    op.create_table(
        "dice_rolls",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("member", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=True),
        sa.Column("index", sa.Integer(), nullable=True),
        sa.Column("nonce", sa.Integer(), nullable=True),
        sa.Column("head", sa.String(length=64), nullable=True),
        sa.Column("hidden", sa.String(length=64), nullable=True),
        sa.Column("asked", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("results", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("told", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("void", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("receipt", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("about", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("dice_rolls_feed", "dice_rolls", ["room", "number"], unique=True)
    op.create_table(
        "dice_shared_factors",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_dice_shared_factors_room"), "dice_shared_factors", ["room"], unique=False
    )
    op.create_table(
        "dice_tables",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("rows", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_dice_tables_room"), "dice_tables", ["room"], unique=False)
    op.create_table(
        "dice_units",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("room", sa.String(length=30), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("character", sa.String(length=30), nullable=True),
        sa.Column("ids", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["dice_rooms.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_dice_units_room"), "dice_units", ["room"], unique=False)
    op.create_table(
        "dice_check_moves",
        sa.Column("of_check", sa.String(length=30), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("member", sa.String(length=30), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("private", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["of_check"],
            ["dice_checks.id"],
        ),
        sa.PrimaryKeyConstraint("of_check", "version"),
    )
    op.create_table(
        "dice_pushes",
        sa.Column("roll", sa.String(length=30), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("member", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("instead", sa.String(length=500), nullable=True),
        sa.Column("consequence", sa.String(length=500), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("result", sa.String(length=30), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["roll"],
            ["dice_rolls.id"],
        ),
        sa.PrimaryKeyConstraint("roll", "attempt"),
        sa.UniqueConstraint("result"),
    )
    op.create_table(
        "dice_reveals",
        sa.Column("roll", sa.String(length=30), nullable=False),
        sa.Column("member", sa.String(length=30), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["roll"],
            ["dice_rolls.id"],
        ),
        sa.PrimaryKeyConstraint("roll"),
    )


def downgrade() -> None:
    op.drop_table("dice_reveals")
    op.drop_table("dice_pushes")
    op.drop_table("dice_check_moves")
    op.drop_index(op.f("ix_dice_units_room"), table_name="dice_units")
    op.drop_table("dice_units")
    op.drop_index(op.f("ix_dice_tables_room"), table_name="dice_tables")
    op.drop_table("dice_tables")
    op.drop_index(op.f("ix_dice_shared_factors_room"), table_name="dice_shared_factors")
    op.drop_table("dice_shared_factors")
    op.drop_index("dice_rolls_feed", table_name="dice_rolls")
    op.drop_table("dice_rolls")
    op.drop_index(op.f("ix_dice_members_room"), table_name="dice_members")
    op.drop_table("dice_members")
    op.drop_index("dice_foretellings_list", table_name="dice_foretellings")
    op.drop_table("dice_foretellings")
    op.drop_index("dice_checks_feed", table_name="dice_checks")
    op.drop_table("dice_checks")
    op.drop_index(op.f("ix_dice_characters_room"), table_name="dice_characters")
    op.drop_table("dice_characters")
    op.drop_index(op.f("ix_dice_tickets_subject"), table_name="dice_tickets")
    op.drop_table("dice_tickets")
    op.drop_index(op.f("ix_dice_throws_idempotency_at"), table_name="dice_throws_idempotency")
    op.drop_table("dice_throws_idempotency")
    op.drop_index(op.f("ix_dice_streams_owner"), table_name="dice_streams")
    op.drop_table("dice_streams")
    op.drop_index(op.f("ix_dice_rooms_invite"), table_name="dice_rooms")
    op.drop_index(
        "dice_rooms_label",
        table_name="dice_rooms",
        sqlite_where=sa.text("state = 'open' AND label IS NOT NULL"),
        postgresql_where=sa.text("state = 'open' AND label IS NOT NULL"),
    )
    op.drop_table("dice_rooms")
    op.drop_index("dice_own_streams_used", table_name="dice_own_streams")
    op.drop_table("dice_own_streams")
    op.drop_table("dice_outbox")
    op.drop_index(op.f("ix_dice_idempotency_at"), table_name="dice_idempotency")
    op.drop_table("dice_idempotency")
    op.drop_table("dice_events")
    op.drop_table("dice_draws")
    op.drop_table("dice_contributions")
