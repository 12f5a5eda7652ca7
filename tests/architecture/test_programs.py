"""A missing program is skipped by name, or fails where the build insists."""

import shutil
from pathlib import Path

import pytest

from tests.support.programs import require

NOWHERE = "majokko-no-such-program"


def test_a_program_on_path_is_found() -> None:
    python = require("python3")

    assert Path(python).samefile(str(shutil.which("python3")))


def test_a_missing_program_skips_the_test_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAJOKKO_REQUIRE", raising=False)

    with pytest.raises(pytest.skip.Exception, match=NOWHERE):
        require(NOWHERE)


@pytest.mark.parametrize("insisted", ["all", NOWHERE, f"node,{NOWHERE}"])
def test_a_missing_program_fails_where_it_is_insisted_on(
    monkeypatch: pytest.MonkeyPatch, insisted: str
) -> None:
    monkeypatch.setenv("MAJOKKO_REQUIRE", insisted)

    with pytest.raises(pytest.fail.Exception, match=NOWHERE):
        require(NOWHERE)


def test_insisting_on_another_program_still_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAJOKKO_REQUIRE", "node")

    with pytest.raises(pytest.skip.Exception):
        require(NOWHERE)
