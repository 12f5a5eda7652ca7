"""Creations step by step, with dice that were thrown by hand."""

import asyncio
import re

import httpx
import pytest

from tests.services.characters.kitchen import Guest, Json, Kitchen

_ID = r"_[0-9A-HJKMNP-TV-Z]{26}"


@pytest.fixture
async def draft(kitchen: Kitchen) -> Guest:
    return await kitchen.begin()


async def test_a_creation_begins_with_its_dice_and_says_what_they_give(kitchen: Kitchen) -> None:
    made = (await kitchen.begin()).made

    assert re.fullmatch("dra" + _ID, made["id"])
    assert re.fullmatch("mjk_draft_[0-9A-Za-z]{43}", made["token"])
    assert (made["ruleset"], made["state"], made["version"]) == ("tea@1", "open", 1)
    assert made["source"] == "supplied"
    assert [(one["offer"], one["sides"], one["faces"]) for one in made["rolls"]] == [
        (None, 20, [7])
    ]
    assert made["sheet"]["stats"]["HEAT"] == {
        "value": 7,
        "because": [{"kind": "roll", "what": "heat", "plus": 7, "roll": 7}],
    }
    assert made["pending"] == [{"id": "leaf", "step": "leaf", "offers": ["leaf"]}]
    assert made["coins"] == {"coin": 3}


async def test_an_offer_says_what_it_costs_and_what_is_to_be_picked(draft: Guest) -> None:
    offers = {offer["id"]: offer for offer in draft.made["offers"]}

    assert offers["leaf"] == {
        "id": "leaf",
        "step": "leaf",
        "does": "choose",
        "cost": None,
        "pick": [{"name": "leaf", "options": ["green", "black"]}],
    }
    assert offers["sugar"]["cost"] == {"coin": 2}
    assert offers["sugar"]["pick"] == [{"name": "spoons", "min": 1, "max": 9}]
    assert offers["name"]["pick"] == [{"name": "name", "text": {"max": 20}}]


@pytest.mark.parametrize(
    ("language", "does"),
    [("en", "Stir twice."), ("ja", "二度かき混ぜる。"), ("zh-Hans", "Stir twice.")],
)
async def test_an_offer_is_told_in_the_language_of_the_caller(
    draft: Guest, language: str, does: str
) -> None:
    seen = (await draft.get("?lang=" + language)).json()

    assert [one["does"] for one in seen["offers"] if one["id"] == "stir.0"] == [does]


async def test_choices_lead_to_a_character_with_every_number_explained(draft: Guest) -> None:
    await draft.choose("leaf", leaf="black")
    await draft.choose("stir.0", faces=[6, 5])
    await draft.choose("sugar", spoons=4)
    named = await draft.choose("name", name="Nagisa")
    born = await draft.finished()

    assert named["coins"] == {"coin": 0}
    assert named["version"] == 5
    assert named["pending"] == []
    sheet = born.made["sheet"]
    assert born.made["name"] == "Nagisa"
    assert sheet["stats"]["HEAT"]["value"] == 7 + 11 + 5
    for value in sheet["stats"].values():
        assert sum(reason["plus"] for reason in value["because"]) == value["value"]


async def test_a_finished_draft_names_its_character_and_offers_nothing(draft: Guest) -> None:
    await draft.choose("leaf", leaf="green")
    born = await draft.finished(name="Bebe")
    seen = await draft.look()
    late = [
        await draft.post("/choices", {"offer": "stir.0", "faces": [1, 1]}),
        await draft.post("/undo", {}),
        await draft.post("/finish", {}),
    ]

    assert (seen["state"], seen["character"]) == ("finished", born.id)
    assert (seen["offers"], seen["pending"]) == ([], [])
    assert born.made["name"] == "Bebe"
    assert [(one.status_code, one.json()["code"]) for one in late] == [(409, "not_on_offer")] * 3
    assert {one.json()["errors"][0]["rule"] for one in late} == {"ended"}


async def test_a_draft_with_open_choices_is_not_finished(draft: Guest) -> None:
    answer = await draft.post("/finish")

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "pending_choices")
    assert "leaf" in problem["detail"]
    assert (await draft.look())["state"] == "open"


