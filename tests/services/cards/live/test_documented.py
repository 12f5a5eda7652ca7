"""What the documentation shows of a session's stream is what the stream brings."""

from majokko_cards.live.operations import events
from tests.services.cards.live.stage import Stage


async def test_the_event_that_is_documented_is_one_of_a_session(stage: Stage) -> None:
    _, one, _ = await stage.game()
    version = (await one.look())["version"]
    legal = (await one.look("/legal"))["actions"]
    hint = next(each for each in legal if each["type"] == "hint" and "girl" in each)
    acted = await one.told("/actions", {**hint, "expected_version": version})
    given, shown = acted["events"][0], events.example

    assert (given["type"], given["v"]) == (shown.type, shown.v)
    assert given["data"].keys() == shown.data.keys()
    for name in ("id", "subject"):
        assert given[name][:4] == getattr(shown, name)[:4]
