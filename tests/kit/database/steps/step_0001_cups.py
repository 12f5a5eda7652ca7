"""Pots, and cups without a name on them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tea_pots",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("leaves", sa.String(20), server_default="sencha"),
    )
    op.create_table(
        "tea_cups",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("pot", sa.Integer, sa.ForeignKey("tea_pots.id")),
    )


def downgrade() -> None:
    op.drop_table("tea_cups")
    op.drop_table("tea_pots")
