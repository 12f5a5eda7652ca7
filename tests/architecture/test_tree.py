"""The tree in docs/architecture.md names every module, and none that is gone."""

import re
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TREE = PAGE.partition("## The tree")[2].partition("```\n\n")[0]
NAMED = set(re.findall(r"[a-z_]+/\*\.py|[a-z_]+\*?\.py", TREE))
MODULES = [
    path
    for folder in ("services", "shared/contracts", "shared/kit")
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__init__.py"
]


def _fits(path: Path, name: str) -> bool:
    """Whether a name stands for a module: `door.py`, `graphql*.py`, `models/*.py`."""
    return fnmatch("/".join(path.parts[-1 - name.count("/") :]), name)


def test_every_module_of_kit_contracts_and_services_is_in_the_tree() -> None:
    missing = [path for path in MODULES if not any(_fits(path, name) for name in NAMED)]

    assert MODULES
    assert missing == []


def test_every_module_in_the_tree_is_there() -> None:
    gone = [name for name in NAMED if not any(_fits(path, name) for path in MODULES)]

    assert NAMED
    assert gone == []
