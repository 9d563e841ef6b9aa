"""Debian's Firefox for Playwright, which speaks WebDriver BiDi with it through this program.

Playwright asks for a page's theme with a command that this Firefox does not know yet; all others reach it. What is answered
here is that one, and pages have the theme that they have.
"""

import asyncio
import json
import re
import sys
import tempfile

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

PROGRAM = "/usr/bin/firefox-esr"
UNKNOWN = "emulation.setMediaFeaturesOverride"


async def carry(source, target):
    async for message in source:
        await target.send(message)


async def speak(near, address):
    """Carries what Playwright and Firefox say to each other."""
    async with connect(address, max_size=None) as far:
        answers = asyncio.create_task(carry(far, near))
        async for message in near:
            asked = json.loads(message)
            if asked.get("method") == UNKNOWN:
                await near.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
            else:
                await far.send(message)
        answers.cancel()


async def main():
    with tempfile.TemporaryDirectory(prefix="lectures-firefox-", ignore_cleanup_errors=True) as profile:
        browser = await asyncio.create_subprocess_exec(
            PROGRAM, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile,
            stderr=asyncio.subprocess.PIPE)
        said = "WebDriver BiDi listening on "
        async for line in browser.stderr:
            if found := re.search(said + r"(ws://\S+)", line.decode()):
                break
        else:
            raise SystemExit("Firefox ended")
        async with serve(lambda near: speak(near, found[1] + "/session"), "127.0.0.1", 0, max_size=None) as server:
            print(f"{said}ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)
            async for _ in browser.stderr:
                pass
            await browser.wait()


if __name__ == "__main__":
    asyncio.run(main())
