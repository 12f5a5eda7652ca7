"""The tables of every service are those that its steps lead to, in both databases."""

from pathlib import Path

import pytest
from sqlalchemy import inspect

from majokko_gateway.main import SERVICES
from majokko_kit.database.migrating import BASE, HEAD, differences, moved
from majokko_kit.database.opening import connected
from majokko_kit.service import Service
from tests.support.databases import Changes
from tests.support.serving import settings_in

KEEPERS = [
    pytest.param(service, id=service.name)
    for service in SERVICES.values()
    if service.tables is not None
]
DRAFT = "draft the step that is missing: majokko migrate <service> --draft <what changes>"


@pytest.mark.parametrize("service", KEEPERS)
async def test_the_steps_lead_to_the_tables_of_the_code(
    tmp_path: Path, database: Changes, service: Service
) -> None:
    async with connected(settings_in(tmp_path, **database), service) as kept:
        await moved(kept.engine, kept.history)
        found = await differences(kept.engine, kept.history)

    assert found == [], DRAFT


@pytest.mark.parametrize("service", KEEPERS)
async def test_the_steps_lead_down_to_nothing_and_up_again(
    tmp_path: Path, database: Changes, service: Service
) -> None:
    async with connected(settings_in(tmp_path, **database), service) as kept:
        await moved(kept.engine, kept.history, HEAD)
        await moved(kept.engine, kept.history, BASE)
        async with kept.engine.connect() as sql:
            left = await sql.run_sync(lambda connection: inspect(connection).get_table_names())
        await moved(kept.engine, kept.history, HEAD)
        found = await differences(kept.engine, kept.history)

    assert left == [kept.history.table]
    assert found == []


@pytest.mark.parametrize("service", KEEPERS)
def test_tables_bear_the_name_of_their_service(service: Service) -> None:
    assert service.tables is not None
    assert {name.partition("_")[0] for name in service.tables.tables} == {service.name}
