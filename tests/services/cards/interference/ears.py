"""Those who ask, listen, and write every answer down."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from majokko_cards import main
from majokko_kit.operations import Operation
from tests.services.cards.interference.houses import House
from tests.services.cards.interference.wire import Heard

OPERATIONS: Mapping[str, Operation[Any, Any]] = {each.name: each for each in main.OPERATIONS}


@dataclass(frozen=True)
class Ask:
    """A question: an operation by its name, with what it is asked.

    `token` is the asker's own unless it says otherwise; `anonymous` sends none.
    """

    of: str
    body: object = None
    query: Mapping[str, object] = field(default_factory=dict)
    path: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    token: str | None = None
    anonymous: bool = False

    def by(self, token: str | None) -> "Ask":
        return replace(self, token=token, anonymous=token is None)

    def sent(self, own: str | None) -> Mapping[str, str]:
        """Return the headers that it is sent with."""
        token = None if self.anonymous else self.token or own
        return {**authorization(token), **self.headers}


def authorization(token: str | None) -> Mapping[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


@dataclass
class Ears:
    """Writes down what is heard in a house; `moments` counts the states in which somebody asked."""

    house: House
    heard: list[Heard] = field(default_factory=list)
    statuses: dict[str, set[int]] = field(default_factory=dict)
    moments: int = 0

    async def rest(self, ask: Ask, own: str | None, path: Mapping[str, object]) -> Heard:
        """Ask over REST."""
        operation = OPERATIONS[ask.of]
        url = operation.path.format(**{**path, **ask.path})
        if ask.query:
            url += "?" + urlencode(ask.query)
        answer = await self.house.wire.ask(operation.method, url, ask.body, ask.sent(own))
        return self.keep(f"rest {ask.of}", answer)

    async def graphql(self, ask: Ask, own: str | None, path: Mapping[str, object]) -> Heard:
        """Ask the same over GraphQL."""
        documents = self.house.documents
        given = {**path, **ask.path, **ask.query, "input": ask.body or {}}
        said = {
            "query": documents.of(ask.of),
            "variables": documents.variables(ask.of, given),
        }
        answer = await self.house.wire.ask("POST", "/graphql", said, ask.sent(own))
        return self.keep(f"graphql {ask.of}", answer)

    def keep(self, name: str, heard: Heard) -> Heard:
        """Write down what was heard by somebody who asked or followed something."""
        self.statuses.setdefault(name, set()).add(heard.status)
        self.heard.append(heard._replace(question=f"{name}: {heard.question}"))
        return heard
