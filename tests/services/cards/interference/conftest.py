"""Two worlds for all stories that are told here."""

from collections.abc import Iterator

import pytest

from tests.services.cards.interference.worlds import Worlds, two_worlds


@pytest.fixture(scope="package")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    with two_worlds(tmp_path_factory.mktemp("worlds")) as worlds:
        yield worlds
