"""Finished characters: who sees what of them, who changes what, and what is kept of it."""

import asyncio
import re

import pytest

from tests.services.characters.kitchen import Guest, Json, Kitchen

_ID = r"_[0-9A-HJKMNP-TV-Z]{26}"
STRENGTH = {"overrides": {"stats.HEAT": {"value": 20, "reason": "a dragon helped"}}}


@pytest.fixture
async def born(kitchen: Kitchen) -> Guest:
    """A character whose sheet says HEAT 9: a roll of 7, and green leaves."""
    return await kitchen.character()


async def appointed(born: Guest, name: str = "Kyubey") -> Guest:
    """Return the game master of a character."""
    made = await born.told("/gm", {"name": name})
    return Guest(born.client, born.path, made["token"], made)


async def history(who: Guest, query: str = "") -> list[Json]:
    answer = await who.get("/history" + query)
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


async def test_a_character_has_an_id_and_a_token_of_her_own(born: Guest) -> None:
    made = born.made

    assert re.fullmatch("chr" + _ID, made["id"])
    assert re.fullmatch("mjk_owner_[0-9A-Za-z]{43}", made["token"])
    assert (made["name"], made["version"], made["role"]) == ("???", 1, "owner")
    assert (made["public"], made["source"], made["ruleset"]) == ("card", "supplied", "tea@1")
    assert {name: one for name, one in made.items() if name != "token"} == await born.look()


@pytest.mark.parametrize(
    ("public", "sheet", "status"),
    [("nothing", False, 404), ("card", False, 200), ("sheet", True, 200)],
)
async def test_the_owner_decides_what_strangers_see(
    kitchen: Kitchen, born: Guest, public: str, sheet: bool, status: int
) -> None:
    await born.patch({"public": public, "marks": {"HP": 3}, "notes": {"wish": "cake"}})
    seen = await kitchen.get(born.path)

    assert seen.status_code == status
    if status == 200:
        shown = seen.json()
        assert (shown["sheet"] is not None, shown["marks"] is not None) == (sheet, sheet)
        assert shown["name"] == "???"
        for private in ("role", "notes", "room", "member", "gm", "draft"):
            assert shown[private] is None


async def test_a_token_of_something_else_sees_what_strangers_see(
    kitchen: Kitchen, born: Guest
) -> None:
    other = await kitchen.character()
    seen = await kitchen.get(born.path, authorization=f"Bearer {other.token}")

    assert (seen.status_code, seen.json()["sheet"]) == (200, None)


async def test_marks_change_in_play_and_the_history_says_how(born: Guest) -> None:
    await born.patch({"marks": {"HP": 12, "状態": "dizzy"}, "reason": "the fight began"})
    changed = await born.patch({"marks": {"HP": 9, "状態": None}})
    first, second, birth = reversed(await history(born))

    assert changed.json()["marks"] == {"HP": 9}
    assert changed.json()["version"] == 3
    assert birth["changes"] == [
        {"what": "marks.HP", "before": 12, "after": 9},
        {"what": "marks.状態", "before": "dizzy", "after": None},
    ]
    assert (second["kind"], second["role"], second["reason"]) == (
        "changed",
        "owner",
        "the fight began",
    )
    assert (first["kind"], first["version"], first["changes"]) == ("created", 1, [])


async def test_what_changes_nothing_leaves_no_line(born: Guest) -> None:
    await born.patch({"marks": {"HP": 12}})
    same = await born.patch({"marks": {"HP": 12}, "public": "card"})

    assert same.json()["version"] == 2
    assert len(await history(born)) == 2


async def test_a_game_master_overrides_what_the_creation_gave(born: Guest) -> None:
    gm = await appointed(born)
    changed = (await gm.patch(STRENGTH)).json()
    seen = await born.look()

    heat = seen["sheet"]["stats"]["HEAT"]
    *before, last = heat["because"]
    assert heat["value"] == 20
    assert before == born.made["sheet"]["stats"]["HEAT"]["because"]
    assert (last["kind"], last["what"], last["plus"]) == ("override", "Kyubey", 11)
    assert last["reason"] == "a dragon helped"
    assert re.fullmatch(r"2\d{3}-\d\d-\d\dT[\d:.]+Z", last["at"])
    assert (changed["role"], changed["gm"]) == ("gm", "Kyubey")
    line = (await history(born))[0]
    assert (line["role"], line["by"]) == ("gm", "Kyubey")
    assert line["changes"] == [{"what": "sheet.stats.HEAT", "before": 9, "after": 20}]


