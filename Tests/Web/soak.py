"""Streams of events that stay open for hours, over a platform that is started again and again. `soak.py PROGRAM [MINUTES]`

MINUTES is 2 unless it is given; STREAMS (200) are open at once, and the platform ends and starts again every RESTART minutes (60,
or half of a shorter run), without a word to its clients, who come back as browsers do. Once a minute, and at the end, it prints
the memory and the open files of the program's process, and what the clients saw. It fails if an event was lost, if a client
did not come back or was not told to read anew, or if the process holds files of connections that are gone."""

import asyncio
import os
import re
import sys
import time

from pagesite import wait_until
from platformsite import Platform, platform
from walletstandin import call

STREAMS = int(os.environ.get("STREAMS", "200"))
# The files that the process has open beside those of its connections: the store, ports, the system's own.
OWN_FILES = 80


class Client:
    """A browser's stream of events: one connection, opened anew two seconds after it ended. Each hundred come from another
    address of this machine, since a platform gives one address no more than 160."""

    def __init__(self, site, number):
        self.site = site
        self.own = (f"127.0.1.{1 + number // 100}", 0)
        self.last = None
        self.is_open = False
        self.events = self.lost = self.resets = self.returns = self.untold = 0

    async def run(self):
        while True:
            try:
                await self.listen()
            except (OSError, asyncio.IncompleteReadError):
                pass
            self.is_open = False
            await asyncio.sleep(2)

    async def listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port, local_addr=self.own)
        came_back = self.last is not None
        try:
            again = f"Last-Event-ID: {self.last}\r\n" if came_back else ""
            writer.write(f"GET /events HTTP/1.1\r\nHost: {self.site.host}\r\n{again}\r\n".encode())
            status = await reader.readuntil(b"\r\n\r\n")
            if not status.startswith(b"HTTP/1.1 200"):
                raise OSError(f"no stream: {status[:60]}")
            self.is_open = True
            self.returns += came_back
            is_told = not came_back
            async for kind, number in self.read(reader):
                if kind == "reset":
                    self.resets, self.last, is_told = self.resets + 1, None, True
                    continue
                if not is_told:
                    self.untold, is_told = self.untold + 1, True
                    self.last = None
                if self.last is not None and number != self.last + 1:
                    self.lost += abs(number - self.last - 1)
                self.last = number
                self.events += 1
        finally:
            writer.close()

    @staticmethod
    async def read(reader):
        """The events, by kind and number, out of an answer in pieces."""
        kind, number = None, None
        while True:
            size = int((await reader.readuntil(b"\r\n")).strip() or b"0", 16)
            piece = await reader.readexactly(size + 2)
            if not size:
                return
            for line in piece[:-2].decode().split("\n"):
                if line.startswith("id: "):
                    number = int(line[4:])
                elif line.startswith("event: "):
                    kind = line[7:]
                elif not line and kind:
                    yield kind, number
                    kind = None


class Soak:
    """The platform, its clients, and what became of them."""

    def __init__(self, site, minutes):
        self.site, self.minutes = site, minutes
        self.clients = []
        self.restarts = self.pages = 0
        self.every = 60 * float(os.environ.get("RESTART", "60" if minutes > 60 else str(minutes / 2)))

    def restart(self):
        """Ends the process and starts another at the same place."""
        self.site.close()
        again = Platform(self.site.school, *self.site.arguments, port=self.site.port)
        self.site.process = again.process
        self.restarts += 1

    def sum(self, name):
        return sum(getattr(client, name) for client in self.clients)

    def memory(self):
        with open(f"/proc/{self.site.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) // 1024

    def files(self):
        return len(os.listdir(f"/proc/{self.site.process.pid}/fd"))

    def report(self, start):
        print(
            f"{(time.monotonic() - start) / 60:7.1f} min  memory {self.memory():4} MB  files {self.files():4}  streams "
            f"{self.sum('is_open'):4}  restarts {self.restarts:3}  reconnects {self.sum('returns'):6}  resets "
            f"{self.sum('resets'):6}  events {self.sum('events'):9}  lost {self.sum('lost')}  pages {self.pages}", flush=True)

    def ask(self):
        """A block, and a page of somebody who reads meanwhile."""
        call(self.site.school.node, "evm_mine")
        status, _, text = self.site.request("GET", "/lectures")
        assert status == 200 and "Swift for beginners" in text, (status, text)
        self.pages += 1

    async def run(self):
        self.clients = [Client(self.site, number) for number in range(STREAMS)]
        tasks = [asyncio.create_task(client.run()) for client in self.clients]
        start = time.monotonic()
        restarted = told = start
        while (now := time.monotonic()) - start < self.minutes * 60:
            await asyncio.to_thread(self.ask)
            if now - told >= 60:
                self.report(start)
                told = now
            # None at the very end, when nobody could be back.
            if now - restarted >= self.every and now - start < self.minutes * 60 - 15:
                await asyncio.to_thread(self.restart)
                restarted = now
            await asyncio.sleep(1)
        deadline = time.monotonic() + 30
        while self.sum("is_open") < STREAMS and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
        self.report(start)
        self.check()
        for task in tasks:
            task.cancel()

    def check(self):
        assert self.sum("is_open") == STREAMS, "some clients did not come back"
        assert self.sum("lost") == 0, "events were lost while their streams were open"
        assert self.sum("untold") == 0, "a client that came back was not told to read anew"
        assert self.sum("returns") >= STREAMS * self.restarts, "a restart ended no stream"
        assert all(client.events for client in self.clients), "a client heard of no block"
        # A moment for those that ended last.
        wait_until("the end of connections that are gone", lambda: self.files() <= STREAMS + OWN_FILES, seconds=30)


def main():
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit(__doc__)
    minutes = float(arguments[1]) if len(arguments) > 1 else 2
    with platform(arguments[0]) as site:
        asyncio.run(Soak(site, minutes).run())
    print("soak: done")


if __name__ == "__main__":
    main()