async def test_choices_can_be_taken_back_to_the_first_dice(draft: Guest) -> None:
    await draft.choose("leaf", leaf="green")
    await draft.choose("sugar", spoons=2)
    one_less = await draft.told("/undo", {})
    none_left = await draft.told("/undo")
    refused = await draft.post("/undo")

    assert one_less["coins"] == {"coin": 3}
    assert one_less["sheet"]["leaf"]["value"] == "green"
    assert none_left["sheet"] == draft.made["sheet"]
    assert refused.json()["errors"][0]["rule"] == "nothing_to_undo"


async def test_taking_back_is_no_second_throw(draft: Guest) -> None:
    await draft.choose("stir.0", faces=[6, 6])
    await draft.told("/undo")
    other = await draft.post("/choices", {"offer": "stir.0", "faces": [1, 1]})
    again = await draft.choose("stir.0")

    assert other.json()["code"] == "faces_too_many"
    assert again["sheet"]["stats"]["HEAT"]["value"] == 7 + 12
    assert [one["faces"] for one in again["rolls"]] == [[7], [6, 6]]


async def test_a_draft_that_is_given_up_can_still_be_read(draft: Guest) -> None:
    gone = await draft.ask("DELETE")
    seen = await draft.look()
    late = await draft.post("/choices", {"offer": "leaf", "leaf": "green"})

    assert (gone.status_code, gone.content) == (204, b"")
    assert seen["state"] == "abandoned"
    assert late.json()["code"] == "not_on_offer"


async def test_a_setting_changes_a_creation(kitchen: Kitchen) -> None:
    rich = (await kitchen.begin(options={"coins": 9})).made

    assert rich["coins"] == {"coin": 9}
    assert rich["options"] == {"coins": 9}


async def test_a_bare_name_means_the_newest_ruleset(kitchen: Kitchen) -> None:
    made = (await kitchen.begin(ruleset="tea", faces=[7, 8, 9])).made

    assert made["ruleset"] == "tea@2"
    assert made["sheet"]["stats"]["HEAT"]["value"] == 24


BEGINNINGS = [
    ({"ruleset": "coffee@1"}, "#/ruleset", "not_a_choice"),
    ({"ruleset": "tea@3"}, "#/ruleset", "not_a_choice"),
    ({"ruleset": ""}, "#/ruleset", "too_short"),
    ({"ruleset": 1}, "#/ruleset", "not_text"),
    ({"faces": []}, "#/faces", "needed"),
    ({"faces": [7, 8]}, "#/faces", "needed"),
    ({"faces": [21]}, "#/faces/0", "not_on_die"),
    ({"faces": [0]}, "#/faces/0", "not_on_die"),
    ({"faces": ["7"]}, "#/faces/0", "not_integer"),
    ({"faces": [7.0]}, "#/faces/0", "not_integer"),
    ({"faces": [True]}, "#/faces/0", "not_integer"),
    ({"options": {"coins": 10}}, "#/options/coins", "too_large"),
    ({"options": {"coins": "9"}}, "#/options/coins", "not_integer"),
    ({"options": {"milk": True}}, "#/options/milk", "unknown"),
    ({"options": []}, "#/options", "not_object"),
    ({"commitment": "00" * 32}, "#/commitment", "not_together"),
    ({"commitment": "oh"}, "#/commitment", "malformed"),
    ({"colour": "pink"}, "#/colour", "unknown"),
]


@pytest.mark.parametrize(("change", "pointer", "rule"), BEGINNINGS)
async def test_a_wrong_beginning_is_refused_with_its_place(
    kitchen: Kitchen, change: Json, pointer: str, rule: str
) -> None:
    answer = await kitchen.post("/v1/drafts", {"ruleset": "tea@1", "faces": [7], **change})

    problem = answer.json()
    assert answer.status_code == 422, problem
    assert [(one["pointer"], one["rule"]) for one in problem["errors"]] == [(pointer, rule)]


