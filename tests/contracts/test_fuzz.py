"""Whatever a client sends, the answer is one that the contracts document."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from majokko_gateway.main import SERVICES, create_app
from majokko_kit.cursors import MAX_PAGE
from majokko_kit.graphql import Schema
from tests.support.processes import serving

# By default a 413 is no refusal of what a schema forbids, yet a list too long ends in one.
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}
)
REST = schemathesis.openapi.from_dict(create_app().api.openapi(), config=CONFIG)
Case = schemathesis.Case[Any]  # REST's and GraphQL's are asked alike
GRAPHQL = schemathesis.graphql.from_file(Schema(list(SERVICES.values())).as_str())

_PAGE = re.compile(r"\blimit: (-?\d+)")


@GRAPHQL.hook
def filter_case(_: object, case: Case) -> bool:
    """Leave out pages longer than any may be: such a document is refused as a whole."""
    return all(int(page) <= MAX_PAGE for page in _PAGE.findall(str(case.body)))


QUICK = settings(
    max_examples=40,
    derandomize=True,  # a failure must come back in the next run
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("var")) as served:
        yield served.base


@REST.parametrize()
@QUICK
def test_rest_answers_as_documented(case: Case, base: str) -> None:
    # Rules are stricter than JSON Schema can say: a well-typed request may be refused.
    case.call_and_validate(base_url=base, excluded_checks=[positive_data_acceptance])


@GRAPHQL.parametrize()
@QUICK
def test_graphql_answers_as_documented(case: Case, base: str) -> None:
    case.call_and_validate(base_url=f"{base}/graphql")
