"""Serves proofs of closed streams: files, written while they are read, and kept for ever."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from majokko_dice import examples, models
from majokko_dice.deps import DRAWS_PER_UNIT, fairness_of
from majokko_dice.fairness.service import Proof
from majokko_dice.service import TENANT
from majokko_kit import query
from majokko_kit.call import Call, of_scope
from majokko_kit.documented import UNCHANGED, documented
from majokko_kit.front import conditional
from majokko_kit.front.conditional import Sent
from majokko_kit.operations.reading import path_names

FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATED = "public, no-cache"  # the next stream that closes has another proof

_REFUSALS = (
    "not_found",
    "stream_closed",
    "unknown_field",
    "invalid_value",
    "dependency_away",
    "quota_exceeded",
    "internal",
)
_DESCRIBED: dict[str, Any] = {
    "response_model": models.FairnessProof,
    "responses": {
        200: {
            "description": "The proof.",
            "content": {"application/json": {"example": examples.PROOF}},
        },
        **UNCHANGED,
        **documented(*_REFUSALS),
    },
}

router = APIRouter()

Stream = Annotated[str, Path(examples=["str_01KB9Q1V5S3V9D0QH3S3YB8N4E"])]


@router.get(
    "/v1/fairness/streams/{stream}/proof",
    name="getLastFairnessProof",
    summary="Prove the last closed stream",
    **_DESCRIBED,
)
async def last(request: Request, stream: Stream) -> Response:
    """Of those under this id, the last one whose proof may be told."""
    call = of_scope(request.scope)
    query.read(call)
    path_names({"stream": stream})
    proof = await fairness_of(call).proof(TENANT, stream)
    return await _file(call, proof, REVALIDATED)


@router.get(
    "/v1/fairness/streams/{stream}/{index}/proof",
    name="getFairnessProof",
    summary="Prove a closed stream",
    **_DESCRIBED,
)
async def one(
    request: Request, stream: Stream, index: Annotated[str, Path(examples=["0"])]
) -> Response:
    """Everything that a verifier needs: `majokko verify`, the page at `/verify`, or one of yours.

    Needs no token. A stream for secret rolls is proved when its room is closed.
    """
    call = of_scope(request.scope)
    query.read(call)
    path_names({"stream": stream, "index": index})
    proof = await fairness_of(call).proof(TENANT, stream, index)
    return await _file(call, proof, FOR_EVER)


async def _file(call: Call, proof: Proof, cache: str) -> Response:
    """Answer with the file, or only with its tag if the caller has it already."""
    headers = {"etag": f'"{proof.tag}"', "cache-control": cache}
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    if conditional.settled(call, Sent(HTTPStatus.OK, sent, b"")).status != HTTPStatus.OK:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    stream = proof.stream
    await call.charge(stream.nonce // DRAWS_PER_UNIT)
    name = f"{stream.id}-{stream.index}.proof.json"
    headers["content-disposition"] = f'attachment; filename="{name}"'
    return StreamingResponse(proof.parts, media_type="application/json", headers=headers)