CHOICES = [
    ({}, 422, "#/offer", "required"),
    ({"offer": "milk"}, 409, "#/offer", "unknown"),
    ({"offer": ""}, 422, "#/offer", "too_short"),
    ({"offer": 7}, 422, "#/offer", "not_text"),
    ({"offer": "stir.1", "faces": [1, 1]}, 409, "#/offer", "unknown"),
    ({"offer": "leaf"}, 422, "#/leaf", "required"),
    ({"offer": "leaf", "leaf": "oolong"}, 422, "#/leaf", "not_a_choice"),
    ({"offer": "leaf", "leaf": ["green"]}, 422, "#/leaf", "not_text"),
    ({"offer": "leaf", "leaf": None}, 422, "#/leaf", "not_text"),
    ({"offer": "leaf", "leaf": "green", "cup": 1}, 422, "#/cup", "unknown"),
    ({"offer": "leaf", "picks": {"leaf": "oolong"}}, 422, "#/picks/leaf", "not_a_choice"),
    ({"offer": "leaf", "picks": {}}, 422, "#/picks/leaf", "required"),
    ({"offer": "leaf", "picks": {"leaf": "green", "a/b": 1}}, 422, "#/picks/a~1b", "unknown"),
    ({"offer": "leaf", "picks": [], "leaf": "green"}, 422, "#/picks", "not_object"),
    ({"offer": "leaf", "leaf": "green", "faces": [1]}, 422, "#/faces", "needed"),
    ({"offer": "sugar", "spoons": 10}, 422, "#/spoons", "too_large"),
    ({"offer": "sugar", "spoons": True}, 422, "#/spoons", "not_integer"),
    ({"offer": "sugar", "spoons": 8}, 422, "#/spoons", "too_many_bonus_dice"),
    ({"offer": "name", "name": "a\u202eb"}, 422, "#/name", "not_plain"),
    ({"offer": "name", "name": " "}, 422, "#/name", "too_short"),
    ({"offer": "stir.0"}, 422, "#/faces", "needed"),
    ({"offer": "stir.0", "faces": [6]}, 422, "#/faces", "needed"),
    ({"offer": "stir.0", "faces": [6, 7]}, 422, "#/faces/1", "not_on_die"),
    (
        {"offer": "leaf", "leaf": "green", "expected_version": -1},
        422,
        "#/expected_version",
        "too_small",
    ),
]


@pytest.mark.parametrize(("body", "status", "pointer", "rule"), CHOICES)
async def test_a_wrong_choice_is_refused_with_its_place_and_changes_nothing(
    draft: Guest, body: Json, status: int, pointer: str, rule: str
) -> None:
    answer = await draft.post("/choices", body)

    problem = answer.json()
    assert answer.status_code == status, problem
    assert [(one["pointer"], one["rule"]) for one in problem["errors"]] == [(pointer, rule)]
    assert await draft.look() == _seen(draft.made)


def _seen(made: Json) -> Json:
    return {name: value for name, value in made.items() if name != "token"}


async def test_what_cannot_be_paid_for_is_refused(draft: Guest) -> None:
    await draft.choose("sugar", spoons=1)
    answer = await draft.post("/choices", {"offer": "sugar", "spoons": 1})

    assert (answer.status_code, answer.json()["errors"][0]["rule"]) == (409, "unaffordable")


async def test_picks_may_stand_in_an_object_of_their_own(draft: Guest) -> None:
    chosen = await draft.choose("leaf", picks={"leaf": "black"})

    assert chosen["sheet"]["leaf"]["value"] == "black"


async def test_the_version_that_was_seen_may_be_named(draft: Guest) -> None:
    await draft.choose("leaf", leaf="green")
    by_body = await draft.post(
        "/choices", {"offer": "stir.0", "faces": [1, 1], "expected_version": 1}
    )
    by_tag = await draft.post("/undo", {}, if_match='"1-en"')
    right = await draft.post("/undo", {"expected_version": 2}, if_match='"2-en"')

    problem = by_body.json()
    assert (by_body.status_code, problem["code"]) == (409, "stale_version")
    assert problem["missed"] == [{"version": 2, "choices": ["leaf"]}]
    assert (by_tag.status_code, by_tag.json()["code"]) == (412, "precondition_failed")
    assert right.status_code == 200


