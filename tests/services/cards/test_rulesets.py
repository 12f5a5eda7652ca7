"""Sessions keep the ruleset that they were begun by, also one of a file."""

from pathlib import Path

from tests.services.cards.parlour import Guest, Json, open_parlour, stacked

OFTEN = """
extends = "magion@1"
id = "often"
version = 1
name = {en = "Deals again for two heads"}

[numbers]
redeal_heads = 2
"""


def _with(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "often.toml").write_text(text)
    return folder


async def test_whoever_would_hold_too_many_heads_has_all_girls_dealt_again(tmp_path: Path) -> None:
    """With two heads as too many, about every second deal will do."""
    files = _with(tmp_path / "rulesets", OFTEN)
    async with open_parlour(tmp_path / "var", {}, rulesets=files) as parlour:
        games = (await parlour.get("/v1/games")).json()["items"]
        redeals: list[int] = []
        while not any(redeals):
            host = await parlour.session(2, game="often@1")
            seats = [await host.sit(f"Girl {n}") for n in range(2)]
            await host.told("/start")
            facts = await host.seen("")
            views = [await seat.seen() for seat in seats]
            redeals.append(facts["dealt"]["redeals"])

            assert max(_heads(views)) < 2
            assert _decks(facts) == [
                "girls-0", "witches", *(f"girls-{n}" for n in range(1, redeals[-1] + 1)),
            ]  # fmt: skip
            assert facts["dealt"]["deck"] == f"girls-{redeals[-1]}"
            assert views[0]["deck_root"] == facts["dealt"]["deck_root"]
            assert facts["dealt"]["client_seed_source"] == "server"

    assert [each["ruleset"] for each in games] == ["magion@1", "often@1"]
    assert redeals[-1] > 0


def _heads(views: list[Json]) -> list[int]:
    """Count the heads of each hand, as its neighbours see it."""
    hands = [hand["cards"] for view in views for hand in view["hands"]]
    return [sum(str(card["card"]).endswith("-4") for card in hand) for hand in hands]


def _decks(facts: Json) -> list[str]:
    return [each["deck"] for each in facts["dealt"]["draws"] if each["deck"] is not None]


async def test_a_game_never_goes_on_by_other_rules_than_it_began_by(
    tmp_path: Path,
) -> None:
    two = OFTEN.replace("redeal_heads = 2", "markers = 2")
    files = _with(tmp_path / "rulesets", OFTEN)
    async with open_parlour(tmp_path / "var", {}, rulesets=files, with_dice=False) as parlour:
        game = await parlour.practice(stacked([]), game="often")
        await game.hint()
    _with(files, two)
    async with open_parlour(tmp_path / "var", {}, rulesets=files, with_dice=False) as parlour:
        mover = Guest(parlour.client, game.mover.path, game.mover.token, game.mover.made)
        gone = await mover.act(game.version, type="play", card=0)
        facts = await parlour.get(game.host.path)
        other = await parlour.practice(stacked([]), game="often")
        await other.hint()
        lost = await other.hint()

    assert lost["status"] == "lost"
    assert facts.status_code == 200
    assert (gone.status_code, gone.json()["errors"][0]["pointer"]) == (422, "#/ruleset")
