"""The OpenAPI document: complete, and its examples are what it promises."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from majokko_kit.problems import MEDIA_TYPE

Json = dict[str, Any]
DOCUMENT: Json = json.loads(
    (Path(__file__).parents[2] / "openapi" / "majokko.openapi.json").read_text("utf-8")
)
OPERATIONS: dict[str, Json] = {
    operation["operationId"]: operation
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
}


def _examples() -> Iterator[Any]:
    """Every example with its schema: of requests, of answers and of refusals."""
    for name, operation in OPERATIONS.items():
        contents = {"request": operation.get("requestBody", {}), **operation["responses"]}
        for place, holder in contents.items():
            for media, content in holder.get("content", {}).items():
                if "schema" in content:
                    yield pytest.param(content, id=f"{name} {place} {media}")


@pytest.mark.parametrize("content", list(_examples()))
def test_every_body_has_an_example_that_fits_its_schema(content: Json) -> None:
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    examples = [one["value"] for one in content.get("examples", {}).values()]
    examples += [content["example"]] if "example" in content else []

    assert examples
    for example in examples:
        assert [str(fault.message) for fault in validator.iter_errors(example)] == []


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_every_operation_says_what_it_does_and_how_it_refuses(operation: Json) -> None:
    refusals = {status: told for status, told in operation["responses"].items() if status >= "400"}

    assert operation["summary"]
    assert operation["description"]
    assert {tag["name"] for tag in DOCUMENT["tags"]} >= set(operation["tags"])
    assert {"429", "500"} <= refusals.keys()
    assert all(told["content"].keys() == {MEDIA_TYPE} for told in refusals.values())


def test_operations_stand_in_chapters_that_can_be_surveyed() -> None:
    chapters = Counter(chapter for each in OPERATIONS.values() for chapter in each["tags"])

    assert sum(chapters.values()) == len(OPERATIONS)
    assert list(chapters) == [tag["name"] for tag in DOCUMENT["tags"]]
    assert max(chapters.values()) <= 16


def test_what_may_be_stored_can_be_asked_for_again() -> None:
    reads = [path["get"] for path in DOCUMENT["paths"].values() if "get" in path]
    stored = [read for read in reads if not _is_stream(read)]

    assert stored
    for read in stored:
        assert "ETag" in read["responses"]["200"]["headers"]
        assert "304" in read["responses"]
        assert "If-None-Match" in [parameter["name"] for parameter in read["parameters"]]


def _is_stream(read: Json) -> bool:
    return "text/event-stream" in read["responses"]["200"]["content"]


def test_every_tag_is_described() -> None:
    assert DOCUMENT["info"]["description"]
    assert all(tag["description"] for tag in DOCUMENT["tags"])