async def test_of_many_choices_at_once_one_has_its_effect(draft: Guest) -> None:
    body = {"offer": "name", "name": "Mami", "expected_version": 1}
    answers = await asyncio.gather(*(draft.post("/choices", body) for _ in range(6)))

    assert sorted(one.status_code for one in answers) == [200, *[409] * 5]
    assert (await draft.look())["version"] == 2


async def test_coins_are_spent_once_however_many_spend_at_once(draft: Guest) -> None:
    answers = await asyncio.gather(
        *(draft.post("/choices", {"offer": f"stir.{n}", "faces": [1, 1]}) for n in (0, 0, 0, 0))
    )
    seen = await draft.look()

    taken = sum(one.is_success for one in answers)
    assert seen["coins"]["coin"] == 3 - taken
    assert seen["version"] == 1 + taken
    assert taken == 1


async def test_a_choice_with_a_key_happens_once(draft: Guest) -> None:
    body = {"offer": "sugar", "spoons": 1}
    answers = [await draft.post("/choices", body, idempotency_key="once") for _ in range(3)]
    other = await draft.post("/choices", {"offer": "sugar", "spoons": 2}, idempotency_key="once")

    assert len({one.content for one in answers}) == 1
    assert [one.headers.get("idempotency-replayed") for one in answers] == [None, "true", "true"]
    assert (await draft.look())["coins"] == {"coin": 1}
    assert other.json()["code"] == "idempotency_key_reused"


async def test_a_beginning_with_a_key_happens_once(kitchen: Kitchen) -> None:
    body = {"ruleset": "tea@1", "faces": [9]}
    answers = await asyncio.gather(
        *(kitchen.post("/v1/drafts", body, idempotency_key="begin-9") for _ in range(4))
    )

    assert {one.status_code for one in answers} == {201}
    assert len({one.content for one in answers}) == 1


async def test_an_unchanged_draft_is_not_sent_again(draft: Guest) -> None:
    first = await draft.get()
    again = await draft.get(if_none_match=first.headers["etag"])
    in_japanese = await draft.get("?lang=ja", if_none_match=first.headers["etag"])
    await draft.choose("leaf", leaf="green")
    later = await draft.get(if_none_match=first.headers["etag"])

    assert (again.status_code, again.content) == (304, b"")
    assert in_japanese.status_code == later.status_code == 200


async def test_what_was_begun_is_found_where_the_answer_says(kitchen: Kitchen) -> None:
    answer = await kitchen.post("/v1/drafts", {"ruleset": "tea@1", "faces": [7]})
    token = answer.json()["token"]
    seen = await kitchen.get(answer.headers["location"], authorization=f"Bearer {token}")

    assert seen.json() == _seen(answer.json())


STRANGERS = [
    ("another draft", 404),
    ("nobody", 401),
    ("unknown", 401),
    ("garbage", 401),
]


@pytest.mark.parametrize(("who", "status"), STRANGERS)
async def test_a_draft_opens_only_for_its_own_token(
    kitchen: Kitchen, draft: Guest, who: str, status: int
) -> None:
    other = await kitchen.begin()
    tokens = {"another draft": other.token, "unknown": "mjk_draft_" + "0" * 43, "garbage": "?"}
    headers = {"authorization": f"Bearer {tokens[who]}"} if who in tokens else {}
    asked = [
        ("GET", ""),
        ("POST", "/choices"),
        ("POST", "/undo"),
        ("POST", "/finish"),
        ("DELETE", ""),
    ]
    body = {"offer": "leaf", "leaf": "green"}
    answers: list[httpx.Response] = []
    for method, path in asked:
        said = body if path == "/choices" else {} if method == "POST" else None
        answers.append(
            await kitchen.client.request(method, draft.path + path, json=said, headers=headers)
        )

    assert [one.status_code for one in answers] == [status] * len(asked)
    assert (await draft.look())["version"] == 1
