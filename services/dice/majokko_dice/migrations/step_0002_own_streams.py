"""What this step changes: streams without a room, and what is thrown for other services."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "dice_own_streams",
        sa.Column("id", sa.String(length=30), nullable=False),
        sa.Column("tenant", sa.String(length=64), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("reference", sa.String(length=30), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("commitment"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("dice_own_streams_used", "dice_own_streams", ["closed_at", "used_at"])
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


def downgrade() -> None:
    op.drop_index(op.f("ix_dice_throws_idempotency_at"), table_name="dice_throws_idempotency")
    op.drop_table("dice_throws_idempotency")
    op.drop_index("dice_own_streams_used", table_name="dice_own_streams")
    op.drop_table("dice_own_streams")
