"""Sessions as they are made: where they are found, and how many may play."""

import pytest

from tests.services.cards.parlour import Parlour, stacked

DEAL = {"girls": stacked([])}


async def test_whoever_sat_down_reads_of_it_where_she_is_told(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    sat = await parlour.post(f"{host.path}/seats", {"name": "Mami", "seat": 1})
    token = f"Bearer {sat.json()['token']}"
    found = await parlour.get(sat.headers["location"], authorization=token)

    assert found.status_code == 200
    assert found.json()["seats"][sat.json()["seat"]]["name"] == "Mami"


async def test_the_token_of_another_session_shows_nothing(parlour: Parlour) -> None:
    host, other = await parlour.session(deal=DEAL), await parlour.session(deal=DEAL)
    mami = await other.sit("Mami")
    found = [
        (await parlour.get(host.path, **headers)).status_code
        for headers in (mami.headers, host.headers, {})
    ]

    assert found == [404, 200, 200]


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/boards"])
@pytest.mark.parametrize(
    ("players", "rule", "detail"),
    [
        (-1, "too_small", "At least 2."),
        (0, "too_small", "At least 2."),
        (1, "too_small", "At least 2."),
        (5, "too_large", "At most 4."),
        (11, "too_large", "At most 4."),
        (2**53, "too_large", "At most 4."),
    ],
)
async def test_the_game_says_how_many_may_play(
    parlour: Parlour, path: str, players: int, rule: str, detail: str
) -> None:
    answer = await parlour.post(path, {"game": "magion", "players": players})
    [error] = answer.json()["errors"]

    assert answer.status_code == 422
    assert (error["pointer"], error["rule"], error["detail"]) == ("#/players", rule, detail)
