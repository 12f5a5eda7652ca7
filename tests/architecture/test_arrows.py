"""The import contracts of pyproject.toml, and what they cannot say."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import grimp
import pytest

import majokko_cards
import majokko_characters
import majokko_contracts
import majokko_dice
import majokko_gateway
import majokko_kit
import majokko_rules

ROOT = Path(__file__).parents[2]
PACKAGES = [
    Path(str(package.__file__)).parent
    for package in (
        majokko_cards, majokko_characters, majokko_contracts, majokko_dice, majokko_gateway,
        majokko_kit, majokko_rules,
    )
]  # fmt: skip
RULES = Path(majokko_rules.__file__).parent

BREACHES = [
    # a module, what it must not import, the contract that says so
    ("majokko_kit/ids.py", "majokko_dice.service", "Arrows point down"),
    ("majokko_contracts/ids.py", "majokko_rules.errors", "Arrows point down"),
    ("majokko_dice/ports.py", "majokko_gateway.main", "Arrows point down"),
    ("majokko_characters/wiring.py", "majokko_dice.wiring", "Arrows point down"),
    ("majokko_rules/render.py", "time", "The rules are pure"),
    ("majokko_rules/dice/odds.py", "redis", "The rules are pure"),
    ("majokko_rules/dice/evaluate.py", "random", "Only chance knows"),
    ("majokko_rules/render.py", "pathlib", "Only the catalog opens files"),
    ("majokko_rules/systems/amgc/__init__.py", "majokko_rules.systems.aaws", "A rulebook never"),
    (
        "majokko_rules/fairness/verifying/__init__.py",
        "majokko_rules.fairness.drawing",
        "Whoever verifies",
    ),
    ("majokko_rules/cards/magion/rules.py", "majokko_rules.systems", "Card games know"),
    (
        "majokko_rules/cards/magion/state.py",
        "majokko_rules.cards.rulebooks",
        "Inside the card games",
    ),
    ("majokko_rules/cards/magion/hands.py", "majokko_rules.cards.magion.moves", "Inside Madoka"),
    ("majokko_dice/service.py", "majokko_dice.deps", "Inside a service"),
    ("majokko_dice/rest.py", "majokko_dice.graphql", "Inside a service"),
    ("majokko_characters/sheets/store.py", "majokko_characters.drafts", "Inside the characters"),
    ("majokko_cards/sessions/store.py", "majokko_cards.deps", "Inside the cards"),
    ("majokko_characters/drafts/service.py", "redis", "The service itself knows no transport"),
    ("majokko_dice/service.py", "fastapi", "The service itself knows no transport"),
]


def test_every_import_contract_is_kept() -> None:
    run = _linted(ROOT)

    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(("module", "imported", "contract"), BREACHES)
def test_an_import_against_an_arrow_is_noticed(
    tmp_path: Path, module: str, imported: str, contract: str
) -> None:
    for package in PACKAGES:
        shutil.copytree(package, tmp_path / package.name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a") as code:
        code.write(f"\nimport {imported}\n")

    assert any(name.startswith(contract) for name in _broken(tmp_path))


def test_every_import_contract_has_a_breach() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]
    tried = tuple(contract for _, _, contract in BREACHES)

    assert [name for name in names if not name.startswith(tried)] == []


def _broken(folder: Path) -> Sequence[str]:
    """Name the contracts that import-linter finds broken in a copy of all packages."""
    return re.findall(r"^(.+) BROKEN", _linted(folder).stdout, re.MULTILINE)


def _linted(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run import-linter as a program of its own: in this process it would silence all loggers."""
    linter = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(  # noqa: S603 - our own tool
        [linter, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_rules_import_the_standard_library_only() -> None:
    graph = grimp.build_graph("majokko_rules", include_external_packages=True, cache_dir=None)
    roots = {module.partition(".")[0] for module in graph.modules} - {"majokko_rules"}

    assert roots <= sys.stdlib_module_names


def test_only_the_catalog_calls_open() -> None:
    openers = {path.name for path in RULES.rglob("*.py") if _calls_open(path)}

    assert openers <= {"catalog.py"}


def _calls_open(path: Path) -> bool:
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Name) and call.func.id == "open" for call in calls)
