"""Programs that pip cannot bring: without one a test skips by its name."""

import os
import shutil

import pytest

REQUIRE = "MAJOKKO_REQUIRE"


def require(program: str) -> str:
    """Return the path of `program`, or skip the calling test.

    With MAJOKKO_REQUIRE=all, or a comma-separated list that names the program, its absence fails
    the test instead, so that a build server cannot lose tests unnoticed.
    """
    if path := shutil.which(program):
        return path
    if _insisted_on(program):
        pytest.fail(f"{program} is not on PATH, and {REQUIRE} insists on it")
    pytest.skip(f"{program} is not on PATH")


def _insisted_on(program: str) -> bool:
    return not {"all", program}.isdisjoint(os.environ.get(REQUIRE, "").split(","))
