"""A small ruleset, to be spoilt in tests: a tea party."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from majokko_rules.rulesets import Names, Ruleset, build

PARTY: Mapping[str, Any] = {
    "id": "tea",
    "version": 1,
    "system": "tea",
    "effects": {
        "stats": ["WARM", "SWEET", "CALM"],
        "row_stats": ["cup"],
        "maxima": ["SIPS"],
        "grants": ["biscuit"],
        "modes": ["indoors", "outdoors"],
    },
    "settings": {
        "base": {"type": "integer", "default": 4, "min": 3, "max": 4, "basis": "reading"},
        "milk": {"type": "boolean", "default": False, "basis": "house"},
        "order": {"type": "text", "default": "tea", "choices": ["tea", "milk"], "basis": "text"},
        "prices": {
            "type": "integers",
            "default": [1, 2],
            "min": 2,
            "max": 2,
            "items_min": 0,
            "basis": "sheets",
        },
    },
    "numbers": {"sips_per_warmth": 2, "steps": [1, 2, 3]},
    "tables": {
        "leaves": {
            "die": 6,
            "rows": {
                "green": {
                    "roll": {"from": 1, "to": 3},
                    "effects": [{"stat": "CALM", "plus": 2}],
                    "source": "text",
                    "confidence": "confirmed",
                },
                "black": {
                    "roll": [4, 5, 6],
                    "effects": [{"stat": ["WARM", "SWEET"], "plus": 1}],
                    "source": "text",
                    "confidence": "confirmed",
                },
                "white": {"unknown": ["stat"], "source": "sheets", "confidence": "unknown"},
            },
        },
        "cakes": {
            "die": 2,
            "per": "plate",
            "fields": {
                "plate": {"type": "integer", "required": True, "min": 1, "max": 2},
                "cost": {"type": "numbers", "choices": ["gold", "silver"], "items_min": 0},
                "ways": {"type": "lists", "items_min": 1},
            },
            "rows": {
                f"cake_{plate}_{face}": {
                    "plate": plate,
                    "roll": [face],
                    "source": "us",
                    "confidence": "house",
                }
                for plate in (1, 2)
                for face in (1, 2)
            },
        },
    },
}

NAMES = Names(
    {
        "en": {
            "tables.leaves.green.name": "Green tea",
            "tables.leaves.green.effect": "Calms.",
            "tables.leaves.black.name": "Black tea",
        },
        "ja": {"tables.leaves.green.name": "緑茶"},
    }
)


def party(path: str = "", value: object = None) -> Ruleset:
    """Return the party, with the member at a path (`tables/leaves/die`) replaced or added."""
    return build(spoilt(path, value), NAMES)


def spoilt(path: str, value: object) -> dict[str, Any]:
    document = deepcopy(dict(PARTY))
    if path:
        *folders, last = path.split("/")
        place = document
        for folder in folders:
            place = place[folder]
        place[last] = value
    return document
