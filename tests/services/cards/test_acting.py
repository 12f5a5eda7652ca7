"""What a seat does, and what is said to one who may not: in which order, and what it betrays."""

import asyncio
from typing import Any

import pytest

from tests.services.cards.parlour import Game, Parlour, stacked

PLAY = {"type": "play", "card": 0}


@pytest.fixture
async def game(parlour: Parlour) -> Game:
    return await parlour.practice(stacked(["mami-1", "kyoko-1", "homura-2"]))


async def test_an_action_answers_with_what_it_did_and_where_it_led(game: Game) -> None:
    view = await game.play("mami-1")
    seen = await game.seats[0].seen()

    assert view == seen
    assert view["version"] == 4
    played, drawn = game.events
    assert played["data"] == {
        "version": 4, "seat": 0, "position": 0, "slot": 0, "girl": "mami", "part": 1,
        "wild": False, "card": "mami-1",
    }  # fmt: skip
    assert drawn["data"] == {"version": 4, "seat": 0, "position": 12, "card": None}
    assert [each["seq"] for each in game.events] == [5, 6]


async def test_others_see_what_one_has_drawn(game: Game) -> None:
    await game.play("mami-1")
    late = await game.seats[1].act(3, **PLAY)

    assert late.json()["missed"][1]["data"]["card"] is not None


async def test_checks_go_from_the_token_to_the_rules(parlour: Parlour, game: Game) -> None:
    """Each step is refused while all later ones would be, too."""
    act = {"expected_version": 99, "type": "hint", "to": 1, "girl": "madoka"}
    nobody = await parlour.post(f"{game.host.path}/actions", act)
    unknown = await parlour.post(
        f"{game.host.path}/actions", act, authorization=f"Bearer mjk_seat_{'x' * 43}"
    )
    other = await parlour.practice(stacked([]))
    elsewhere = await parlour.post(
        f"{game.host.path}/actions", act, authorization=f"Bearer {other.seats[0].token}"
    )
    host = await game.host.post("/actions", act)
    stale = await game.seats[1].post("/actions", act)
    turn = await game.seats[1].act(game.version, type="hint", to=1, girl="madoka")
    illegal = await game.seats[0].act(game.version, type="hint", to=0, girl="madoka")
    unsaid = await game.seats[0].act(None, **PLAY)

    assert [each.status_code for each in (nobody, unknown, elsewhere, host)] == [401, 401, 404, 403]
    assert [each.json()["code"] for each in (stale, turn, illegal, unsaid)] == [
        "stale_version", "not_your_turn", "illegal_action", "precondition_required",
    ]  # fmt: skip
    assert unsaid.status_code == 428
    assert (illegal.status_code, illegal.json()["errors"][0]["rule"]) == (422, "hint_to_oneself")
    assert illegal.json()["errors"][0]["pointer"] == "#/to"
    assert (await game.host.seen(""))["version"] == game.version


async def test_after_the_end_whoever_comes_is_told_so_whatever_else_is_wrong(
    parlour: Parlour,
) -> None:
    game = await parlour.practice(stacked([]))
    for _ in range(3):
        await game.hint()
    for seat in game.seats:
        late = await seat.act(99, type="hint", to=0, girl="madoka")

        assert (late.status_code, late.json()["code"]) == (409, "game_over")


async def test_one_who_comes_too_late_is_told_what_she_missed(game: Game) -> None:
    await game.hint()
    await game.play("kyoko-1")
    late = await game.seats[0].act(3, **PLAY)
    told = late.json()

    assert late.status_code == 409
    assert [each["type"] for each in told["missed"]] == [
        "hint.given", "gem.changed", "card.played", "card.drawn",
    ]  # fmt: skip
    assert {each["data"]["version"] for each in told["missed"]} == {4, 5}
    assert "version 5" in told["detail"]
    assert told["current_version"] == 5
    future = (await game.seats[0].act(6, **PLAY)).json()
    assert (future["code"], future["missed"]) == ("stale_version", [])
    assert future["current_version"] == 5


