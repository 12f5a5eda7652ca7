"""Who has seen the dice of a choice cannot take another in its place, over HTTP either."""

from pathlib import Path

import pytest

from majokko_characters import main as characters
from tests.services.characters.kitchen import Guest, Kitchen
from tests.support.serving import running, settings_in

POOR = [*[3, 3, 3] * 3, 2, 2, *[3, 3, 3] * 6]
"""Attributes of 45, INT 50: bad enough to be mended."""

SEEN = [
    (("mend.spread", {}, [1]), "mend.reroll", {}),
    (("mend.reroll", {}, POOR), "age.late_teens", {"age": 16}),
    (("age.late_teens", {"age": 16}, [1]), "age.early_teens", {"age": 13, "from_STR": 0}),
]


@pytest.mark.parametrize(("seen", "other", "picks"), SEEN)
async def test_seen_dice_decide_even_when_the_service_has_forgotten_them(
    tmp_path: Path,
    seen: tuple[str, dict[str, object], list[int]],
    other: str,
    picks: dict[str, object],
) -> None:
    offer, picked, faces = seen
    settings = settings_in(tmp_path, limit_quota=1_000_000)
    async with running([characters.service()], settings) as client:
        draft = await Kitchen(client).begin(ruleset="collapse@1", faces=POOR)
        first = await draft.choose(offer, **picked, faces=faces)
        await draft.told("/undo")
    async with running([characters.service()], settings) as client:
        draft = Guest(client, draft.path, draft.token, draft.made)
        now = await draft.look()
        refused = await draft.post("/choices", {"offer": other, **picks})
        stuck = await draft.post("/undo")
        again = await draft.choose(offer, **picked)

    assert [each["id"] for each in now["offers"]] == [offer]
    assert [each["offers"] for each in now["pending"]] == [[offer]]
    assert (refused.status_code, refused.json()["errors"][0]["rule"]) == (409, "bound")
    assert offer in refused.json()["detail"]
    assert stuck.json()["code"] == "pending_choices"
    assert again["sheet"] == first["sheet"]
    assert again["rolls"] == first["rolls"]
