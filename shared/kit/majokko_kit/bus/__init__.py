"""What services say to each other over Redis Streams.

Requests: who asks has a `Bus`, who answers a `Worker`. Events: who tells has a `relay.Relay`, who
follows a `consumer.Consumer`; these need a database, and databases need this package.
"""

from majokko_kit.bus.asking import Bus
from majokko_kit.bus.handling import Served
from majokko_kit.bus.workers import Worker

__all__ = ["Bus", "Served", "Worker"]
