"""Names on cups, and leaves in every pot."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tea_pots") as pots:  # SQLite makes the table anew
        pots.alter_column("leaves", nullable=False)
    op.add_column("tea_cups", sa.Column("guest", sa.String(50)))
    op.create_table(
        "tea_idempotency",
        sa.Column("scope", sa.String(64), primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary(32), nullable=False),
        sa.Column("answer", sa.LargeBinary),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tea_idempotency_at", "tea_idempotency", ["at"])


def downgrade() -> None:
    op.drop_table("tea_idempotency")
    with op.batch_alter_table("tea_cups") as cups:
        cups.drop_column("guest")
    with op.batch_alter_table("tea_pots") as pots:
        pots.alter_column("leaves", nullable=True)
