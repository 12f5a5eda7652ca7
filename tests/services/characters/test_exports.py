"""Characters as files for people and other programs, over HTTP."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random
from xml.etree import ElementTree as ET

import pytest

from majokko_characters import main as characters
from majokko_dice import main as dice
from majokko_rules import catalog, systems
from tests.rules.exports.readers import kept, paste
from tests.services.characters.kitchen import Guest, Kitchen
from tests.services.characters.test_characters import appointed
from tests.services.characters.test_systems import completed
from tests.support.serving import running, settings_in

SYSTEMS = tuple(each.id for each in systems.SYSTEMS.values() if each.maker)
MEDIA = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "svg": "image/svg+xml",
    "ccfolia": "application/json",
    "sealdice": "text/plain; charset=utf-8",
}

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)


@dataclass(frozen=True, slots=True)
class Home:
    """A service with a character of each system, who has marks and notes."""

    kitchen: Kitchen
    people: dict[str, Guest]


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Home]:
    settings = settings_in(tmp_path_factory.mktemp("home"), limit_quota=1_000_000)
    async with running([characters.service(), dice.service()], settings) as client:
        kitchen = Kitchen(client)
        yield Home(kitchen, {system: await born(kitchen, system) for system in SYSTEMS})


async def born(kitchen: Kitchen, system: str) -> Guest:
    made = (await kitchen.post("/v1/drafts", {"ruleset": system})).json()
    draft = Guest(kitchen.client, f"/v1/drafts/{made['id']}", made["token"], made)
    await completed(draft, Random(system))
    guest = await draft.finished(name="暁美ほむら")
    await guest.patch({"marks": {"HP": 2, "hunger": 5}, "notes": {"secret": "She is a witch."}})
    return guest


async def test_a_file_of_every_form_is_what_it_says(home: Home) -> None:
    for guest in home.people.values():
        for form, media in MEDIA.items():
            answer = await guest.get(f"/export?format={form}")

            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"] == media
            assert guest.id in answer.headers["content-disposition"]


@every_system
@every_locale
async def test_a_sheet_and_a_card_are_in_the_asked_language(
    home: Home, system: str, locale: str
) -> None:
    guest = home.people[system]
    sheet = (await guest.get(f"/export?format=markdown&lang={locale}")).text
    card = await guest.get("/export?format=svg", accept_language=locale)
    heading = catalog.words("majokko_rules.exports", locale)["headings.notes"]

    assert sheet.startswith("# 暁美ほむら\n")
    assert f"## {heading}\n" in sheet
    assert "hunger" in sheet
    assert card.headers["content-language"] == locale
    assert ET.fromstring(card.text).attrib["lang"] == locale  # noqa: S314 - our own


@every_system
async def test_other_programs_take_their_files(home: Home, system: str) -> None:
    guest = home.people[system]
    piece = paste((await guest.get("/export?format=ccfolia")).text)
    numbers = kept((await guest.get("/export?format=sealdice")).text)

    assert piece.name == "暁美ほむら"
    assert piece.commands
    assert numbers


async def test_marks_and_decisions_are_part_of_a_file(home: Home) -> None:
    guest = home.people["amgc"]
    gm = await appointed(guest)
    await gm.patch({"overrides": {"stats.STR": {"value": 31, "reason": "a deal"}}})
    piece = paste((await guest.get("/export?format=ccfolia")).text)
    sheet = (await guest.get("/export?format=markdown")).text

    assert piece.status["HP"][0] == 2
    assert piece.params["strength"] == "31"
    assert "decided by Kyubey" in sheet


@pytest.mark.parametrize("form", ["json", "markdown", "ccfolia"])
async def test_strangers_get_no_notes(home: Home, form: str) -> None:
    guest = home.people["collapse"]
    await guest.patch({"public": "sheet"})
    theirs = await home.kitchen.get(f"{guest.path}/export?format={form}")
    own = await guest.get(f"/export?format={form}")
    await guest.patch({"public": "nothing"})

    assert theirs.status_code == 200
    assert "witch" not in theirs.text
    assert "witch" in own.text


async def test_an_unchanged_card_is_not_sent_again(home: Home) -> None:
    guest = home.people["infinite"]
    first = await guest.get("/export?format=svg")
    again = await guest.get("/export?format=svg", if_none_match=first.headers["etag"])

    assert (again.status_code, again.content) == (304, b"")
