"""A page to try documents on, for those who work on Majokko (`MAJOKKO_DEV=1`).

It needs nothing from elsewhere, unlike the usual workbenches, and is not meant to replace them:
any GraphQL client can be pointed at `/graphql`.
"""

from majokko_kit.call import Answer, Call
from majokko_rules.catalog import text


async def workbench(_: Call) -> Answer:
    page = text("majokko_kit.graphql", "workbench.html")
    return Answer(200, page.encode(), b"text/html; charset=utf-8")
