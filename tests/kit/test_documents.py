"""Documents are read once and remembered, but not without bounds."""

import pytest

from majokko_kit.graphql import Schema
from majokko_kit.graphql.documents import REMEMBERED, Unusable
from tests.kit.tearoom import SERVICE


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema([SERVICE])


@pytest.mark.parametrize(
    ("document", "units"),
    [
        ("{ cup { tea } }", 1),
        ("{ a: spilled b: spilled c: cup { tea friend { tea } } }", 3),
        ("{ ...F b: spilled } fragment F on Query { a: spilled ... { c: spilled } }", 3),
        ("{ menu(first: 100) { tea } }", 1),
        ("{ " + " ".join(f"m{n}: menu(first: 100) {{ tea }}" for n in range(60)) + " }", 60),
        ("query ($n: Int!) { menu(first: $n) {" + " sugar" * 20 + " tea" * 20 + "}}", 3),
        ("{ __schema { types { name fields { name args { name type { name } } } } } }", 3),
    ],
)  # fmt: skip
def test_a_document_costs_a_unit_for_each_root_field_or_by_what_it_may_answer(
    schema: Schema, document: str, units: int
) -> None:
    assert schema.operation(document).units == units


def test_each_operation_has_its_own_price(schema: Schema) -> None:
    document = "query A { cup { tea } } query B { a: cup { tea } b: cup { tea } }"

    assert schema.operation(document, "A").units == 1
    assert schema.operation(document, "B").units == 2


def test_a_known_document_is_not_read_again(schema: Schema) -> None:
    first = schema.operation("{ cup { sugar } }")

    assert schema.operation("{ cup { sugar } }") is first


def test_only_so_many_documents_are_remembered_the_latest_ones() -> None:
    schema = Schema([SERVICE])
    first = schema.operation("{ cup { tea } }")
    for number in range(REMEMBERED - 1):
        schema.operation(f"{{ cup {{ t{number}: tea }} }}")
    kept = schema.operation("{ cup { tea } }")
    for number in range(REMEMBERED):
        schema.operation(f"{{ cup {{ s{number}: tea }} }}")

    assert kept is first
    assert schema.operation("{ cup { tea } }") is not first


def test_long_documents_and_wrong_ones_are_not_remembered(schema: Schema) -> None:
    long = "{ cup { tea } }".ljust(9000)
    with pytest.raises(Unusable) as first:
        schema.operation("{ coffee }")
    with pytest.raises(Unusable) as second:
        schema.operation("{ coffee }")

    assert schema.operation(long) is not schema.operation(long)
    assert first.value is not second.value
