"""Boards on either database, with or without a server before them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.live.board import Boards, open_boards
from tests.support.databases import Changes


@pytest.fixture
async def boards(tmp_path: Path, database: Changes) -> AsyncIterator[Boards]:
    async with open_boards(tmp_path, database) as boards:
        await boards.begin("cork")
        yield boards