async def test_an_override_can_be_taken_away_again(born: Guest) -> None:
    gm = await appointed(born)
    await gm.patch(STRENGTH)
    after = (await gm.patch({"overrides": {"stats.HEAT": None}})).json()

    assert after["sheet"] == born.made["sheet"]
    assert (await history(gm))[0]["changes"] == [
        {"what": "sheet.stats.HEAT", "before": 20, "after": 9}
    ]


async def test_an_override_can_add_what_the_sheet_did_not_have(born: Guest) -> None:
    gm = await appointed(born)
    after = (await gm.patch({"overrides": {"curses.1": {"value": "cannot lie"}}})).json()

    assert after["sheet"]["curses"]["1"]["value"] == "cannot lie"
    assert after["sheet"]["curses"]["1"]["because"][0]["kind"] == "override"


async def test_an_owner_does_not_override(born: Guest) -> None:
    answer = await born.patch(STRENGTH)

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (403, "forbidden")
    assert problem["errors"][0]["pointer"] == "#/overrides"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("DELETE", "", None), ("POST", "/gm", {}), ("DELETE", "/gm", None), ("DELETE", "/seat", None)],
)
async def test_what_is_the_owners_is_not_the_game_masters(
    born: Guest, method: str, path: str, body: Json | None
) -> None:
    gm = await appointed(born)
    answer = await gm.ask(method, path, body, if_match='"2"')

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_another_game_master_takes_the_place_of_the_first(born: Guest) -> None:
    first = await appointed(born)
    second = await appointed(born, "Homura")
    gone = await first.get("/history")
    await born.ask("DELETE", "/gm")
    dismissed = await second.get("/history")

    assert (gone.status_code, dismissed.status_code) == (401, 401)
    assert (await born.look())["gm"] is None


async def test_tokens_can_be_renewed(born: Guest) -> None:
    gm = await appointed(born)
    for who in (born, gm):
        made = await who.told("/token")
        renewed = Guest(who.client, who.path, made["token"], made)

        assert (await who.get("/history")).status_code == 401
        assert (await renewed.get("/history")).status_code == 200
        assert made["token"].partition("_")[2].startswith(("owner_", "gm_"))


async def test_a_lost_token_is_told_again_to_the_same_request(born: Guest) -> None:
    first = await born.told("/token", idempotency_key="lost")
    again = await born.told("/token", idempotency_key="lost")

    assert first == again


async def test_changes_need_the_version_that_was_seen(born: Guest) -> None:
    bare = await born.ask("PATCH", "", {"marks": {"HP": 1}})
    old = await born.patch({"marks": {"HP": 1}}, '"7-owner"')
    fresh = await born.patch({"marks": {"HP": 1}}, '"1-owner"')
    stale = await born.ask("DELETE", "", if_match='"1-owner"')

    assert (bare.status_code, bare.json()["code"]) == (428, "precondition_required")
    assert (old.status_code, old.json()["code"]) == (412, "precondition_failed")
    assert (fresh.status_code, fresh.headers["etag"]) == (200, '"2-owner"')
    assert stale.status_code == 412


async def test_of_two_writers_at_once_one_has_to_look_again(born: Guest) -> None:
    answers = await asyncio.gather(
        *(born.patch({"marks": {"HP": n}}, '"1-owner"') for n in range(6))
    )

    assert sorted(one.status_code for one in answers) == [200, *[412] * 5]
    assert (await born.look())["version"] == 2
    assert len(await history(born)) == 2


async def test_the_same_tag_is_never_that_of_two_views(kitchen: Kitchen, born: Guest) -> None:
    gm = await appointed(born)
    tags = [(await who.get()).headers["etag"] for who in (born, gm)]
    tags.append((await kitchen.get(born.path)).headers["etag"])

    assert len(set(tags)) == 3


async def test_an_unchanged_character_is_not_sent_again(born: Guest) -> None:
    tag = (await born.get()).headers["etag"]
    again = await born.get(if_none_match=tag)
    await born.patch({"name": "Oktavia"})
    later = await born.get(if_none_match=tag)

    assert (again.status_code, later.status_code) == (304, 200)


async def test_a_deleted_character_is_gone_until_she_is_restored(
    kitchen: Kitchen, born: Guest
) -> None:
    deleted = await born.ask("DELETE", "", if_match='"1"')
    missing = [
        await born.get(),
        await kitchen.get(born.path),
        await born.get("/history"),
        await born.patch({"name": "x"}, '"2"'),
        await born.get("/export"),
    ]
    restored = await born.told("/restore")
    kinds = [line["kind"] for line in await history(born)]

    assert (deleted.status_code, deleted.content) == (204, b"")
    assert [one.status_code for one in missing] == [404] * 5
    assert restored["sheet"] == born.made["sheet"]
    assert kinds == ["restored", "deleted", "created"]


