"""Games whose deck nobody could choose: promised, checked card by card, proved at the end."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from majokko_gateway import cli
from majokko_rules.fairness.verifying import ShownCard, card_was_there
from tests.services.cards.parlour import Game, Guest, Parlour, deck, open_parlour

Json = dict[str, Any]


async def _begun(parlour: Parlour, players: int = 3, **body: object) -> Game:
    host = await parlour.session(players, **body)
    seats = [await host.sit(f"Girl {n}", contribution=f"seed-{n}") for n in range(players)]
    game = Game(host, seats)
    await game.start()
    return game


def _shown(opening: Json) -> ShownCard:
    return ShownCard(
        deck_id=opening["deck"],
        position=opening["position"],
        card=opening["card"],
        salt=bytes.fromhex(opening["salt"]),
        path=tuple(bytes.fromhex(each) for each in opening["path"]),
    )


def _lay_there(facts: Json, openings: list[Json]) -> bool:
    """Check openings as a stranger can: by what everybody was told when the game began."""
    roots = {each["deck"]: each["root"] for each in facts["dealt"]["draws"] if each["deck"]}
    return all(
        card_was_there(bytes.fromhex(roots[each["deck"]]), each["size"], _shown(each))
        for each in openings
    )


async def test_the_deck_is_promised_before_anybody_sits_and_contributions_are_shown_at_the_start(
    parlour: Parlour,
) -> None:
    host = await parlour.session(3)
    promised = host.made["commitment"]
    seats = [await host.sit(f"Girl {n}", contribution=f"seed-{n}") for n in range(3)]
    before = await host.seen("")
    game = Game(host, seats)
    await game.start()
    facts = await host.seen("")

    assert len(promised) == 64
    assert (before["commitment"], before["dealt"]) == (promised, None)
    assert {each["contribution"] for each in before["seats"]} == {None}
    assert facts["commitment"] == promised
    assert [each["contribution"] for each in facts["seats"]] == ["seed-0", "seed-1", "seed-2"]
    dealt = facts["dealt"]
    assert dealt["client_seeds"] == [{"label": f"seat-{n}", "seed": f"seed-{n}"} for n in range(3)]
    assert game.view["deck_root"] == dealt["deck_root"]
    assert game.view["commitment"] == promised
    assert dealt["deck"] == f"girls-{dealt['redeals']}"
    assert game.turn in range(3)


async def test_every_card_that_one_sees_is_checked_by_what_everybody_was_told(
    parlour: Parlour,
) -> None:
    game = await _begun(parlour)
    facts = (await parlour.get(game.host.path)).json()
    for _ in range(3):
        await game.do(type="discard", card=0)
    for seat in game.seats:
        openings = (await seat.seen("/openings"))["cards"]
        view = await seat.seen()
        seen = {
            card["position"]: card["card"]
            for hand in view["hands"]
            for card in hand["cards"]
            if card["card"] is not None
        }

        assert _lay_there(facts, openings)
        assert {each["position"]: each["card"] for each in openings}.items() >= seen.items()
        assert len(openings) == len(seen) + len(view["discard"])
        own = {card["position"] for card in view["hands"][seat.seat]["cards"]}
        assert own.isdisjoint(each["position"] for each in openings)
        tampered = [
            {**openings[0], "card": "homura-1" if openings[0]["card"] != "homura-1" else "all"}
        ]
        assert not _lay_there(facts, tampered)


async def test_witches_are_opened_as_they_come(parlour: Parlour) -> None:
    game = await _begun(parlour, 2)
    facts = (await parlour.get(game.host.path)).json()
    await game.hint()
    await game.cleanse()
    openings = (await game.seats[0].seen("/openings"))["cards"]
    witches = [each for each in openings if each["deck"] == "witches"]

    assert witches
    assert witches[0]["card"] in (*game.view["witches_revealed"], *game.view["witches_discarded"])
    assert _lay_there(facts, openings)


async def test_those_who_watch_are_opened_what_lies_in_the_version_that_they_see(
    parlour: Parlour,
) -> None:
    game = await _begun(parlour, 2)
    began = game.version
    await game.hint()
    shown = [
        (await parlour.get(game.host.path + path)).json()["version"]
        for path in ("/view", "/openings")
    ]

    assert (shown, game.version) == ([began, began], began + 1)


async def test_a_tag_stands_for_one_answer_when_watching_becomes_late(parlour: Parlour) -> None:
    game = await _begun(parlour, 2, clock={"bank_ms": 60_000})
    first = await parlour.get(game.host.path + "/view")
    await game.hint()
    later = await parlour.get(game.host.path + "/view")

    assert first.json()["version"] == later.json()["version"]
    assert (first.json()["clock"]["deadline"], later.json()["clock"]["deadline"]) != (None, None)
    assert first.headers["etag"] != later.headers["etag"]


async def test_what_nobody_may_see_yet_is_in_no_answer(parlour: Parlour) -> None:
    game = await _begun(parlour)
    public = await parlour.get(f"{game.host.path}/openings")
    proof = await parlour.get(f"/v1/fairness/streams/{game.host.made['stream']}/proof")

    assert public.json()["cards"] == []
    assert proof.status_code == 409


async def _lost(game: Game) -> None:
    while game.turn is not None:
        await game.hint()


async def test_the_whole_deck_is_proved_once_the_game_is_over(
    parlour: Parlour, tmp_path: Path
) -> None:
    game = await _begun(parlour)
    facts = (await parlour.get(game.host.path)).json()
    await _lost(game)
    proof = await _proof(parlour, facts["stream"])
    openings = (await parlour.get(f"{game.host.path}/openings")).json()["cards"]
    girls = [each["card"] for each in openings if each["deck"] == facts["dealt"]["deck"]]

    assert proof["commitment"] == facts["commitment"]
    assert [each["head"] for each in proof["draws"]] == [
        each["head"] for each in facts["dealt"]["draws"]
    ]
    assert sorted(girls) == sorted(deck(3))
    assert _lay_there(facts, openings)
    saved = tmp_path / "proof.json"
    saved.write_text(json.dumps(proof))
    assert cli.main(["verify", str(saved)]) == 0


async def _proof(parlour: Parlour, stream: str) -> Json:
    """Wait for the proof, which is there as soon as dice have heard of the end."""
    for _ in range(200):
        answer = await parlour.get(f"/v1/fairness/streams/{stream}/proof")
        if answer.status_code == 200:
            proof: Json = answer.json()
            return proof
        await asyncio.sleep(0.05)
    raise AssertionError(answer.text)


async def test_a_first_player_is_drawn_by_dice(parlour: Parlour) -> None:
    firsts = {(await _begun(parlour, 2)).turn for _ in range(12)}

    assert firsts == {0, 1}


async def test_without_dice_nothing_is_begun_and_nothing_is_half_done(tmp_path: Path) -> None:
    async with open_parlour(tmp_path, {}) as parlour:
        host = await parlour.session(2)
        seats = [await host.sit(f"Girl {n}", contribution=f"s{n}") for n in range(2)]
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        away = Guest(parlour.client, host.path, host.token, host.made)
        refused = await away.post("/start")
        seen = await away.seen("")
        stays = await Guest(parlour.client, host.path, seats[0].token, seats[0].made).ask(
            "DELETE", "/seats/0"
        )
        unmade = await parlour.post("/v1/sessions", {"game": "magion", "players": 2})
        practice = await parlour.session(2, deal={"girls": list(deck(2))})
    async with open_parlour(tmp_path, {}) as parlour:
        back = Guest(parlour.client, host.path, host.token, host.made)
        begun = await back.told("/start")
        facts = await back.seen("")

    assert (refused.status_code, refused.json()["code"]) == (503, "dependency_away")
    assert "retry-after" in refused.headers
    assert (seen["status"], seen["version"]) == ("waiting", 2)
    assert stays.json()["errors"][0]["rule"] == "dealing"
    assert unmade.status_code == 503
    assert practice.made["status"] == "waiting"
    assert begun["status"] == "running"
    assert [each["seed"] for each in facts["dealt"]["client_seeds"]] == ["s0", "s1"]


async def test_a_game_goes_on_without_dice_and_its_stream_is_closed_when_they_are_back(
    tmp_path: Path,
) -> None:
    async with open_parlour(tmp_path, {}) as parlour:
        game = await _begun(parlour, 2)
        stream = game.host.made["stream"]
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        for guest in (game.host, *game.seats):
            object.__setattr__(guest, "client", parlour.client)
        await _lost(game)
    async with open_parlour(tmp_path, {}) as parlour:
        proof = await _proof(parlour, stream)

    assert proof["commitment"] == game.host.made["commitment"]


async def test_a_stream_that_cannot_be_closed_holds_up_no_other(tmp_path: Path) -> None:
    async with open_parlour(tmp_path, {}) as parlour:
        games = [await _begun(parlour, 2) for _ in range(3)]
        streams = [game.host.made["stream"] for game in games]
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        for guest in (each for game in games for each in (game.host, *game.seats)):
            object.__setattr__(guest, "client", parlour.client)
        for game in games[:2]:
            await _lost(game)
    with closing(connect(tmp_path / "cards.db")) as sql, sql:
        sql.execute("UPDATE cards_sessions SET stream = '' WHERE id = ?", [games[0].host.id])
    async with open_parlour(tmp_path, {}) as parlour:
        for guest in (games[2].host, *games[2].seats):
            object.__setattr__(guest, "client", parlour.client)
        proofs = [await _proof(parlour, streams[1])]
        await _lost(games[2])
        proofs.append(await _proof(parlour, streams[2]))

    assert [each["commitment"] for each in proofs] == [
        game.host.made["commitment"] for game in games[1:]
    ]


async def test_a_session_is_made_once_for_a_key_with_one_stream(parlour: Parlour) -> None:
    body = {"game": "magion", "players": 2}
    both = await asyncio.gather(
        *(parlour.post("/v1/sessions", body, idempotency_key="make-one") for _ in range(2))
    )

    assert both[0].json() == both[1].json()
    assert both[0].status_code == 201


async def test_an_action_puts_no_more_together_than_the_root(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await parlour.seated()
    await game.start()
    facts = await game.host.seen("")
    monkeypatch.delattr("majokko_cards.fairness.Pf1Fairness.deal")
    view = await game.hint()

    assert view["deck_root"] == facts["dealt"]["deck_root"]
