"""The reference: Starlette answering POST with one prepared body, rendered anew each time.

    python -m bench.static_server PORT < bodies.json

where the input is one object, path → body. Uvicorn, uvloop and httptools as for Majokko.
"""

import json
import sys
from collections.abc import Awaitable, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


def main() -> None:
    bodies: dict[str, object] = json.load(sys.stdin)
    routes = [Route(path, _answer(body), methods=["POST"]) for path, body in bodies.items()]
    uvicorn.run(
        Starlette(routes=routes),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
    )


def _answer(body: object) -> Callable[[Request], Awaitable[JSONResponse]]:
    async def answer(_: Request) -> JSONResponse:
        return JSONResponse(body)

    return answer


if __name__ == "__main__":
    main()
