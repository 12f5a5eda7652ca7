"""What somebody wrote down while a stream was open, held against its proof."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from majokko_rules.fairness.verifying.claims import Claim
from majokko_rules.fairness.verifying.faults import Fault, Wrong


@dataclass(frozen=True, slots=True)
class Saved:
    """All of it optional, hexadecimal where it is a hash.

    `seeds` are the own contributions by label; `heads` are those of answers, by nonce. Without the
    commitment a proof shows only that it agrees with itself.
    """

    commitment: str | None = None
    seeds: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[int, str] = field(default_factory=dict)
    closing: str | None = None

    def faults(self, claim: Claim) -> Iterator[Fault]:
        if self.commitment not in {None, claim["commitment"]}:
            yield Fault("/commitment", Wrong.NOT_SAVED, str(self.commitment))
        if self.closing not in {None, claim["closing"]}:
            yield Fault("/closing", Wrong.NOT_SAVED, str(self.closing))
        yield from self._seeds(claim)
        yield from self._heads(claim)

    def _seeds(self, claim: Claim) -> Iterator[Fault]:
        given = [(each["label"], each["seed"]) for each in claim["client_seeds"]]
        for own in self.seeds.items():
            if own not in given:
                yield Fault("/client_seeds", Wrong.NOT_SAVED, " ".join(own))

    def _heads(self, claim: Claim) -> Iterator[Fault]:
        given = {at: draw["head"] for at, draw in enumerate(claim["draws"])}
        for nonce, head in self.heads.items():
            if nonce not in given:
                yield Fault("/draws", Wrong.NOT_SAVED, head)
            elif given[nonce] != head:
                yield Fault(f"/draws/{nonce}/head", Wrong.NOT_SAVED, head)
