"""Requests between services over Redis Streams: who asks has a `Bus`, who answers a `Worker`."""

from majokko_kit.bus.asking import Bus
from majokko_kit.bus.handling import Served
from majokko_kit.bus.workers import Worker

__all__ = ["Bus", "Served", "Worker"]
