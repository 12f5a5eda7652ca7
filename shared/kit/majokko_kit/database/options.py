"""What the engines of both kinds have in common."""

from collections.abc import Mapping
from typing import Any

import orjson

PATIENCE = 2.0
"""Seconds that a caller may wait for a connection."""

DEADLINE = 8.0
"""Seconds that a transaction may take in all, also where the database has fallen silent."""

JSON: Mapping[str, Any] = {
    "json_serializer": lambda value: orjson.dumps(value).decode(),
    "json_deserializer": orjson.loads,
}
"""How JSON columns are written and read."""
