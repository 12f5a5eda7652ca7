"""What must last: one database a service, one transaction a command."""

from majokko_kit.database.commands import Commands, Spent
from majokko_kit.database.engines import Database, Work
from majokko_kit.database.events import Event, EventLog, Fact
from majokko_kit.database.faults import Unusable
from majokko_kit.database.opening import opened
from majokko_kit.database.readiness import Readiness, readiness
from majokko_kit.database.writing import Connection, Write

__all__ = [
    "Commands",
    "Connection",
    "Database",
    "Event",
    "EventLog",
    "Fact",
    "Readiness",
    "Spent",
    "Unusable",
    "Work",
    "Write",
    "opened",
    "readiness",
]
