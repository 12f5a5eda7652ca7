"""Exact odds over REST and GraphQL, and their picture."""

from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

Json = dict[str, Any]

# question, mean, {value: probability}: the oracles of several independent programs
ORACLES: list[tuple[Json, Fraction, dict[int, float]]] = [
    ({"notation": "4d6kh3"}, Fraction(15869, 1296), {18: 21 / 1296, 3: 1 / 1296}),
    ({"notation": ".ww20a9"}, Fraction(15, 2), {0: 0.000797923, 5: 0.110723886}),
    ({"notation": "1a9"}, Fraction(3, 8), {0: 0.7, 1: 0.24, 2: 0.048, 3: 0.0096}),
    (
        {"check": {"system": "amgc", "stat": 24}},
        Fraction(6),
        {0: 0.002176782336, 6: 0.168332795136},
    ),
    ({"notation": ".rb1"}, Fraction(34), {1: 0.019, 100: 0.001}),
    ({"notation": ".rb2"}, Fraction(103, 4), {1: 0.0271, 100: 0.0001}),
    ({"notation": ".rp2"}, 101 - Fraction(103, 4), {100: 0.0271, 1: 0.0001}),
]


@pytest.mark.parametrize(("question", "mean", "values"), ORACLES, ids=str)
async def test_odds_equal_the_oracles(
    client: httpx.AsyncClient, question: Json, mean: Fraction, values: dict[int, float]
) -> None:
    odds = (await client.post("/v1/odds", json=question)).json()

    told = {entry["value"]: entry["probability"] for entry in odds["distribution"]}
    assert odds["mean"] == pytest.approx(float(mean), abs=1e-9)
    assert {value: told[value] for value in values} == pytest.approx(values, abs=1e-9)
    assert sum(told.values()) + odds["tail"] == pytest.approx(1)


async def test_exact_adds_fractions(client: httpx.AsyncClient) -> None:
    check = {"system": "collapse", "value": 50, "bonus": 1}

    answer = await client.post("/v1/odds?exact=true", json={"check": check})

    odds = answer.json()
    assert odds["success"] == 0.75
    assert odds["exact"]["success"] == "3/4"
    assert odds["distribution"][0] == {"value": 1, "probability": 0.019, "fraction": "19/1000"}


async def test_levels_of_a_check_sum_to_one(client: httpx.AsyncClient) -> None:
    odds = (await client.post("/v1/odds", json={"notation": ".ra hard 60"})).json()

    assert odds["levels"]["critical"] == pytest.approx(0.01)
    assert sum(odds["levels"].values()) == pytest.approx(1)


async def test_graphql_tells_the_same_odds(client: httpx.AsyncClient) -> None:
    query = """query Odds($input: QuestionInput!) { computeOdds(input: $input) {
        ... on Odds { notation mean variance success tail distribution { value probability }
                      levels { level probability } }
        ... on Problem { code } } }"""
    check = {"system": "collapse", "value": 50, "bonus": 1}
    asked = {"query": query, "variables": {"input": {"check": check}}}

    told = (await client.post("/graphql", json=asked)).json()["data"]["computeOdds"]

    rest = (await client.post("/v1/odds", json={"check": check})).json()
    told["levels"] = {entry["level"]: entry["probability"] for entry in told["levels"]}
    assert told == rest


async def test_odds_too_heavy_are_refused_not_estimated(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/odds", json={"notation": "999d999*999d999"})

    assert (answer.status_code, answer.json()["code"]) == (422, "budget_exceeded")


async def test_a_chart_is_a_picture_with_a_title(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/odds/chart.svg", params={"notation": "4d6kh3+2", "lang": "ja"})

    svg = ET.fromstring(answer.text)  # noqa: S314 - our own picture
    assert answer.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert answer.headers["content-language"] == "ja"
    assert "4d6kh3+2" in "".join(svg.itertext())


@pytest.mark.parametrize(
    ("written", "status"),
    [("4d6kh3%2B2", 200), ("4d6kh3+2", 422), ("%FF", 422), ("", 422)],
)
async def test_a_plus_that_a_url_turned_into_a_blank_is_never_lost_silently(
    client: httpx.AsyncClient, written: str, status: int
) -> None:
    answer = await client.get(f"/v1/odds/chart.svg?notation={written}")

    assert answer.status_code == status


@pytest.mark.parametrize("url", ["/v1/odds/chart.svg?notation=d6&size=9", "/v1/systems?page=2"])
async def test_an_unknown_parameter_is_refused(client: httpx.AsyncClient, url: str) -> None:
    answer = await client.get(url)

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")
