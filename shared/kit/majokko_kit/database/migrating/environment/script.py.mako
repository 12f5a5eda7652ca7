<%!
    import re

    def steps(body):
        """Leave out the remarks of Alembic."""
        return re.sub(r"\s*# ### .*", "", body or "pass").strip()
%>"""What this step changes: ${message}."""

import sqlalchemy as sa
from alembic import op

revision = "${up_revision}"
down_revision = ${f'"{down_revision}"' if down_revision else "None"}


def upgrade() -> None:
    ${steps(upgrades)}


def downgrade() -> None:
    ${steps(downgrades)}
