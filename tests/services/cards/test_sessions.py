"""Sessions as they are made: where they are found, and how many may play."""

from tests.services.cards.parlour import Parlour, stacked

DEAL = {"girls": stacked([])}


async def test_whoever_sat_down_reads_of_it_where_she_is_told(parlour: Parlour) -> None:
    host = await parlour.session(deal=DEAL)
    sat = await parlour.post(f"{host.path}/seats", {"name": "Mami", "seat": 1})
    token = f"Bearer {sat.json()['token']}"
    found = await parlour.get(sat.headers["location"], authorization=token)

    assert found.status_code == 200
    assert found.json()["seats"][sat.json()["seat"]]["name"] == "Mami"