async def test_only_a_deleted_character_can_be_restored(born: Guest) -> None:
    answer = await born.post("/restore")

    assert answer.status_code == 404


async def test_the_history_comes_page_by_page(born: Guest) -> None:
    for number in range(5):
        await born.patch({"marks": {"HP": number}})
    first = (await born.get("/history?limit=4")).json()
    second = (await born.get(f"/history?limit=4&cursor={first['next_cursor']}")).json()

    assert [line["version"] for line in first["items"]] == [6, 5, 4, 3]
    assert [line["version"] for line in second["items"]] == [2, 1]
    assert second["next_cursor"] is None


async def test_a_cursor_of_one_history_leads_nowhere_in_another(
    kitchen: Kitchen, born: Guest
) -> None:
    await born.patch({"marks": {"HP": 1}})
    other = await kitchen.character()
    cursor = (await born.get("/history?limit=1")).json()["next_cursor"]
    answer = await other.get(f"/history?cursor={cursor}")

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/cursor")


async def test_strangers_read_no_history(kitchen: Kitchen, born: Guest) -> None:
    await born.patch({"public": "sheet"})
    other = await kitchen.character()
    nobody = await kitchen.get(born.path + "/history")
    somebody = await kitchen.get(born.path + "/history", authorization=f"Bearer {other.token}")

    assert (nobody.status_code, somebody.status_code) == (401, 404)


CHANGES = [
    ({"name": ""}, "#/name", "too_short"),
    ({"name": " "}, "#/name", "too_short"),
    ({"name": "a\u202eb"}, "#/name", "not_plain"),
    ({"public": "all"}, "#/public", "not_a_choice"),
    ({"marks": []}, "#/marks", "not_object"),
    ({"marks": {"HP": 1.5}}, "#/marks/HP", "not_integer"),
    ({"marks": {"HP": True}}, "#/marks/HP", "not_integer"),
    ({"marks": {"HP": 10**10}}, "#/marks/HP", "too_large"),
    ({"marks": {"HP": "x" * 201}}, "#/marks/HP", "too_long"),
    ({"marks": {"HP": "a\nb"}}, "#/marks/HP", "not_plain"),
    ({"marks": {"a\u202eb": 1}}, "#/marks/a%EF%BF%BDb", "not_plain"),
    ({"marks": {"": 1}}, "#/marks/", "too_short"),
    ({"marks": {str(n): n for n in range(101)}}, "#/marks", "too_long"),
    ({"notes": {"wish": 7}}, "#/notes/wish", "not_text"),
    ({"notes": {"wish": "x" * 4001}}, "#/notes/wish", "too_long"),
    ({"notes": {"wish": "a\u2066b"}}, "#/notes/wish", "not_plain"),
    ({"reason": ""}, "#/reason", "too_short"),
    ({"overrides": {"stats.HEAT": 20}}, "#/overrides/stats.HEAT", "not_object"),
    ({"overrides": {"stats.HEAT": {}}}, "#/overrides/stats.HEAT/value", "required"),
    ({"overrides": {"stats HEAT": {"value": 1}}}, "#/overrides/stats%20HEAT", "malformed"),
    ({"overrides": {"a.b.c.d.e.f.g": {"value": 1}}}, "#/overrides/a.b.c.d.e.f.g", "malformed"),
    ({"overrides": {"a": {"value": "b\u0007"}}}, "#/overrides/a/value", "not_plain"),
    ({"token": "mine"}, "#/token", "unknown"),
]


@pytest.mark.parametrize(("body", "pointer", "rule"), CHANGES)
async def test_a_wrong_change_is_refused_with_its_place_and_changes_nothing(
    born: Guest, body: Json, pointer: str, rule: str
) -> None:
    gm = await appointed(born)
    answer = await gm.patch(body, '"2"')

    problem = answer.json()
    assert answer.status_code == 422, problem
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["rule"]) == (pointer, rule)
    assert (await born.look())["version"] == 2


async def test_marks_stay_within_their_number_whoever_adds_them(born: Guest) -> None:
    await born.patch({"marks": {f"a{n}": n for n in range(60)}})
    more = await born.patch({"marks": {f"b{n}": n for n in range(60)}})
    swapped = await born.patch({"marks": {**{f"a{n}": None for n in range(60)}, "c": 1}})

    assert more.json()["errors"][0]["rule"] == "too_long"
    assert swapped.json()["marks"] == {"c": 1}


async def test_notes_may_have_lines(born: Guest) -> None:
    changed = await born.patch({"notes": {"背景": "One day\n\tin spring …"}})

    assert changed.json()["notes"] == {"背景": "One day\n\tin spring …"}
