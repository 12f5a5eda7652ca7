"""Who sits where: joined, given to bots, left, taken over."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.services.cards.parlour import Game, Guest, Parlour, stacked

DEAL = {"girls": stacked([])}


async def test_seats_are_taken_in_their_order_or_as_one_likes(parlour: Parlour) -> None:
    host = await parlour.session(3)
    last = await host.sit("Sayaka", seat=2)
    first = await host.sit("Madoka")
    second = await host.sit("Homura")
    seen = await host.seen("")

    assert [each.seat for each in (first, second, last)] == [0, 1, 2]
    assert [each["name"] for each in seen["seats"]] == ["Madoka", "Homura", "Sayaka"]
    assert (seen["version"], seen["status"]) == (3, "waiting")


async def test_a_seat_that_is_taken_is_refused_and_so_is_one_too_many(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    await host.sit("Madoka", seat=1)
    taken = await host.post("/seats", {"name": "Homura", "seat": 1})
    nowhere = await host.post("/seats", {"name": "Homura", "seat": 2})
    await host.sit("Homura")
    full = await host.post("/seats", {"name": "Mami"})

    assert [each.json()["code"] for each in (taken, nowhere, full)] == [
        "seat_taken", "invalid_value", "seat_taken",
    ]  # fmt: skip
    assert [each.json()["errors"][0]["rule"] for each in (taken, full)] == ["seat", "full"]


async def test_of_fifty_who_want_the_last_seat_one_gets_it(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    await host.sit("Madoka")
    answers = await asyncio.gather(
        *(parlour.post(f"{host.path}/seats", {"name": f"Girl {n}"}) for n in range(50))
    )
    codes = [each.status_code for each in answers]
    seen = await host.seen("")

    assert sorted(codes) == [201] + [409] * 49
    winner = answers[codes.index(201)].json()
    assert seen["seats"][1]["name"] == winner["name"]
    assert seen["version"] == 2


async def test_whoever_joins_twice_with_one_key_sits_once(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    body = {"name": "Madoka"}
    once = await parlour.post(f"{host.path}/seats", body, idempotency_key="join-once")
    again = await parlour.post(f"{host.path}/seats", body, idempotency_key="join-once")
    other = await parlour.post(f"{host.path}/seats", {"name": "X"}, idempotency_key="join-once")

    assert (once.status_code, once.json()) == (again.status_code, again.json())
    assert again.headers["idempotency-replayed"] == "true"
    assert other.json()["code"] == "idempotency_key_reused"
    assert (await host.seen(""))["seats"][1]["name"] is None


async def test_only_the_host_seats_bots(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL, seats=["bot:cautious"])
    guest = await parlour.post(f"{host.path}/seats", {"bot": "random"})
    other = await host.post("/seats", {"bot": "walpurgisnacht"})
    seated = await host.told("/seats", {"bot": "random"})
    seats = (await host.seen(""))["seats"]

    assert (guest.status_code, guest.json()["code"]) == (403, "forbidden")
    assert other.json()["errors"][0]["pointer"] == "#/bot"
    assert (seated["seat"], seated["token"]) == (1, None)
    assert [each["bot"] for each in seats] == ["cautious", "random"]


@pytest.mark.parametrize(
    ("seats", "pointer"),
    [
        (["cautious"], "#/seats/0"),
        ([None, "bot:nobody"], "#/seats/1"),
        ([None, None, None], "#/seats"),
    ],
)
async def test_seats_that_nobody_can_have_are_pointed_out(
    parlour: Parlour, seats: list[str | None], pointer: str
) -> None:
    answer = await parlour.post(
        "/v1/sessions", {"game": "magion", "players": 2, "deal": DEAL, "seats": seats}
    )

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_seat_is_left_before_the_start_and_free_again(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    madoka = await host.sit("Madoka")
    homura = await host.sit("Homura")
    others = await madoka.ask("DELETE", "/seats/1")
    own = await madoka.ask("DELETE", "/seats/0")
    late = await madoka.ask("DELETE", "/seats/0")
    thrown_out = await host.ask("DELETE", "/seats/1")

    assert (others.status_code, own.status_code, thrown_out.status_code) == (403, 204, 204)
    assert late.status_code == 401
    assert (await homura.get("/view")).status_code == 401
    assert [each["name"] for each in (await host.seen(""))["seats"]] == [None, None]
    assert (await host.sit("Kyoko")).seat == 0


async def test_in_a_running_game_a_seat_waits_for_whom_the_host_gives_it_to(
    parlour: Parlour,
) -> None:
    game = await parlour.practice(stacked([]))
    left = game.seats[0]
    assert (await left.ask("DELETE", "/seats/0")).status_code == 204
    stranger = await parlour.post(f"{left.path}/seats", {"name": "Nobody"})
    away = (await game.host.seen(""))["seats"][0]
    given = await game.host.told("/seats/0/token")
    heir = Guest(left.client, left.path, given["token"], given)

    assert stranger.json()["code"] == "not_running"
    assert (away["name"], away["away"]) == ("Girl 0", True)
    assert (await left.get("/view")).status_code == 401
    seen = await heir.seen()
    assert (seen["seat"], seen["version"]) == (0, game.version + 2)
    assert (await heir.act(seen["version"], type="play", card=0)).status_code == 200


async def test_a_bot_goes_on_for_somebody_who_has_left(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]), table={"talk": True})
    early = await game.host.post("/seats", {"bot": "cautious", "seat": 1})
    await game.seats[1].ask("DELETE", "/seats/1")
    bot = {"bot": "cautious", "seat": 1, "name": "Kyubey"}
    late = await game.host.post("/seats", {**bot, "contribution": "tea"})
    taken = await game.host.told("/seats", bot)
    seats = (await game.host.seen(""))["seats"]

    assert early.json()["code"] == "seat_taken"
    assert (late.status_code, late.json()["errors"][0]["pointer"]) == (409, "#/contribution")
    assert (taken["seat"], taken["name"], taken["token"]) == (1, "Kyubey", None)
    assert (seats[1]["name"], seats[1]["bot"], seats[1]["away"]) == ("Kyubey", "cautious", False)


async def test_a_token_is_renewed_and_the_one_before_is_worth_nothing(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    madoka = await host.sit("Madoka")
    given = await madoka.told("/seats/0/token")
    renewed = await host.told("/token")

    assert (await madoka.get("/view")).status_code == 401
    assert (await Guest(host.client, host.path, given["token"], given).get("/view")).is_success
    assert (await host.post("/start")).status_code == 401
    newest = Guest(host.client, host.path, renewed["token"], renewed)
    assert (await newest.post("/start")).json()["code"] == "not_running"


async def test_a_retry_with_a_token_that_was_renewed_is_not_told_what_it_did(
    parlour: Parlour,
) -> None:
    game = await parlour.practice(stacked([]))
    body = {"expected_version": game.version, "type": "play", "card": 0}
    done = await game.seats[0].post("/actions", body, idempotency_key="before")
    again = await game.seats[0].post("/actions", body, idempotency_key="before")
    await game.seats[0].told("/seats/0/token")
    late = await game.seats[0].post("/actions", body, idempotency_key="before")

    assert done.json() == again.json()
    assert late.status_code == 401


async def test_a_renewed_token_is_told_again_to_whoever_missed_it(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    madoka = await host.sit("Madoka")
    tokens = [
        (await guest.told(path, idempotency_key=f"lost-{host.id}"))["token"]
        for guest, path in ((madoka, "/seats/0/token"), (host, "/token"))
        for _ in range(2)
    ]
    without = [await madoka.post("/seats/0/token"), await host.post("/token")]

    assert tokens[0] == tokens[1] != tokens[2] == tokens[3]
    assert [each.status_code for each in without] == [401, 401]
    assert (await replace(madoka, token=tokens[1]).get("/view")).is_success
    assert (await replace(host, token=tokens[3]).post("/start")).status_code == 409


async def test_names_change_where_one_may_talk_and_contributions_until_the_deal(
    parlour: Parlour,
) -> None:
    host = await parlour.session(table={"talk": True})
    madoka = await host.sit("Madoka", contribution="tea")
    changed = await madoka.ask("PATCH", "/seats/0", {"name": "Goddess", "contribution": "cake"})
    await host.sit("Homura")
    hidden = (await host.seen(""))["seats"][0]["contribution"]
    await host.told("/start")
    late = await madoka.ask("PATCH", "/seats/0", {"contribution": "more"})
    named = await madoka.ask("PATCH", "/seats/0", {"name": "Madokami"})
    seat = (await host.seen(""))["seats"][0]

    assert changed.json()["name"] == "Goddess"
    assert hidden is None
    assert late.json()["code"] == "not_running"
    assert named.json()["name"] == "Madokami"
    assert (seat["name"], seat["contribution"]) == ("Madokami", "cake")


@pytest.mark.parametrize("rests", [False, True], ids=["running", "paused"])
async def test_nobody_talks_by_names_at_a_table_without_words(
    parlour: Parlour, *, rests: bool
) -> None:
    game = await parlour.practice(stacked([]))
    one = game.seats[0]
    if rests:
        await one.told("/pause")
    version = (await one.seen())["version"]
    refused = await one.ask("PATCH", "/seats/0", {"name": "card 3 is a head"})
    same = await one.ask("PATCH", "/seats/0", {"name": "Girl 0"})
    seen = await one.seen("")

    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert refused.json()["errors"][0]["rule"] == "no_talk"
    assert same.status_code == 200
    assert (seen["seats"][0]["name"], seen["version"]) == ("Girl 0", version)


async def test_a_bot_that_goes_on_at_such_a_table_has_its_own_name(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]))
    await game.seats[1].ask("DELETE", "/seats/1")
    bot = {"bot": "cautious", "seat": 1}
    refused = await game.host.post("/seats", {**bot, "name": "card 3 is a head"})
    taken = await game.host.told("/seats", bot)

    assert (refused.status_code, refused.json()["errors"][0]["rule"]) == (403, "no_talk")
    assert taken["name"] == "cautious"


async def test_nothing_about_seats_makes_versions_after_the_end(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]), table={"talk": True})
    for seat in game.seats:
        await seat.told("/votes", {})
    before = await game.host.seen("")
    renamed = await game.seats[0].ask("PATCH", "/seats/0", {"name": "Madokami"})
    own = await game.seats[0].told("/seats/0/token")
    given = [await game.host.told("/seats/1/token") for _ in range(2)]
    heirs = [replace(game.seats[0], token=each["token"]) for each in (own, *given)]

    assert (renamed.status_code, renamed.json()["code"]) == (409, "game_over")
    assert [(await each.get("/view")).status_code for each in heirs] == [200, 401, 200]
    assert await game.host.seen("") == before


@pytest.mark.parametrize("body", [{"name": "Eve", "contribution": "tea"}])
async def test_nobody_contributes_to_a_deck_that_its_host_laid(
    parlour: Parlour, body: Mapping[str, str]
) -> None:
    host = await parlour.session(deal=DEAL)
    answer = await host.post("/seats", dict(body))

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")
    assert answer.json()["errors"][0]["pointer"] == "#/contribution"


async def test_a_game_begins_once_all_seats_are_taken_and_only_once(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    madoka = await host.sit("Madoka")
    early = await madoka.post("/start")
    act = await madoka.act(1, type="play", card=0)
    await host.sit("Homura")
    stranger = await parlour.post(f"{host.path}/start", {})
    begun = await madoka.told("/start")
    again = await host.post("/start")
    late = await host.post("/seats", {"name": "Mami"})

    assert early.json()["errors"][0]["rule"] == "seats_open"
    assert "1" in early.json()["detail"]
    assert (act.json()["code"], act.json()["errors"][0]["rule"]) == ("not_running", "waiting")
    assert stranger.status_code == 401
    assert (begun["status"], begun["version"]) == ("running", 3)
    assert again.json()["errors"][0]["rule"] == "started"
    assert late.json()["code"] == "not_running"


async def test_sessions_are_listed_by_what_they_are_and_whether_one_can_join(
    parlour: Parlour,
) -> None:
    waiting = await parlour.session(deal=DEAL, name="Come and play")
    full: Game = await parlour.seated(deal=DEAL)
    running = await parlour.practice(stacked([]))
    listed = {
        query: await _ids(parlour, query)
        for query in ("", "open=true", "open=false", "status=running", "status=waiting")
    }
    here = [running.host.id, full.host.id, waiting.id]

    assert listed[""][:3] == here
    assert waiting.id in listed["open=true"]
    assert full.host.id not in listed["open=true"]
    assert [each for each in listed["open=false"] if each in here] == here[:2]
    assert running.host.id in listed["status=running"]
    assert running.host.id not in listed["status=waiting"]
    bad = await parlour.get("/v1/sessions?cursor=nonsense")
    assert bad.json()["code"] == "invalid_value"


async def _ids(parlour: Parlour, query: str) -> list[str]:
    """Walk through a whole list, two by two."""
    ids: list[str] = []
    cursor = ""
    while True:
        page = (await parlour.get(f"/v1/sessions?limit=2&{query}{cursor}")).json()
        ids += [each["id"] for each in page["items"]]
        if page["next_cursor"] is None:
            return ids
        cursor = f"&cursor={page['next_cursor']}"
