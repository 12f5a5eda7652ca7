"""uvicorn, with a goodbye.

It waits for every open answer before it stops, and a stream never ends by itself.
"""

import asyncio
import socket
from typing import Literal

import uvicorn

from majokko_kit.front.door import Front
from majokko_kit.front.wire import SocketWire, Wire

_WORD_SECONDS = 0.2  # for a goodbye on sockets, which uvicorn closes all at once
_GRACE_SECONDS = 5  # whoever is still sending then has to ask again
_VANISHED_MS = 60_000  # without any answer from a client's machine, then it is gone
_INTERNET = (socket.AF_INET, socket.AF_INET6)
_USER_TIMEOUT: int | None = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux has it


def config(
    front: Front, host: str, port: int, lifespan: Literal["auto", "on", "off"] = "auto"
) -> uvicorn.Config:
    """Return how we serve, everywhere."""
    return uvicorn.Config(
        front,
        host=host,
        port=port,
        access_log=False,
        log_config=None,  # through the same lines as all else
        log_level="warning",
        lifespan=lifespan,
        server_header=False,
        proxy_headers=False,  # the front door believes only the proxies it was told of
        ws_max_size=64 * 1024,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        http=Wire,
        ws=SocketWire,
    )


class Server(uvicorn.Server):
    """Serves a `Front`, and lets its streams end before it stops."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and _USER_TIMEOUT is not None:
            for server in self.servers:
                for each in server.sockets:
                    if each.family in _INTERNET:  # what it accepts inherits this
                        each.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, _VANISHED_MS)

    @property
    def port(self) -> int:
        """The port that was really taken, once it was."""
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new, while those who are here say goodbye
        front = self.config.app
        assert isinstance(front, Front)
        front.say_goodbye()
        await asyncio.sleep(_WORD_SECONDS)
        await super().shutdown(sockets)
