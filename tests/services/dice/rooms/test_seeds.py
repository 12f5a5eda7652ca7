"""What members contribute before a stream draws."""

import pytest

from tests.services.dice.rooms.table import Guest, codes, together


def rule(answer: object) -> tuple[int, str]:
    told = answer.json()  # type: ignore[attr-defined]
    return told["status"], told["errors"][0]["rule"]


async def test_everybody_contributes_once_to_what_she_has_seen_committed(
    gm: Guest, player: Guest, spectator: Guest
) -> None:
    commitment = gm.made["stream"]["commitment"]
    given = [await one.seed(f"seed-{one.id[-4:]}", commitment) for one in (player, gm, spectator)]
    again = await player.seed("better", commitment)
    await player.draw()
    stream = (await gm.look())["stream"]

    assert {answer.status_code for answer in given} == {200}
    assert rule(again) == (409, "contributed")
    assert stream["client_seed_source"] == "client"
    assert stream["contributors"] == [player.id, gm.id, spectator.id]
    assert stream["client_seeds"] == [
        {"label": one.id, "seed": f"seed-{one.id[-4:]}"} for one in (player, gm, spectator)
    ]


async def test_what_others_contributed_is_not_told_before_it_counts(
    gm: Guest, player: Guest
) -> None:
    answer = await player.seed("my-cat.7", gm.made["stream"]["commitment"])
    seen = await gm.look()

    assert answer.json()["contributors"] == [player.id]
    assert seen["stream"]["client_seeds"] == []
    assert "my-cat.7" not in str(seen)


async def test_the_secret_stream_takes_seeds_of_its_own(gm: Guest, player: Guest) -> None:
    for stream in (gm.made["stream"], gm.made["secret_stream"]):
        answer = await player.seed("tea", stream["commitment"])

        assert answer.json()["id"] == stream["id"]


async def test_where_nobody_contributes_the_server_does_and_says_so(gm: Guest) -> None:
    await gm.draw()
    stream = (await gm.look())["stream"]

    assert stream["client_seed_source"] == "server"
    assert stream["contributors"] == []
    assert [seed["label"] for seed in stream["client_seeds"]] == ["server"]


async def test_an_open_stream_takes_no_seeds(gm: Guest, player: Guest) -> None:
    await gm.draw()
    answer = await player.seed("late", gm.made["stream"]["commitment"])

    assert rule(answer) == (409, "already_open")


async def test_a_seed_needs_the_commitment_that_it_is_for(gm: Guest) -> None:
    seen = gm.made["stream"]["commitment"]
    answers = [
        await gm.post("/seed", {"seed": "x"}),
        await gm.post("/seed", {"seed": "x"}, if_match='"' + "0" * 64 + '"'),
        await gm.post("/seed", {"seed": "x"}, if_match="*"),
        await gm.post("/seed", {"seed": "x"}, if_match=f'"{seen}", "{seen}"'),
    ]

    assert [answer.status_code for answer in answers] == [428, 412, 422, 422]
    assert (await gm.look())["stream"]["contributors"] == []


@pytest.mark.parametrize("seed", ["", "a b", "é", "x" * 65, "a\n", "ａ", "a/b"])
async def test_a_seed_is_plain_ascii(gm: Guest, seed: str) -> None:
    answer = await gm.seed(seed, gm.made["stream"]["commitment"])

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/seed"


async def test_a_seed_that_comes_with_the_first_draw_is_in_before_it_or_refused(
    gm: Guest, player: Guest
) -> None:
    commitment = gm.made["stream"]["commitment"]
    seeded, drawn = await together(player.seed("tea", commitment), gm.post("/draws", {}))
    stream = (await gm.look())["stream"]

    accepted = seeded.status_code == 200
    assert drawn.status_code == 200
    assert stream["client_seed_source"] == ("client" if accepted else "server")
    assert stream["contributors"] == ([player.id] if accepted else [])
    assert accepted or rule(seeded) == (409, "already_open")


async def test_seeds_that_come_at_once_are_all_accepted_in_one_order(gm: Guest) -> None:
    guests = [await gm.invite(f"Girl {n}") for n in range(6)]
    commitment = gm.made["stream"]["commitment"]
    answers = await together(
        *(one.seed(f"s{n}", commitment) for n, one in enumerate(guests)),
        *(one.seed("again", commitment) for one in guests),
    )
    await gm.draw()
    stream = (await gm.look())["stream"]

    assert codes(answers) == [(200, "")] * 6 + [(409, "stream_closed")] * 6
    assert sorted(stream["contributors"]) == sorted(one.id for one in guests)
