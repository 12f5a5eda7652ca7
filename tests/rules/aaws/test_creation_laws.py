"""What holds of every unit, whatever was taken."""

from random import Random
from typing import Any

import pytest

from majokko_rules.systems.aaws.creation import sheets
from tests.rules.aaws.units import MAKER, RULESET
from tests.support.creating import look_back, random_creation


def options(seed: int) -> dict[str, Any]:
    wish = Random(seed)
    return {"level": wish.choice((1, 4, 10, 25)), "own_originals": wish.random() < 0.8}


def follow(seeds: range) -> None:
    for seed in seeds:
        draft = random_creation(MAKER, options(seed), seed)
        look_back(draft)
        sheet = draft.finish()
        unit = sheets.unit(RULESET, sheet)
        names = [factor.name.casefold() for factor in unit.factors]

        assert sheet["level"].value == sum(one.level for one in unit.originals)
        assert (sheet["levels"].value, sheet["level"].value) == (0, options(seed)["level"])
        assert len(unit.originals) <= 10
        assert all(unit.registered(one.id) <= one.level for one in unit.originals)
        assert len(set(names)) == len(names)
        assert len({factor.id for factor in unit.factors}) == len(names)


def test_random_units_keep_the_rules() -> None:
    follow(range(100))


@pytest.mark.long
@pytest.mark.parametrize("block", range(1, 21))
def test_very_many_random_units_keep_the_rules(block: int) -> None:
    follow(range(100 * block, 100 * block + 100))
