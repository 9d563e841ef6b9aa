"""A consumer of an index, and blocks with an event each, mined at times by chance: when is it told of them?

    delivery.py PROGRAM DATABASE NODE CONTRACT SENDER CALLDATA COUNT

It makes the index in a file by `PROGRAM index run`, adds itself as a consumer, and mines one block after another, the next
when the last is told. It prints a line of JSON: seconds from the moment when the block is in the index, and from that when
the node was asked to mine it, to the beginning of the post, for each block.
"""

import http.server
import json
import queue
import random
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request

posts = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        now = time.perf_counter()
        event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        posts.put((event["block"], now))

    def log_message(self, *_):
        pass


def call(node, method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(node, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        read = json.load(answer)
    assert "error" not in read, read
    return read["result"]


def height(database):
    return database.execute("SELECT number FROM head").fetchone()[0]


def measure(database, node, transaction):
    """The times of one block."""
    before = height(database)
    time.sleep(random.uniform(0, 1))
    begin = time.perf_counter()
    call(node, "eth_sendTransaction", transaction)
    while height(database) == before:
        assert time.perf_counter() - begin < 60, "the index does not follow"
        time.sleep(0.001)
    seen = time.perf_counter()
    _, told = posts.get(timeout=60)
    return max(0.0, told - seen), told - begin


def main():
    program, path, node, contract, sender, data, count = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    place = ["--database", path]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run([program, "index", "run", "--once", *place], check=True, **quiet)
    address = f"http://127.0.0.1:{server.server_port}/"
    subprocess.run([program, "index", "hook", "add", address, *place], check=True, **quiet)
    index = subprocess.Popen([program, "index", "run", *place], stderr=subprocess.DEVNULL, **quiet)
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        transaction = {"from": sender, "to": contract, "data": data}
        # The first is told when the process has begun.
        times = [measure(database, node, transaction) for _ in range(int(count) + 1)][1:]
    finally:
        index.terminate()
        index.wait()
    print(json.dumps({"fromIndex": [one for one, _ in times], "fromChain": [other for _, other in times]}), flush=True)


if __name__ == "__main__":
    main()
