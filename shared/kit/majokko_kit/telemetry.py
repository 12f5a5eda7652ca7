"""Trace ids that callers can follow, and logs that machines can read.

W3C Trace Context, level 1: a caller's trace is continued, otherwise one begins. Whether a trace is
recorded is decided here and never by a caller's flags; `tracestate` is not read at all.
"""

import logging
import os
import re
import sys

import structlog

_TRACEPARENT = re.compile(  # version ff and ids of zeros are invalid; later versions may be longer
    rb"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?"
)
_POOL_BYTES = 8192
_TRACE, _SPAN = 32, 16  # hex digits


class Names:
    """Random hex digits for traces and spans, drawn from the system many at a time.

    They need to be different, not secret, and a request should not pay a system call for them.
    """

    def __init__(self) -> None:
        self._pool = ""
        self._used = 0

    def draw(self, digits: int) -> str:
        start = self._used
        if start + digits > len(self._pool):
            self._pool, start = os.urandom(_POOL_BYTES).hex(), 0
        self._used = start + digits
        return self._pool[start : start + digits]

    def trace(self, traceparent: bytes | None) -> str:
        """Return the trace id of a request: its caller's, or a new one."""
        if traceparent and (known := _TRACEPARENT.fullmatch(traceparent)):
            return known[1].decode()
        return self.draw(_TRACE)

    def span(self) -> str:
        return self.draw(_SPAN)


def configure(*, dev: bool) -> None:
    """Send all logs to stderr: one JSON object a line, or coloured text with tracebacks in dev."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = structlog.dev.ConsoleRenderer() if dev else structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
