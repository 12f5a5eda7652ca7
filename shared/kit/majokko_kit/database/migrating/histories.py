"""The history of a service's tables: files of Alembic, each a step up and down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData

from majokko_kit.database.faults import Unusable

HEAD = "head"
BASE = "base"

_ENVIRONMENT = Path(__file__).parent / "environment"


class Standing(Enum):
    """Where a database stands, seen from the code."""

    LEVEL = "level"
    BEHIND = "behind"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class History:
    """`folder` holds the steps; without one, `tables` are made as they stand and never change."""

    service: str
    tables: MetaData
    folder: Path | None = None

    @property
    def table(self) -> str:
        """Where the database notes which step it has taken."""
        return f"alembic_version_{self.service}"

    def steps(self) -> Sequence[str | None]:
        """Return the names of all steps in order, behind None for where all begin."""
        return (None, *steps_in(self.folder)) if self.folder else (None,)

    def place(self, step: str | None) -> int:
        """Return how many steps lead to one; HEAD is the last, BASE the place before the first.

        Raises Unusable for a step that we do not know, but a newer Majokko may.
        """
        steps = self.steps()
        names = {BASE: None, HEAD: steps[-1]}
        try:
            return steps.index(names.get(step, step) if step else None)
        except ValueError:
            raise Unusable(f"{self.service}: no step {step} of the tables is known") from None

    def standing(self, taken: str | None) -> Standing:
        """Compare the last step that a database has taken; AHEAD are all that we do not know."""
        steps = self.steps()
        if taken == steps[-1]:
            return Standing.LEVEL
        return Standing.BEHIND if taken in steps else Standing.AHEAD

    def options(self) -> Mapping[str, Any]:
        """Return what Alembic has to know about our tables, in whatever it does."""
        return {
            "version_table": self.table,
            "render_as_batch": len(self.steps()) > 1,  # SQLite changes a table by making it anew
            "compare_type": True,
            "include_name": self._owns,
        }

    def _owns(self, name: str | None, kind: str, _: object) -> bool:
        """Services may share a database; none looks at the tables of another."""
        return kind != "table" or name in self.tables.tables

    def config(self) -> Config:
        """Return what Alembic's commands want; environment/env.py reads the attributes."""
        config = Config(attributes={"history": self})
        config.set_main_option("script_location", _escaped(_ENVIRONMENT))
        config.set_main_option("version_locations", _escaped(self.folder))
        config.set_main_option("path_separator", "newline")
        config.set_main_option("file_template", "step_%%(rev)s_%%(slug)s")
        return config


def _escaped(path: Path | None) -> str:
    return str(path).replace("%", "%%")


@lru_cache
def steps_in(folder: Path) -> Sequence[str]:
    """Return the steps in a folder in order; each follows one other."""
    scripts = ScriptDirectory(str(_ENVIRONMENT), version_locations=[str(folder)])
    return tuple(script.revision for script in scripts.walk_revisions())[::-1]
