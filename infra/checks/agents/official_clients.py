"""The tools for agents as the official client sees them: official_clients.py BINARY, with mcp 2 (the present revision) or mcp 1 (those
that begin with `initialize`). See infra/checks/clients."""
import asyncio
import contextlib
import datetime
import importlib.metadata
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

CHECKS = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(CHECKS), str(CHECKS / "walks")]
from harness import Service  # noqa: E402
from person import Person  # noqa: E402

VERSION = importlib.metadata.version("mcp")
IS_PRESENT = VERSION.startswith("2.")
PUBLIC = ["list_branches", "list_services", "find_times", "list_offers"]
DESK = ["todays_board", "find_customer", "sales_summary", "check_bill"]


class Agent:
    """One way to call tools, whichever client it is."""

    def __init__(self, client, revision):
        self.client, self.revision = client, revision

    async def tools(self):
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, name, **arguments):
        result = await self.client.call_tool(name, arguments)
        is_error = result.is_error if IS_PRESENT else result.isError
        given = result.structured_content if IS_PRESENT else result.structuredContent
        text = result.content[0].text
        assert is_error or json.loads(text) == given, "the text is not what is given"
        return is_error, text if is_error else given


@contextlib.asynccontextmanager
async def agent(url, token=None):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    if IS_PRESENT:
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client

        async with httpx2.AsyncClient(headers=headers) as http:
            async with Client(streamable_http_client(url, http_client=http)) as client:
                yield Agent(client, client.protocol_version)
        return
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            yield Agent(session, (await session.initialize()).protocolVersion)


async def visit(url):
    """What anybody's agent finds out."""
    async with agent(f"{url}/mcp") as visitor:
        assert await visitor.tools() == PUBLIC
        _, found = await visitor.call("list_branches")
        branch = found["branches"][0]["name"]
        _, found = await visitor.call("list_services")
        service = next(one for category in found["categories"] for one in category["services"])
        assert (await visitor.call("list_offers"))[0] is False
        day = str(datetime.date.today() + datetime.timedelta(days=3))
        is_error, found = await visitor.call("find_times", branch=branch, services=[service["slug"]], date=day)
        assert not is_error and found["times"] and found["times"][0]["bookUrl"].startswith(url), found
        is_error, said = await visitor.call("find_times", branch="Nowhere", services=["nothing"], date=day)
        assert is_error and branch in said, said
        return visitor.revision


async def work(url, token):
    """What an agent with a token finds out at the desk."""
    async with agent(f"{url}/mcp", token) as program:
        assert await program.tools() == DESK
        _, board = await program.call("todays_board")
        _, found = await program.call("find_customer", query="a")
        assert found["customers"], found
        _, sales = await program.call("sales_summary", groupBy="paymentMethod")
        assert isinstance(sales, dict)
        is_error, said = await program.call("check_bill", bookingId="unknown")
        assert is_error and "not found" in said, said
        for booking in board["bookings"]:
            if booking["status"] in ("confirmed", "in_progress"):
                assert (await program.call("check_bill", bookingId=booking["id"]))[0] is False
        return program.revision


async def main(binary):
    with Service(binary, now=None) as service:
        developer = Person(service.admin, "developer@parlour.test")
        body = {"name": "Agent", "role": "manager", "scopes": ["read"]}
        token = developer.call("POST", "/api/tokens", body)["token"]
        revisions = {await visit(service.customer), await work(service.admin, token)}
        assert len(revisions) == 1 and (revisions == {"2026-07-28"}) == IS_PRESENT, revisions
        status, challenge = refused(service.admin)
        assert status == 401 and challenge.startswith("Bearer"), (status, challenge)
        try:
            await work(service.admin, None)
        except BaseException:  # the clients differ in how they wrap a refusal
            pass
        else:
            sys.exit("the desk let an agent in without a token")
        print(f"mcp {VERSION}: both apps' tools by revision {revisions.pop()}, and none without a token")


def refused(admin):
    """Status and challenge for a message without a token."""
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    request = urllib.request.Request(f"{admin}/mcp", json.dumps(message).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("www-authenticate", "")


asyncio.run(main(os.path.abspath(sys.argv[1])))
