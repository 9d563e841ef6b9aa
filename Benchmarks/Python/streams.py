"""Many readers of a platform's events, as browsers are that have a page open.

    streams.py PORT HOST NODE PROCESS COUNT

It opens COUNT streams, each hundred from another address of this machine, since a platform gives one address no more than 160,
lets them be idle, mines blocks at NODE, and asks for a page all the while. It prints a line of JSON:
seconds from the first reader that knows of a block to the one before the last hundredth, and from the mining to the last of
all; bytes of the process for a stream; its share of a processor while nothing happens; and the waiting for a page (p99) without
the streams, with them idle, and while blocks come.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
import urllib.request

BLOCKS, IDLE = 12, 5.0
PAGES, PAUSE = 600, 0.005


def p99(values):
    return sorted(values)[len(values) * 99 // 100]


def resident(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(process):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def mine(node):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "evm_mine", "params": []}).encode()
    request = urllib.request.Request(node, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        assert "error" not in json.load(answer)


async def pages(port, host):
    """The seconds to each answer, of a page that is asked for at even times on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times, due = [], time.perf_counter()
    for _ in range(PAGES):
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        writer.write(f"GET /lectures HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(int(length.split(b":")[1]))
        # Late answers make the next ones late: those wait since they were due.
        times.append(time.perf_counter() - due)
        due += PAUSE
    writer.close()
    print(p99(times), flush=True)


async def asked(port, host):
    """The waiting for a page (p99), asked for by a process of its own."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "pages", str(port), host, stdout=subprocess.PIPE)
    out, _ = await child.communicate()
    assert child.returncode == 0
    return float(out)


class Stream:
    """A stream, and the times at which blocks were told."""

    def __init__(self, number):
        self.blocks = []
        self.own = (f"127.0.1.{1 + number // 100}", 0)

    async def open(self, port, host):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=self.own)
        self.writer.write(f"GET /events HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        self.task = asyncio.create_task(self.read())

    async def read(self):
        while line := await self.reader.readline():
            if line.startswith(b"event: block"):
                self.blocks.append(time.perf_counter())

    def close(self):
        self.task.cancel()
        self.writer.close()


async def measure(port, host, node, process, count):
    result = {"alone": await asked(port, host)}
    before = resident(process)
    streams = [Stream(number) for number in range(count)]
    for stream in streams:
        await stream.open(port, host)
    # The first block that is looked at is told, too.
    await asyncio.sleep(3)
    result["bytes"] = (resident(process) - before) / count
    start = processor(process)
    await asyncio.sleep(IDLE)
    result["idle"] = (processor(process) - start) / IDLE
    result["quiet"] = await asked(port, host)
    spread, whole = [], []
    load = asyncio.create_task(asked(port, host))
    for _ in range(BLOCKS):
        for stream in streams:
            stream.blocks.clear()
        begin = time.perf_counter()
        await asyncio.to_thread(mine, node)
        while not all(stream.blocks for stream in streams):
            assert time.perf_counter() - begin < 30, "somebody is not told of a block"
            await asyncio.sleep(0.005)
        times = [stream.blocks[0] for stream in streams]
        spread += [one - min(times) for one in times]
        whole.append(max(times) - begin)
        if load.done():
            result.setdefault("busy", load.result())
            load = asyncio.create_task(asked(port, host))
    result.setdefault("busy", await load)
    load.cancel()
    for stream in streams:
        stream.close()
    print(json.dumps({**result, "spread": p99(spread), "whole": max(whole)}), flush=True)


def main():
    if sys.argv[1] == "pages":
        asyncio.run(pages(int(sys.argv[2]), sys.argv[3]))
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port, host, node, process, count = sys.argv[1:]
    asyncio.run(measure(int(port), host, node, int(process), int(count)))


if __name__ == "__main__":
    main()
