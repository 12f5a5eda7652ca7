"""What docs/creation.md shows is what the engine answers."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "creation.md"


def test_the_python_of_the_page_answers_as_it_says() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)

    assert (results.failed, results.attempted > 9) == (0, True)
