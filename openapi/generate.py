"""Write the public contracts from the code, or with --check fail if the written ones are stale."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import TypeAdapter

from majokko_cards.replays.views import ReplayFile
from majokko_characters.sheets.shapes import CharacterFile
from majokko_contracts import asyncapi
from majokko_gateway.main import SERVICES
from majokko_kit import app
from majokko_kit.graphql import Schema
from majokko_kit.service import Service
from majokko_kit.settings import Settings

HERE = Path(__file__).parent


def artefacts() -> Mapping[str, str]:
    """Return every contract by its file name: one of each kind a service, and the gateway's own."""
    written = {
        "events.asyncapi.json": _json(asyncapi.document()),
        "character.schema.json": _json(_schema_of_files()),
        "replay.schema.json": _json(_schema_of_replays()),
    }
    for name, service in SERVICES.items():
        written |= _of(name, [service], f"Majokko {name}")
    return written | _of("majokko", list(SERVICES.values()), "Majokko")


def _schema_of_files() -> Mapping[str, object]:
    """Return the schema of a character that is taken along, with all that leads to her."""
    taken = CharacterFile.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **taken,
        "title": "A Majokko character",
        "description": "What `GET /v1/characters/{character}/export?format=json` gives.",
        "required": ["format", "name", "ruleset", "ruleset_hash", "options", "moves", "sheet"],
    }


def _schema_of_replays() -> Mapping[str, object]:
    """Return the schema of a whole game, of which every member is checked."""
    said = TypeAdapter(ReplayFile).json_schema()
    for each in (said, *said["$defs"].values()):
        each["additionalProperties"] = False
    said["required"].remove("inherited")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **said,
        "title": "A Majokko replay",
        "description": "What `GET /v1/sessions/{session}/replay` shows, as `replay`.",
    }


def _of(name: str, services: list[Service], title: str) -> dict[str, str]:
    built = app.build(services, Settings(), title)
    return {
        f"{name}.openapi.json": _json(built.api.openapi()),
        f"{name}.graphql": Schema(services).as_str() + "\n",
    }


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _stale(written: Mapping[str, str]) -> list[str]:
    def differs(name: str) -> bool:
        path = HERE / name
        return not path.exists() or path.read_text("utf-8") != written[name]

    return [name for name in written if differs(name)]


def check(written: Mapping[str, str]) -> int:
    """Name what is stale; 1 if anything is."""
    stale = _stale(written)
    for name in stale:
        print(f"openapi/{name} is stale; run `make openapi`", file=sys.stderr)
    return 1 if stale else 0


def write(written: Mapping[str, str]) -> int:
    for name in _stale(written):
        (HERE / name).write_text(written[name], "utf-8")
        print(f"wrote openapi/{name}")
    return 0


if __name__ == "__main__":
    action: Callable[[Mapping[str, str]], int] = check if "--check" in sys.argv else write
    sys.exit(action(artefacts()))
