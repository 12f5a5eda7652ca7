"""Brings the tables of a service to what its code needs: one history for each service."""

from majokko_kit.database.migrating.histories import BASE, HEAD, History, Standing
from majokko_kit.database.migrating.moving import (
    Moved,
    differences,
    drafted,
    moved,
    standing,
)

__all__ = [
    "BASE",
    "HEAD",
    "History",
    "Moved",
    "Standing",
    "differences",
    "drafted",
    "moved",
    "standing",
]
