"""The creation that docs/systems/amgc.md tells is one."""

import re
from pathlib import Path

from majokko_rules.creation import Draft, Number
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import begun, offered, open_choices, take, thrown_as, value
from tests.rules.amgc.ruleset import AMGC

PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "amgc.md").read_text("utf-8")
FACES, MOVES, TOLD = re.findall(
    r"The faces `(.+?)`.+?```moves\n(.+?)```\n```text\n(.+?)\n", PAGE, re.DOTALL
)[0]
SECTION = PAGE.partition("### What coins buy")[2].partition("### What a row")[0]


def made() -> Draft[State]:
    draft = thrown_as(map(int, FACES.split()))
    for line in MOVES.splitlines():
        offer, *picks = line.split()
        draft = take(draft, offer, **_read(draft, offer, picks))
    return draft


def _read(draft: Draft[State], id_: str, given: list[str]) -> dict[str, object]:
    offer = next(each for each in draft.offers if each.id == id_)
    whole = {pick.name for pick in offer.pick if isinstance(pick, Number)}
    pairs = (each.split("=") for each in given)
    return {name: int(text) if name in whole else text for name, text in pairs}


def test_the_creation_of_the_page_ends_as_it_says() -> None:
    draft = made()
    full = " · ".join(f"{stat} {value(draft, f'stats.{stat}')}" for stat in AMGC.vocabulary.stats)
    plain = " ".join(str(value(draft, f"untransformed.{stat}")) for stat in AMGC.vocabulary.stats)
    pools = " ".join(f"{pool} {value(draft, f'derived.{pool}')}" for pool in AMGC["derived"].rows)

    assert f"{full} / {plain} · {pools}" == TOLD
    assert open_choices(draft) == []
    assert sum(draft.maker.purse(draft.state).values()) == 0


def test_every_offer_of_the_page_exists() -> None:
    draft = take(begun(perk_4=16, specialisation=8), "familiar.first", **{"class": "attack"})
    names = {re.split(r"[±<]", name)[0] for name in re.findall(r"`([a-z]+\.[^`]+)`", SECTION)}
    found = (*offered(draft), "coins.gold", "perk.7.row", "perk.8.row")

    assert names
    assert [name for name in names if not any(each.startswith(name) for each in found)] == []


def test_every_use_of_a_coin_is_on_the_page() -> None:
    draft = take(begun(perk_4=16, specialisation=8), "familiar.first", **{"class": "attack"})
    names = [re.split(r"[±<]", name)[0] for name in re.findall(r"`([a-z]+\.[^`]+)`", SECTION)]
    paid = [offer.id for offer in draft.maker.offers(draft.state) if offer.cost]

    assert [each for each in paid if not each.startswith(tuple(names))] == []
