"""The import contracts of pyproject.toml, and what they cannot say."""

import ast
import sys
from pathlib import Path

import grimp
import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

import majokko_rules

ROOT = Path(__file__).parents[2]
RULES = Path(majokko_rules.__file__).parent


def test_every_import_contract_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    status = lint_imports(no_cache=True)

    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


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
