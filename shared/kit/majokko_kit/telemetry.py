"""Trace ids that callers can follow, and logs that machines can read.

W3C Trace Context, level 1: a caller's trace is continued, otherwise one begins. Whether a trace is
recorded is decided here and never by a caller's flags; `tracestate` is not read at all.
"""

import logging
import re
import sys

import structlog

from majokko_kit.entropy import Pool

_TRACEPARENT = re.compile(  # version ff and ids of zeros are invalid; later versions may be longer
    rb"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?"
)
_TRACE, _SPAN = 16, 8  # bytes


class Names:
    """Names traces and spans."""

    def __init__(self) -> None:
        self._pool = Pool()

    def trace(self, traceparent: bytes | None) -> str:
        """Return the trace id of a request: its caller's, or a new one."""
        if traceparent and (known := _TRACEPARENT.fullmatch(traceparent)):
            return known[1].decode()
        return self._pool.take(_TRACE).hex()

    def span(self) -> str:
        return self._pool.take(_SPAN).hex()


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