async def test_what_is_listed_as_legal_can_be_sent_as_it_stands(game: Game) -> None:
    """With `fatal` and all; so whoever writes a bot need not take anything out."""
    for _ in range(2):
        await game.hint()
    listed = (await game.mover.seen("/legal"))["actions"]
    fatal = next(each for each in listed if each["fatal"])
    after = await game.do(**fatal)

    assert {each["type"] for each in listed} == {"hint", "play", "cleanse", "discard"}
    assert after["status"] == "lost"


async def test_a_double_click_acts_once(game: Game) -> None:
    body = {"expected_version": game.version, **PLAY}
    both = await asyncio.gather(
        *(game.seats[0].post("/actions", body, idempotency_key="click") for _ in range(2))
    )
    other = await game.seats[0].post("/actions", body, idempotency_key="another")
    reused = await game.seats[0].post(
        "/actions", {**body, "type": "discard"}, idempotency_key="click"
    )

    assert [each.status_code for each in both] == [200, 200]
    assert both[0].json() == both[1].json()
    assert other.json()["code"] == "stale_version"
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    assert (await game.host.seen(""))["version"] == game.version + 1


async def test_of_fifty_actions_at_one_version_one_is_done(game: Game) -> None:
    answers = await asyncio.gather(
        *(game.seats[n % 2].act(game.version, type="play", card=n // 2 % 6) for n in range(50))
    )
    codes = sorted(each.status_code for each in answers)
    refused = [each.json() for each in answers if each.status_code == 409]

    assert codes == [200] + [409] * 49
    for each in refused:
        assert each["code"] in {"stale_version", "not_your_turn"}
        if each["code"] == "stale_version":
            assert {one["data"]["version"] for one in each["missed"]} == {game.version + 1}
    assert (await game.host.seen(""))["version"] == game.version + 1


async def test_a_refused_hint_points_to_what_it_names(game: Game) -> None:
    refused = await game.seats[0].act(game.version, type="hint", to=1, girl="qb")
    [error] = refused.json()["errors"]

    assert refused.status_code == 422
    assert (error["rule"], error["pointer"]) == ("hint_not_in_deck", "#/girl")


async def test_a_refused_action_leaves_no_trace(game: Game) -> None:
    before = await game.seats[0].get("/view")
    await game.seats[0].act(game.version, type="play", card=17)
    await game.seats[0].act(game.version, type="cleanse", count=1)
    await game.seats[0].act(game.version, type="choose", girl="mami")
    await game.seats[1].act(game.version, **PLAY)
    after = await game.seats[0].get("/view")

    assert after.content == before.content
    assert after.headers["etag"] == before.headers["etag"]


async def test_the_tag_of_a_view_may_say_what_one_has_seen(game: Game) -> None:
    seen = await game.seats[0].get("/view")
    other = await game.seats[1].get("/view")
    stolen = await game.seats[0].post("/actions", PLAY, if_match=other.headers["etag"])
    done = await game.seats[0].post("/actions", PLAY, if_match=seen.headers["etag"])
    stale = await game.seats[1].post("/actions", PLAY, if_match=other.headers["etag"])

    assert seen.headers["etag"] != other.headers["etag"]
    assert (stolen.status_code, stolen.json()["code"]) == (412, "precondition_failed")
    assert done.status_code == 200
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")


async def test_an_action_brings_the_tag_of_the_view_in_it(game: Game) -> None:
    """Told again later, it is still the tag of that view, not of what there is by then."""
    seat, body = game.seats[0], {**PLAY, "expected_version": game.version}
    done = await seat.post("/actions", body, idempotency_key="click")
    seen = await seat.get("/view")
    await seat.told("/notes", {"card": 0, "text": "mine"})
    noted = await seat.get("/view")
    again = await seat.post("/actions", body, idempotency_key="click")

    assert done.headers["etag"] == seen.headers["etag"] == again.headers["etag"]
    assert done.json()["view"] == seen.json()
    assert noted.headers["etag"] != seen.headers["etag"]


async def test_whoever_chooses_at_once_need_not_look(parlour: Parlour) -> None:
    game = await parlour.practice(stacked(["all"]))
    wild = await game.seats[0].act(game.version, **PLAY)
    choose = {"type": "choose", "girl": "mami"}
    done = await game.seats[0].post("/actions", choose, if_match=wild.headers["etag"])

    assert wild.json()["view"]["pending"] is not None
    assert done.status_code == 200


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_last_action_brings_the_tag_of_the_end(parlour: Parlour, language: str) -> None:
    game = await parlour.practice(stacked(["mami-3", "kyoko-3", "mami-4", "kyoko-4", "homura-3"]))
    for _ in range(3):
        last = await game.mover.post(
            "/actions",
            {**PLAY, "expected_version": game.version},
            accept_language=language,
        )
        game.version, game.turn = game.version + 1, last.json()["view"]["turn"]
    seen = await game.seats[0].get("/view", accept_language=language)

    assert seen.json()["status"] == "lost"
    assert last.json()["view"] == seen.json()
    assert last.headers["etag"] == seen.headers["etag"]


@pytest.mark.parametrize("path", ["/view", "/legal", "/openings", ""])
async def test_answers_are_kept_nowhere_and_asked_for_again_by_their_tag(
    game: Game, path: str
) -> None:
    seat = game.seats[0]
    first = await seat.get(path)
    same = await seat.get(path, if_none_match=first.headers["etag"])
    await game.hint()
    other = await seat.get(path, if_none_match=first.headers["etag"])

    assert first.headers["cache-control"] == "private, no-store"
    assert "authorization" in first.headers["vary"].lower()
    assert (same.status_code, same.content) == (304, b"")
    assert other.status_code == 200
    assert other.headers["etag"] != first.headers["etag"]


async def test_a_token_that_is_worth_nothing_is_no_way_to_watch(
    parlour: Parlour, game: Game
) -> None:
    """Whoever loses her seat is told so, and is not shown another view instead."""
    other = await parlour.practice(stacked([]))
    for path in ("", "/view", "/openings"):
        unknown = await parlour.get(
            game.host.path + path, authorization=f"Bearer mjk_seat_{'x' * 43}"
        )
        elsewhere = await parlour.get(
            game.host.path + path, authorization=f"Bearer {other.seats[0].token}"
        )

        assert (unknown.status_code, elsewhere.status_code) == (401, 404)


async def test_who_watches_sees_no_hand_and_is_late(parlour: Parlour) -> None:
    game = await parlour.practice(stacked(["mami-1", "kyoko-1", "homura-1"]), table={"delay": 2})
    seen: list[Any] = []
    for card in ("mami-1", "kyoko-1", "homura-1"):
        await game.play(card)
        seen.append((await parlour.get(f"{game.host.path}/view")).json())
    hosts = await game.host.seen()

    assert [each["version"] for each in seen] == [3, 3, 4]
    assert [each["girls"]["mami"] for each in seen] == [[], [], ["mami-1"]]
    assert hosts == seen[-1]
    assert {card["card"] for hand in seen[-1]["hands"] for card in hand["cards"]} == {None}
    while game.turn is not None:
        await game.hint()
    everything = (await parlour.get(f"{game.host.path}/view")).json()
    assert everything["version"] == game.version
    assert all(card["card"] for hand in everything["hands"] for card in hand["cards"])
    assert len(everything["deck"]) == everything["deck_left"]


async def test_a_table_may_want_nobody_to_watch(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]), table={"spectators": False})
    watching = [await parlour.get(game.host.path + path) for path in ("/view", "/openings")]

    assert {each.status_code for each in watching} == {403}
    assert (await game.host.get("/view")).status_code == 200
    assert (await game.seats[0].get("/view")).status_code == 200


async def test_legal_actions_are_those_that_are_taken(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]))
    mover, other = game.seats
    legal = await mover.seen("/legal")

    assert (await other.seen("/legal"))["actions"] == []
    assert (await game.host.get("/legal")).status_code == 403
    assert (legal["version"], legal["turn"]) == (3, 0)
    hints = [each for each in legal["actions"] if each["type"] == "hint"]
    assert {each.get("girl") for each in hints} >= {"homura"}
    for each in legal["actions"]:
        body = {name: value for name, value in each.items() if name != "fatal"}
        fresh = await parlour.practice(stacked([]))
        assert (await fresh.seats[0].act(fresh.version, **body)).status_code == 200, each
