"""Whole checks, driven by a game master and two players over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from tests.services.dice.checks.table import Check, Table, factors, laid
from tests.services.dice.rooms.table import Guest, House, open_house, together
from tests.support.databases import Changes

Json = dict[str, Any]


async def test_a_check_from_the_demand_to_its_result(table: Table) -> None:
    """With a helper, an anti factor, a rejected factor, and a new one that stays."""
    gm, ann, ben = table.gm, table.ann, table.ben
    check = await table.check(gm, table.a)

    assert (await check.seen(ann))["awaits"] == [table.a["id"]]

    await check.told(ann, "accept", unit=table.a["id"])
    antis = [{"unit": table.a["id"], "name": "strong wind"}]
    terms = await check.told(gm, "target", condition="balance", target=8, tiers="half", antis=antis)

    assert terms["terms"] == {
        "condition": "balance",
        "target": 8,
        "tiers": [4],
        "hidden": None,
        "known": True,
        "antis": [
            {
                "name": "strong wind",
                "unit": table.a["id"],
                "anti": None,
                "fumble": False,
                "avoid": None,
            }
        ],
    }

    cut, _, throw = factors(table.a)
    parry = factors(table.b)[1]
    original = table.a["originals"][0]["id"]
    await check.told(
        ann,
        "declarations",
        unit=table.a["id"],
        factors=[
            {"factor": cut, "how": "cut a rope loose"},
            {"temporary": "no rain today"},
            {"original": original, "name": "rope dance"},
            {"factor": throw},
        ],
    )
    await check.told(
        ben, "declarations", unit=table.b["id"], helps=table.a["id"], factors=[{"factor": parry}]
    )
    declared = await check.told(ann, "declarations", unit=table.a["id"], finish=True)

    assert declared["step"] == "judging"
    assert [(f["kind"], f["unit"] == f["party"]) for f in declared["factors"]] == [
        ("own", True),
        ("temporary", True),
        ("new", True),
        ("own", True),
        ("own", False),
    ]

    verdicts = [{"factor": n, "ruling": "approve"} for n in (1, 2, 3, 5)]
    verdicts.append({"factor": 4, "ruling": "unsuitable", "reason": "nothing to throw"})
    judged = await check.told(gm, "judgement", verdicts=verdicts)

    assert judged["step"] == "choosing"
    assert [one["code"] for one in judged["advice"]] == ["unit_not_reviewed"]

    rolled = await check.told(ann, "roll", unit=table.a["id"], rolled=[1, 2], taken=[5])
    outcome = rolled["outcome"]
    faces = [die["face"] for die in outcome["dice"]]

    assert [die["factor"] for die in outcome["dice"]] == [1, 2]
    assert outcome["value"] == sum(faces) + 2
    assert outcome["removed"] == 1
    assert outcome["level"] == level_of(faces, outcome["value"])
    assert rolled["step"] == "done"
    for guest in table.everybody:
        assert (await check.seen(guest))["outcome"] == outcome

    unit = (await ann.get(f"/units/{table.a['id']}")).json()
    used = {f["name"]: f["first_used"] for f in unit["originals"][0]["factors"]}

    assert used == {
        "quick cut": "cross the bridge",
        "parry": None,
        "throw": None,
        "rope dance": "cross the bridge",
    }


def level_of(faces: list[int], value: int) -> str:
    if 1 in faces:
        return "fumble"
    if value >= 8:
        return "success"
    return "middle" if value > 4 else "failure"


async def test_a_joint_check_in_turns(table: Table) -> None:
    gm, ann, ben = table.gm, table.ann, table.ben
    a, b = table.a["id"], table.b["id"]
    check = await table.check(ann, table.a, table.b)
    await check.told(gm, "accept")
    await check.told(ben, "accept", unit=b)
    await check.told(gm, "target", condition="together", target=10)
    own = [{"factor": key} for key in factors(table.a)]

    assert await check.refused(ben, "declarations", unit=b, finish=True) == (
        409,
        "other_unit",
        "#/unit",
    )
    assert await check.refused(ann, "declarations", unit=a, finish=True) == (
        422,
        "unit_offers_nothing",
        "#",
    )

    await check.told(ann, "declarations", unit=a, factors=own, finish=True)

    assert await check.refused(ann, "declarations", unit=a, factors=[]) == (
        422,
        "finished_declaring",
        "#/unit",
    )

    own = [{"factor": key} for key in factors(table.b)]
    await check.told(ben, "declarations", unit=b, factors=own, finish=True)
    verdicts = [{"factor": n, "ruling": "approve"} for n in range(1, 7)]
    await check.told(gm, "judgement", verdicts=verdicts)
    await check.told(ann, "choices", unit=a)

    assert await check.refused(ann, "roll") == (422, "not_chosen", "#")

    await check.told(ben, "choices", unit=b)
    done = await check.told(ben, "roll")

    assert (done["outcome"]["value"], done["outcome"]["level"]) == (12, "success")
    assert done["outcome"]["dice"] == []


async def test_a_player_declines_and_declares_something_else(table: Table) -> None:
    check = await table.check(table.gm, table.a)
    told = await check.told(table.ann, "decline", unit=table.a["id"], instead="go around")

    assert (told["step"], told["action"], told["declined"]) == (
        "declared",
        "go around",
        ["cross the bridge"],
    )

    told = await check.told(table.gm, "decline", verdict="needless", reason="it is a short way")

    assert (told["step"], told["verdict"], told["you_may"]) == ("declined", "needless", [])


async def test_a_change_of_premise(table: Table) -> None:
    check = await table.announced(target=9)
    await check.told(table.ann, "premise", unit=table.a["id"], text="only half way")
    asked = await check.told(table.gm, "premise", approved=True)

    assert (asked["step"], asked["renegotiated"]) == ("accepted", 1)

    again = await check.told(table.gm, "target", condition="balance", target=4)

    assert again["terms"]["target"] == 4


async def test_an_over_general_factor_is_narrowed_for_good(table: Table) -> None:
    check = await table.chosen(1)
    await check.told(table.ann, "roll")
    check = await table.announced()
    own = [{"factor": factors(table.a)[0]}]
    await check.told(table.ann, "declarations", unit=table.a["id"], factors=own, finish=True)
    await check.told(table.gm, "judgement", verdicts=[{"factor": 1, "ruling": "question"}])
    await check.told(table.ann, "renaming", factor=1, propose="rope cutter")
    told = await check.told(table.gm, "renaming", factor=1, answer="agree")
    unit = (await table.eve.get(f"/units/{table.a['id']}")).json()

    assert told["factors"][0]["name"] == "rope cutter"
    assert unit["originals"][0]["factors"][0]["name"] == "rope cutter"


async def test_who_resists_may_lose_a_factor(table: Table) -> None:
    check = await table.chosen(1)
    await check.told(table.ann, "roll")
    check = await table.announced()
    own = [{"factor": factors(table.a)[0]}]
    await check.told(table.ann, "declarations", unit=table.a["id"], factors=own, finish=True)
    await check.told(table.gm, "judgement", verdicts=[{"factor": 1, "ruling": "question"}])
    await check.told(table.ann, "renaming", factor=1, answer="resist")
    told = await check.told(table.gm, "renaming", factor=1, answer="strike")
    unit = (await table.eve.get(f"/units/{table.a['id']}")).json()

    assert told["effects"][-1]["kind"] == "struck"
    assert len(unit["originals"][0]["factors"]) == 2


async def test_a_fumble_is_answered_once(table: Table) -> None:
    check = await table.chosen(1)
    await check.told(table.ann, "roll", faces=[1])
    told = await check.told(table.gm, "fumble", name="sprained ankle", unit=table.a["id"])
    unit = (await table.eve.get(f"/units/{table.a['id']}")).json()

    assert told["fumble_answered"]
    assert [(anti["name"], anti["fumble"]) for anti in unit["antis"]] == [("sprained ankle", True)]
    assert (await check.refused(table.gm, "fumble", name="cold"))[1] == "fumble_answered"


async def test_a_fumble_may_be_answered_for_everyone(table: Table) -> None:
    check = await table.chosen(1)
    await check.told(table.ann, "roll", faces=[1])
    await check.told(table.gm, "fumble", name="noise")
    shared = (await table.eve.get("/shared-factors")).json()["items"]

    assert [(one["name"], one["anti"], len(one["holders"])) for one in shared] == [
        ("noise", True, 2)
    ]


async def test_dice_of_the_table_may_be_handed_in(table: Table) -> None:
    check = await table.chosen(1, 2, target=12)

    assert await check.refused(table.ann, "roll", faces=[3]) == (422, "needed", "#/faces")
    assert await check.refused(table.ann, "roll", faces=[3, 7]) == (422, "too_large", "#/faces/1")

    told = await check.told(table.ann, "roll", faces=[6, 4])

    assert (told["outcome"]["value"], told["outcome"]["level"]) == (12, "success")
    assert "12" in told["outcome"]["text"]


async def test_what_a_check_refuses_costs_no_draw(table: Table) -> None:
    check = await table.announced()
    before = (await table.gm.look())["stream"]["draws"]

    assert (await check.refused(table.ann, "roll"))[1] == "not_in_this_step"

    check = await table.chosen(1)

    assert (await check.refused(table.ben, "roll"))[0] == 403
    assert (await table.gm.look())["stream"]["draws"] == before

    await check.told(table.ann, "roll")

    assert (await table.gm.look())["stream"]["draws"] == before + 1


async def test_a_shared_factor_is_declared_and_taken_back(table: Table) -> None:
    shared = await table.gm.told("/shared-factors", {"name": "map", "earned": "an idea"})
    check = await table.announced()
    factors = [{"shared": shared["id"]}, {"temporary": "luck"}]
    await check.told(table.ann, "declarations", factors=factors)
    told = await check.told(table.ann, "withdraw", factors=[1])

    assert [(one["kind"], one["status"]) for one in told["factors"]] == [
        ("shared", "withdrawn"),
        ("temporary", "offered"),
    ]


async def test_a_unit_goes_without_saying_only_where_there_is_one(table: Table) -> None:
    another = await table.ann.told("/units", {"name": "Hitomi"})
    check = await table.check(table.ann, table.a, another)
    await check.told(table.gm, "accept")
    await check.told(table.gm, "target", condition="x")

    assert await check.refused(table.ann, "declarations") == (422, "required", "#/unit")
    assert (await check.seen(table.ann))["awaits"] == [table.a["id"]]


async def test_a_room_has_only_so_many_checks_at_once(table: Table) -> None:
    made = [await table.check(table.gm, table.a) for _ in range(50)]
    opening = {"action": "one more", "units": [table.a["id"]]}
    full = await table.gm.post("/checks", opening)
    await made[0].told(table.gm, "withdraw")

    assert (full.status_code, full.json()["code"]) == (409, "too_many")
    assert (await table.gm.post("/checks", opening)).status_code == 201


# --- versions, retries, lists ----------------------------------------------------------------


async def test_a_stale_move_is_told_what_it_missed(table: Table) -> None:
    check = await table.check(table.gm, table.a)
    seen = await check.seen(table.ann)
    await check.told(table.ann, "accept", unit=table.a["id"], expected_version=seen["version"])
    await check.told(table.gm, "target", condition="balance", target=9)
    answer = await check.post(
        table.ann, "declarations", unit=table.a["id"], expected_version=seen["version"]
    )
    problem = answer.json()

    assert (answer.status_code, problem["code"]) == (409, "stale_version")
    assert [(move["version"], move["type"]) for move in problem["missed"]] == [
        (1, "check.accepted"),
        (2, "check.announced"),
    ]
    assert problem["missed"][1]["move"]["target"] == 9


@pytest.mark.parametrize("version", [2**31, 2**53, 2**64])
async def test_no_version_is_larger_than_what_is_counted(table: Table, version: int) -> None:
    check = await table.check(table.gm, table.a)
    answer = await check.post(table.gm, "withdraw", expected_version=version)

    assert (answer.status_code, answer.json()["errors"][0]["rule"]) == (422, "too_large")


async def test_a_retried_move_happens_once(table: Table) -> None:
    check = await table.chosen(1, 2)
    body: Json = {}
    answers = await together(
        *[
            table.ann.post(f"/checks/{check.id}/roll", body, idempotency_key="once")
            for _ in range(5)
        ]
    )

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert (await table.gm.look())["stream"]["draws"] == 1


async def test_only_one_of_two_hands_rolls(table: Table) -> None:
    check = await table.chosen(1, 2)
    answers = await together(check.post(table.ann, "roll"), check.post(table.gm, "roll"))

    assert sorted(answer.status_code for answer in answers) == [200, 422]
    assert (await table.gm.look())["stream"]["draws"] == 1


async def test_checks_outlive_the_process(tmp_path: Path, database: Changes) -> None:
    async with open_house(tmp_path, database) as house:
        table = await laid(house)
        check = await table.chosen(1)
        before = await check.seen(table.ann)
    async with open_house(tmp_path, database) as house:
        ann = Guest(house.client, table.ann.room, table.ann.id, table.ann.token, {})
        again = Check(table, check.id)

        assert await again.seen(ann) == before
        assert (await again.told(ann, "roll"))["step"] == "done"


async def test_checks_are_listed_in_pages_newest_first(table: Table) -> None:
    made = [(await table.check(table.gm, table.a)).id for _ in range(5)]
    first = (await table.eve.get("/checks?limit=3")).json()
    rest = (await table.eve.get(f"/checks?limit=3&cursor={first['next_cursor']}")).json()

    assert [check["id"] for check in first["items"] + rest["items"]] == made[::-1]
    assert rest["next_cursor"] is None
    assert (await table.eve.get("/checks?cursor=AAAA")).status_code == 422


async def test_what_is_made_says_where_it_is(table: Table) -> None:
    opening = {"action": "jump", "units": [table.a["id"]]}
    factor = {"name": "a map", "earned": "an idea"}
    for path, body in (
        ("/units", {"name": "Mami"}),
        ("/checks", opening),
        ("/shared-factors", factor),
        ("/characters", {"name": "Nagisa"}),
    ):
        made = await table.gm.post(path, body)
        found = await table.gm.client.get(made.headers["location"], headers=table.gm.headers)

        assert (made.status_code, found.status_code) == (201, 200)
        assert found.json() == made.json()


async def test_an_unchanged_check_is_not_sent_again(table: Table) -> None:
    check = await table.check(table.gm, table.a)
    path = f"/checks/{check.id}"
    tag = (await table.eve.get(path)).headers["etag"]

    assert (await table.eve.get(path, if_none_match=tag)).status_code == 304

    await check.told(table.ann, "accept", unit=table.a["id"])

    assert (await table.eve.get(path, if_none_match=tag)).status_code == 200


async def test_advice_and_results_speak_the_language_of_the_one_who_asks(table: Table) -> None:
    check = await table.chosen(1, target=6)
    advice = (await table.ann.get(f"/checks/{check.id}?lang=ja")).json()["advice"]
    rolled = await table.ann.told(f"/checks/{check.id}/roll?lang=ja", {"faces": [6]})

    assert [one["code"] for one in advice] == ["unit_not_reviewed", "needless_risk"]
    assert "ファンブル" in advice[1]["text"]
    assert "成功" in rolled["outcome"]["text"]


# --- who may, and what is not there ----------------------------------------------------------


async def test_who_only_looks_on_sees_everything_and_does_nothing(table: Table) -> None:
    check = await table.chosen(1)

    assert (await check.seen(table.eve))["you_may"] == []
    assert (await check.post(table.eve, "roll")).status_code == 403
    assert (await table.eve.post("/checks", {"action": "x", "units": ["y"]})).status_code == 403


async def test_a_check_of_another_room_is_not_found(table: Table, house: House) -> None:
    check = await table.check(table.gm, table.a)
    stranger = await house.room()

    assert (await stranger.get(f"/checks/{check.id}")).status_code == 404
    assert (await stranger.post(f"/checks/{check.id}/accept", {})).status_code == 404
    assert (await table.gm.get("/checks/chk_00000000000000000000000000")).status_code == 404


async def test_a_closed_room_moves_no_check_but_shows_all(table: Table) -> None:
    check = await table.chosen(1)
    await table.gm.told("/close")

    assert (await check.post(table.ann, "roll")).status_code == 409
    assert (await check.seen(table.ann))["step"] == "choosing"


REFUSED: list[tuple[str, str, Json, int, str, str]] = [
    # step of the check, who, body, status, rule, pointer
    ("accept", "ben", {}, 403, "only_gm", "#"),
    ("decline", "ann", {"verdict": "perhaps"}, 422, "not_a_choice", "#/verdict"),
    ("target", "ann", {"condition": "x"}, 403, "only_gm", "#"),
    ("target", "gm", {"condition": "x", "target": "many"}, 422, "not_integer", "#/target"),
    ("target", "gm", {"condition": "x", "target": -1}, 422, "too_small", "#/target"),
    ("target", "gm", {"condition": "x\n"}, 422, "not_in_this_step", "#"),
    ("target", "gm", {"condition": "x\ny"}, 422, "not_plain", "#/condition"),
    ("target", "gm", {}, 422, "required", "#/condition"),
    ("declarations", "ann", {"unit": "a", "factors": [{}]}, 422, "exactly_one_of", "#/factors/0"),
    (
        "declarations",
        "ann",
        {"unit": "a", "factors": [{"factor": "f", "name": "n"}]},
        422,
        "not_together",
        "#/factors/0/name",
    ),
    (
        "declarations",
        "ann",
        {"unit": "a", "factors": [{"original": "o"}]},
        422,
        "required",
        "#/factors/0/name",
    ),
    ("premise", "gm", {"approved": True, "unit": "a"}, 422, "not_together", "#/unit"),
    ("premise", "gm", {"approved": True, "text": "x"}, 422, "not_together", "#/text"),
    ("withdraw", "gm", {"factors": [1], "reason": "x"}, 422, "not_together", "#/reason"),
    ("withdraw", "gm", {"factors": []}, 422, "too_short", "#/factors"),
    ("judgement", "ann", {"verdicts": [{"factor": 1, "ruling": "approve"}]}, 403, "only_gm", "#"),
    ("judgement", "gm", {"verdicts": []}, 422, "too_short", "#/verdicts"),
    ("renaming", "ann", {"factor": 1}, 422, "exactly_one_of", "#"),
    ("renaming", "ann", {"factor": 0, "answer": "agree"}, 422, "too_small", "#/factor"),
    ("choices", "ann", {"unit": "a", "rolled": ["1"]}, 422, "not_integer", "#/rolled/0"),
    ("choices", "ben", {}, 403, "only_player", "#"),
    ("roll", "ann", {"dice": 3}, 422, "unknown", "#/dice"),
    ("result", "gm", {"show": "result"}, 422, "not_in_this_step", "#"),
    ("fumble", "ann", {"name": "x"}, 403, "only_gm", "#"),
]


@pytest.mark.parametrize(("step", "who", "body", "status", "rule", "pointer"), REFUSED)
async def test_a_move_that_is_refused_says_why_and_where(
    lasting: Table, step: str, who: str, body: Json, status: int, rule: str, pointer: str
) -> None:
    check = await lasting.check(lasting.gm, lasting.a)
    given = {name: lasting.a["id"] if value == "a" else value for name, value in body.items()}
    refused = await check.refused(getattr(lasting, who), step, **given)
    await check.told(lasting.gm, "withdraw")

    assert refused == (status, rule, pointer)
