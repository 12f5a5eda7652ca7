"""Two worlds, for as long as stories are told; other tests live by the time of this machine."""

from collections.abc import Iterator

import pytest

from tests.services.cards.interference.worlds import Worlds, two_worlds


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    with two_worlds(tmp_path_factory.mktemp("worlds")) as worlds:
        yield worlds
