"""Whatever a client sends, the answer is one that the contracts document."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.support.processes import serving

pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.NonInteractiveExampleWarning")

QUICK = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,  # a failure must come back in the next run
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("var")) as served:
        yield served.base


@pytest.fixture
def rest(base: str) -> object:
    return schemathesis.openapi.from_url(f"{base}/openapi.json")


@pytest.fixture
def graphql(base: str) -> object:
    return schemathesis.graphql.from_url(f"{base}/graphql")


REST = schemathesis.pytest.from_fixture("rest")
GRAPHQL = schemathesis.pytest.from_fixture("graphql")


@REST.parametrize()
@QUICK
def test_rest_answers_as_documented(case: schemathesis.Case) -> None:
    # Rules are stricter than JSON Schema can say: a well-typed request may be refused.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


@GRAPHQL.parametrize()
@QUICK
def test_graphql_answers_as_documented(case: schemathesis.Case) -> None:
    case.call_and_validate()
