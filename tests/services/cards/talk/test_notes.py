"""What a seat keeps for itself follows its cards, and no other sees that there is anything."""

from dataclasses import replace
from typing import Any

import pytest

from tests.services.cards.live.stage import Sitter, Stage

Json = dict[str, Any]
PLAY = {"type": "play", "card": 0}


def noted(view: Json, seat: int) -> list[tuple[int, str | None]]:
    (hand,) = [each for each in view["hands"] if each["seat"] == seat]
    return [(each["position"], each["note"]) for each in hand["cards"]]


async def seen(sitter: Sitter) -> tuple[bytes, str]:
    answer = await sitter.ask("GET", "/view")
    return answer.content, answer.headers["etag"]


async def test_a_note_stays_with_its_card_when_slots_move(stage: Stage) -> None:
    _, one, _ = await stage.game()
    before = (await one.look())["version"]
    positions = [position for position, _ in noted(await one.look(), 0)]
    await one.told("/notes", {"card": 1, "text": "not mine"})
    written = noted(await one.look(), 0)
    played = await one.told("/actions", {"expected_version": before, **PLAY})

    assert written[1] == (positions[1], "not mine")
    assert noted(played["view"], 0)[0] == (positions[1], "not mine")
    assert [note for _, note in noted(played["view"], 0)[1:]] == [None] * 5


@pytest.mark.parametrize("path", ["/notes", "/votes", "/chat"])
async def test_who_has_read_it_is_told_that_nothing_has_changed(stage: Stage, path: str) -> None:
    _, one, _ = await stage.game(table={"talk": True})
    first = await one.ask("GET", path)
    told = {"if-none-match": first.headers["etag"]}
    again = await one.ask("GET", path, None, **told)
    await one.told("/notes", {"card": 0, "text": "homura?"})
    await one.told("/votes", {"end": True})
    await one.told("/chat", {"text": "Hm."})
    changed = await one.ask("GET", path, None, **told)

    assert (again.status_code, again.content) == (304, b"")
    assert (changed.status_code, changed.headers["etag"] != first.headers["etag"]) == (200, True)


async def test_others_notice_nothing_and_only_the_own_tag_changes(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    others = [await seen(each) for each in (host, two, host.watcher)]
    own = await seen(one)
    await one.told("/notes", {"card": 0, "text": "homura?"})
    with_note = await seen(one)
    hand = [position for position, _ in noted(await one.look(), 0)]
    await one.told("/order", {"order": hand[::-1]})

    assert [await seen(each) for each in (host, two, host.watcher)] == others
    assert len({own[1], with_note[1], (await seen(one))[1]}) == 3
    assert (await one.look())["arrangement"] == hand[::-1]


async def test_cards_that_come_are_the_last_in_an_order(stage: Stage) -> None:
    _, one, _ = await stage.game()
    view = await one.look()
    hand = [position for position, _ in noted(view, 0)]
    await one.told("/order", {"order": hand[::-1]})
    played = await one.told("/actions", {"expected_version": view["version"], **PLAY})
    drawn = noted(played["view"], 0)[-1][0]

    assert played["view"]["arrangement"] == [*hand[:0:-1], drawn]
    assert (await one.look("/notes"))["order"] == [*hand[:0:-1], drawn]


async def test_the_newest_note_counts_and_an_empty_one_takes_it_away(stage: Stage) -> None:
    _, one, _ = await stage.game()
    position = noted(await one.look(), 0)[2][0]
    await one.told("/notes", {"card": 2, "text": "mami"})
    again = await one.told("/notes", {"position": position, "text": "kyoko"})
    gone = await one.told("/notes", {"position": position, "text": None})

    assert again["notes"] == [{"position": position, "slot": 2, "text": "kyoko"}]
    assert gone["notes"] == []


async def test_after_the_end_no_note_is_shown_to_others(stage: Stage) -> None:
    host, one, two = await stage.game()
    await one.told("/notes", {"card": 0, "text": "a secret thought"})
    await one.told("/votes", {})
    await two.told("/votes", {})

    assert "a secret thought" in (await one.ask("GET", "/view")).text
    for other in (host, two, host.watcher):
        assert "a secret thought" not in (await other.ask("GET", "/view")).text


@pytest.mark.parametrize("leaves", [False, True], ids=["is there", "has left"])
async def test_whoever_is_given_a_seat_finds_nothing_written_there(
    stage: Stage, *, leaves: bool
) -> None:
    host, one, _ = await stage.game()
    hand = [position for position, _ in noted(await one.look(), 0)]
    await one.told("/notes", {"card": 0, "text": "a secret thought"})
    await one.told("/order", {"order": hand[::-1]})
    if leaves:
        await one.ask("DELETE", "/seats/0")
    heir = replace(one, token=(await host.told("/seats/0/token"))["token"])
    view, notes = await heir.look(), await heir.look("/notes")
    await heir.told("/notes", {"card": 1, "text": "mine"})

    assert "a secret thought" not in str(view)
    assert (notes["notes"], notes["order"], view["arrangement"]) == ([], hand, None)
    assert [note for _, note in noted(await heir.look(), 0)][:2] == [None, "mine"]


async def test_notes_stay_with_whoever_takes_a_new_token_herself(stage: Stage) -> None:
    _, one, _ = await stage.game()
    await one.told("/notes", {"card": 0, "text": "homura?"})
    same = replace(one, token=(await one.told("/seats/0/token"))["token"])

    assert noted(await same.look(), 0)[0][1] == "homura?"


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/notes", {"text": "x"}, "#"),
        ("/notes", {"card": 0, "position": 0, "text": "x"}, "#"),
        ("/notes", {"card": 6, "text": "x"}, "#/card"),
        ("/notes", {"position": 20, "text": "x"}, "#/position"),
        ("/notes", {"card": 0, "text": "x" * 201}, "#/text"),
        ("/notes", {"card": 0, "text": "a\u0000b"}, "#/text"),
        ("/order", {"order": [0, 1]}, "#/order"),
        ("/order", {"order": [0, 0, 0, 0, 0, 0]}, "#/order"),
    ],
)
async def test_what_names_no_own_card_is_refused(
    stage: Stage, path: str, body: Json, pointer: str
) -> None:
    _, one, _ = await stage.game()
    answer = await one.ask("POST", path, body)

    assert answer.status_code in {400, 422}
    if answer.status_code == 422:
        assert answer.json()["errors"][0]["pointer"] == pointer


async def test_notes_are_for_seats_in_a_game(stage: Stage) -> None:
    host = await stage.session()
    one = await host.seat("Homura")
    waiting = await one.ask("POST", "/notes", {"card": 0, "text": "x"})

    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_running")
    assert (await host.ask("GET", "/notes")).status_code == 403
    assert (await host.watcher.ask("GET", "/notes")).status_code == 401
