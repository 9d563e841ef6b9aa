"""Many people who sign in to a platform with wallets of their own, and then do nothing.

    sessions.py PORT HOST PROCESS COUNT

Each opens the page, asks for the message, signs it and sends the signature; a platform lets one address do so a hundred
times a minute, so that each fifty come from another address of this machine. It prints a line of JSON: the bytes of the
process before, those that it has more when all are signed in, and the seconds for one.
"""

import asyncio
import json
import re
import sys
import time
from urllib.parse import urlencode

from coincurve import PrivateKey
from sha3 import keccak_256

from streams import resident

AT_ONCE, WARM, REST = 16, 64, 5.0


def keccak(data):
    return keccak_256(data).digest()


class Browser:
    """One account with a connection of its own."""

    def __init__(self, number, port, host):
        self.port, self.host, self.cookie = port, host, None
        self.key = PrivateKey((0x5E55 << 64 | number + 1).to_bytes(32, "big"))
        self.account = "0x" + keccak(self.key.public_key.format(compressed=False)[1:])[12:].hex()
        self.own = (f"127.0.{1 + number // 50 // 200}.{1 + number // 50 % 200}", 0)

    async def ask(self, method, path, fields=None):
        body = urlencode(fields).encode() if fields else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        if fields:
            head += f"Origin: http://{self.host}\r\nAccept: application/json\r\n"
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        body = await self.reader.readexactly(int(re.search(r"(?i)content-length: (\d+)", head).group(1)))
        assert head.startswith("HTTP/1.1 200"), head + body.decode()
        if found := re.search(r"(?i)set-cookie: (__Host-lectures=[^;]+)", head):
            self.cookie = found.group(1)
        return body.decode()

    async def sign_in(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=self.own)
        guard = re.search(r'data-guard="([^"]+)"', await self.ask("GET", "/sign-in")).group(1)
        asked = await self.ask("POST", "/session/nonce", {"guard": guard, "address": self.account})
        message = json.loads(asked)["message"].encode()
        digest = keccak(b"\x19Ethereum Signed Message:\n" + str(len(message)).encode() + message)
        signature = bytearray(self.key.sign_recoverable(digest, hasher=None))
        signature[64] += 27
        await self.ask("POST", "/session", {"guard": guard, "address": self.account, "signature": "0x" + signature.hex()})

    async def is_known(self):
        return self.account in (await self.ask("GET", "/sign-in")).lower()

    def leave(self):
        self.writer.close()


async def all_sign_in(browsers):
    waiting = iter(browsers)

    async def some():
        for browser in waiting:
            await browser.sign_in()
            if browser is browsers[-1]:
                assert await browser.is_known(), "who signed in is not known"
            browser.leave()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def measure(port, host, process, count):
    # What the first requests bring into memory is no session's.
    await all_sign_in([Browser(number, port, host) for number in range(WARM)])
    await asyncio.sleep(REST)
    before = resident(process)
    start = time.perf_counter()
    await all_sign_in([Browser(WARM + number, port, host) for number in range(count)])
    each = (time.perf_counter() - start) / count
    await asyncio.sleep(REST)
    print(json.dumps({"before": before, "more": max(1, resident(process) - before), "each": each}), flush=True)


if __name__ == "__main__":
    port, host, process, count = sys.argv[1:]
    asyncio.run(measure(int(port), host, int(process), int(count)))
