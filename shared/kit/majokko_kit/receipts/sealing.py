"""Signs statements: a receipt is a statement with a `proof` that we cannot deny later.

One Ed25519 signature costs as much as a whole roll, so all statements of one turn of the event loop
share one: each is a leaf of a Merkle tree whose root is signed.
"""

import asyncio
from collections.abc import Sequence

from majokko_kit.clock import Clock, now_ms, rfc3339
from majokko_kit.receipts import merkle
from majokko_kit.receipts.form import VERSION, Receipt, Statement, canonical, signed
from majokko_kit.receipts.keys import KeyRing, SigningKey


class Receipts:
    """Seals statements with the key in force; belongs to one event loop."""

    def __init__(self, keys: KeyRing, now: Clock = now_ms) -> None:
        self._keys = keys
        self._now = now
        self._turn: list[tuple[Statement, asyncio.Future[Receipt]]] = []

    async def seal(self, statement: Statement) -> Receipt:
        """Return `statement` with its proof, sharing the signature of this turn.

        Raises TypeError, for this statement alone, if it is not plain JSON.
        """
        canonical(statement)
        loop = asyncio.get_running_loop()
        sealed: asyncio.Future[Receipt] = loop.create_future()
        if not self._turn:
            loop.call_soon(self._seal_turn)
        self._turn.append((statement, sealed))
        return await sealed

    def seal_all(self, statements: Sequence[Statement]) -> list[Receipt]:
        """Return every statement with its proof, under one signature."""
        if not statements:
            return []
        instant = self._now()
        key = self._keys.at(instant)
        stamp = {"v": VERSION, "time": rfc3339(instant), "key": key.id}
        stamped: list[Receipt] = [{**statement, **stamp} for statement in statements]
        return _sealed(stamped, key)

    def _seal_turn(self) -> None:
        turn, self._turn = self._turn, []
        try:
            receipts = self.seal_all([statement for statement, _ in turn])
        except Exception as error:  # noqa: BLE001 - whoever waits must learn of any failure
            for _, sealed in turn:
                if not sealed.done():
                    sealed.set_exception(error)
        else:
            for (_, sealed), receipt in zip(turn, receipts, strict=True):
                if not sealed.done():  # cancelled meanwhile
                    sealed.set_result(receipt)


def _sealed(stamped: list[Receipt], key: SigningKey) -> list[Receipt]:
    tree = merkle.tree([merkle.leaf(canonical(statement)) for statement in stamped])
    size = len(stamped)
    signature = key.private.sign(signed(tree.root, size)).hex()
    for index, statement in enumerate(stamped):
        path = [step.hex() for step in tree.paths[index]]
        proof = {"index": index, "size": size, "path": path, "signature": signature}
        statement["proof"] = proof
    return stamped
