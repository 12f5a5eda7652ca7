"""`majokko serve`: one process on one port, with a word on what to try."""

import argparse
import gc
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from socket import socket

import uvicorn

from majokko_gateway import configured
from majokko_gateway.main import SERVICES, create_app
from majokko_kit import telemetry
from majokko_kit.app import Application
from majokko_kit.database import Unusable
from majokko_kit.front.server import Server, config
from majokko_kit.service import ALL_SERVICES_PORT
from majokko_kit.settings import Settings

_TURN_SECONDS = 0.001

_TRY = """\
Majokko is here: {base}

  curl -s {base}/v1/rolls -H 'Content-Type: application/json' -d '{{"notation": "4d6kh3+2"}}'
  curl -s '{base}/v1/odds/chart.svg?notation=4d6kh3' -o chart.svg

  {base}/docs       every operation, with examples
  {base}/graphql    the same in GraphQL

Ctrl-C stops it.
"""


def serve(asked: argparse.Namespace) -> int:
    """Serve the named services until stopped; 2 for an unknown name or a database that won't do."""
    names = tuple(dict.fromkeys(asked.services))  # each once, however often it is named
    unknown = [name for name in names if name not in SERVICES]
    if unknown:
        print(
            f"no such service: {', '.join(unknown)}; there is {', '.join(SERVICES)}",
            file=sys.stderr,
        )
        return 2
    settings = configured.settings()
    telemetry.configure(dev=settings.dev)
    gc.disable()  # what is built lives as long as the process: the collector need not look at it
    app = create_app(names, settings)
    app.api.openapi()  # takes most of a second, in which nobody else would be served
    gc.collect()
    gc.freeze()
    gc.enable()
    # Odds are worked out in threads: a roll beside them should not wait 5 ms for each of its turns.
    sys.setswitchinterval(_TURN_SECONDS)
    port = port_of(names, settings)
    # It opens the application itself, so that it can say why that fails.
    server = _Server(app, config(app, settings.host, port, lifespan="off"))
    server.run()
    if server.unusable:
        print(server.unusable, file=sys.stderr)
        return 2
    return 0 if server.started else 1


def port_of(names: Sequence[str], settings: Settings) -> int:
    if settings.port is not None:
        return settings.port
    return SERVICES[names[0]].port if len(names) == 1 else ALL_SERVICES_PORT


class _Server(Server):
    """Opens the application before it listens, and closes it once nobody is served any more.

    Says where it listens, with the port that was really taken.
    """

    def __init__(self, app: Application, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app
        self._opened = AsyncExitStack()
        self.unusable: Unusable | None = None

    async def startup(self, sockets: list[socket] | None = None) -> None:
        try:
            await self._open()
        except Unusable as error:
            self.unusable = error
            self.should_exit = True
            return
        try:
            await super().startup(sockets)
        except SystemExit:  # the port is taken
            await self._opened.aclose()
            raise
        if self.started and not self.should_exit:
            self._tell()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self._opened.aclose()

    async def _open(self) -> None:
        api = self._app.api
        await self._opened.enter_async_context(api.router.lifespan_context(api))

    def _tell(self) -> None:
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(_TRY.format(base=f"http://{shown}:{port}"), flush=True)
