"""Creations step by step, with dice that were thrown by hand."""

import re

from tests.services.characters.kitchen import Kitchen

_ID = r"_[0-9A-HJKMNP-TV-Z]{26}"


async def test_a_creation_begins_with_its_dice_and_says_what_they_give(kitchen: Kitchen) -> None:
    draft = await kitchen.begin()

    made = draft.made
    assert re.fullmatch("dra" + _ID, made["id"])
    assert re.fullmatch("mjk_draft_[0-9A-Za-z]{43}", made["token"])
    assert (made["ruleset"], made["state"], made["version"]) == ("tea@1", "open", 1)
    assert made["source"] == "supplied"
    assert [(roll["offer"], roll["sides"], roll["faces"]) for roll in made["rolls"]] == [
        (None, 20, [7])
    ]
    assert made["sheet"]["stats"]["HEAT"] == {
        "value": 7,
        "because": [{"kind": "roll", "what": "heat", "plus": 7, "roll": 7}],
    }
    assert made["pending"] == [{"id": "leaf", "step": "leaf", "offers": ["leaf"]}]
    assert made["coins"] == {"coin": 3}
    assert made["offers"][0] == {
        "id": "leaf",
        "step": "leaf",
        "does": "choose",
        "cost": None,
        "pick": [{"name": "leaf", "options": ["green", "black"]}],
    }
    assert made["offers"][2]["cost"] == {"coin": 2}
    assert made["offers"][2]["pick"] == [{"name": "spoons", "min": 1, "max": 9}]
    assert made["offers"][3]["pick"] == [{"name": "name", "text": {"max": 20}}]
