"""A relay of two processes, as one would write it with aiohttp, coincurve and SQLite: it takes limit orders.

    relay.py FOLDER NODE CHAIN EXCHANGE TOKEN TOKEN

It tells its port and its processes in a line of JSON, and ends when its standard input does. What it checks is what ours
checks: the JSON, the fields, how often the client posts, the hash of the typed data, the signature, and at the node what
is filled and cancelled, the maker's balance and allowance, the code of both tokens, and what the maker promises already.
Orders that come within five milliseconds are read in one batch and written in one transaction, which is on the disk
before they are answered. Each process keeps the orders that it took in a sorted book; it tells nobody of them, and knows
nothing of reorganisations: with that ours has more to do.
"""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
import time

import aiohttp
import sha3
from aiohttp import web
from coincurve import PublicKey
from sortedcontainers import SortedKeyList

FOLDER, NODE, CHAIN, EXCHANGE, *TOKENS = sys.argv[1:]
HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
FIELDS = (
    ("makerToken", "address"), ("takerToken", "address"), ("makerAmount", "uint128"), ("takerAmount", "uint128"),
    ("takerTokenFeeAmount", "uint128"), ("maker", "address"), ("taker", "address"), ("sender", "address"),
    ("feeRecipient", "address"), ("pool", "bytes32"), ("expiry", "uint64"), ("salt", "uint256"),
)


def keccak(data):
    return sha3.keccak_256(data).digest()


ORDER_TYPE = keccak(f"LimitOrder({','.join(f'{kind} {name}' for name, kind in FIELDS)})".encode())
DOMAIN = keccak(
    keccak(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
    + keccak(b"ZeroEx") + keccak(b"1.0.0") + int(CHAIN).to_bytes(32, "big") + bytes.fromhex(EXCHANGE[2:]).rjust(32, b"\0")
)
INFO = keccak(f"getLimitOrderInfo(({','.join(kind for _, kind in FIELDS)}))".encode())[:4].hex()
BALANCE = keccak(b"balanceOf(address)")[:4].hex()
ALLOWANCE = keccak(b"allowance(address,address)")[:4].hex()
POSTS_PER_MINUTE, OPEN_ORDERS, TIMES_BALANCE = 1_000_000, 1_000_000, 1_000_000


class Refused(Exception):
    pass


def word(order, name, kind):
    text = order[name]
    if not isinstance(text, str):
        raise Refused(name)
    if kind in ("address", "bytes32"):
        data = bytes.fromhex(text.removeprefix("0x"))
        if len(data) != (20 if kind == "address" else 32):
            raise Refused(name)
        return data.rjust(32, b"\0")
    if not text.isdecimal():
        raise Refused(name)
    number = int(text)
    if number >> int(kind[4:]):
        raise Refused(name)
    return number.to_bytes(32, "big")


def checked(body):
    """The order with its words and its hash, if its terms and its signature are right."""
    order = json.loads(body)
    words = b"".join(word(order, name, kind) for name, kind in FIELDS)
    if order["chainId"] != int(CHAIN) or order["verifyingContract"] != EXCHANGE or int(order["sender"], 16):
        raise Refused("exchange")
    tokens = order["makerToken"], order["takerToken"]
    if not set(tokens) <= set(TOKENS) or tokens[0] == tokens[1] or not int(order["maker"], 16):
        raise Refused("tokens")
    maker_amount, taker_amount = int(order["makerAmount"]), int(order["takerAmount"])
    if not maker_amount or not taker_amount or maker_amount * taker_amount >> 256 or not maker_amount // taker_amount:
        raise Refused("amounts")
    if not time.time() + 30 < int(order["expiry"]) <= time.time() + 400 * 86400:
        raise Refused("expiry")
    if int(order["takerTokenFeeAmount"]) or int(order["feeRecipient"], 16):
        raise Refused("fees")
    order_hash = keccak(b"\x19\x01" + DOMAIN + keccak(ORDER_TYPE + words))
    signature = order["signature"]
    r, s = bytes.fromhex(signature["r"][2:]), bytes.fromhex(signature["s"][2:])
    if signature["signatureType"] != 2 or signature["v"] not in (27, 28) or int.from_bytes(s, "big") > HALF_ORDER:
        raise Refused("signature")
    proof = r.rjust(32, b"\0") + s.rjust(32, b"\0") + bytes([signature["v"] - 27])
    key = PublicKey.from_signature_and_message(proof, order_hash, hasher=None)
    if "0x" + keccak(key.format(compressed=False)[1:])[12:].hex() != order["maker"]:
        raise Refused("signature")
    return order, words, order_hash


def call(contract, data):
    return {"jsonrpc": "2.0", "method": "eth_call", "params": [{"to": contract, "data": "0x" + data}, "latest"]}


def code(account):
    return {"jsonrpc": "2.0", "method": "eth_getCode", "params": [account, "latest"]}


class Relay:
    def __init__(self):
        self.posts = {}
        self.known = set()
        self.promised = {}
        self.sides = {}
        self.database = sqlite3.connect(f"{FOLDER}/peer.sqlite", timeout=60, check_same_thread=False)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS orders (hash BLOB PRIMARY KEY, words BLOB NOT NULL, json TEXT NOT NULL,"
            " filled BLOB NOT NULL) WITHOUT ROWID")
        self.queue = asyncio.Queue()
        self.node = None
        self.worker = None

    async def start(self, _):
        self.node = aiohttp.ClientSession()
        self.worker = asyncio.create_task(self.gather())

    def meter(self, client):
        """Counts a post of an address, which gets its posts back evenly."""
        now = time.monotonic()
        full = max(self.posts.get(client, now), now) + 60 / POSTS_PER_MINUTE
        if full > now + 60:
            raise web.HTTPTooManyRequests
        self.posts[client] = full

    async def post(self, request):
        self.meter(request.remote)
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        body = await request.read()
        try:
            order, words, order_hash = checked(body)
        except (Refused, KeyError, ValueError, TypeError) as error:
            return web.json_response({"code": 100, "reason": str(error)}, status=400)
        taken = asyncio.get_running_loop().create_future()
        self.queue.put_nowait((order, words, order_hash, body.decode(), taken))
        if await taken:
            return web.Response()
        return web.json_response({"code": 100, "reason": "the chain"}, status=400)

    async def gather(self):
        while True:
            group = [await self.queue.get()]
            await asyncio.sleep(0.005)
            while len(group) < 500 and not self.queue.empty():
                group.append(self.queue.get_nowait())
            await self.take(group)

    async def take(self, group):
        questions = {}
        for order, words, order_hash, *_ in group:
            maker, token = order["maker"][2:].rjust(64, "0"), order["makerToken"]
            questions[order_hash] = call(EXCHANGE, INFO + words.hex())
            questions[(token, maker)] = call(token, BALANCE + maker)
            questions[(token, maker, EXCHANGE)] = call(token, ALLOWANCE + maker + EXCHANGE[2:].rjust(64, "0"))
            questions[token] = code(token)
            questions[order["takerToken"]] = code(order["takerToken"])
        batch = [{**question, "id": number} for number, question in enumerate(questions.values())]
        async with self.node.post(NODE, json=batch) as response:
            by_id = {answer["id"]: answer["result"] for answer in await response.json()}
        answers = dict(zip(questions, (by_id[number] for number in range(len(batch)))))
        rows, taken_orders = [], []
        for order, words, order_hash, text, taken in group:
            if order_hash in self.known:
                continue
            if self.admits(order, order_hash, answers):
                taken_orders.append((order, order_hash))
                rows.append((order_hash, words, text, bytes.fromhex(answers[order_hash][130:194])))
            else:
                taken.set_result(False)
        await asyncio.get_running_loop().run_in_executor(None, self.write, rows)
        for order, order_hash in taken_orders:
            self.keep(order, order_hash)
        for *_, taken in group:
            if not taken.done():
                taken.set_result(True)

    def admits(self, order, order_hash, answers):
        token, maker = order["makerToken"], order["maker"][2:].rjust(64, "0")
        told, status, filled = (answers[order_hash][2:][start : start + 64] for start in (0, 64, 128))
        balance = int(answers[(token, maker)], 16)
        funds = min(balance, int(answers[(token, maker, EXCHANGE)], 16))
        maker_amount, taker_amount = int(order["makerAmount"]), int(order["takerAmount"])
        remaining = taker_amount - int(filled, 16)
        count, promised = self.promised.get((order["maker"], token), (0, 0))
        return (
            told == order_hash.hex() and int(status, 16) == 1
            and answers[token] != "0x" and answers[order["takerToken"]] != "0x"
            and remaining * maker_amount // taker_amount > 0 and funds * taker_amount // maker_amount > 0
            and count < OPEN_ORDERS and promised + maker_amount <= TIMES_BALANCE * balance
        )

    def keep(self, order, order_hash):
        token, maker_amount, taker_amount = order["makerToken"], int(order["makerAmount"]), int(order["takerAmount"])
        count, promised = self.promised.get((order["maker"], token), (0, 0))
        self.known.add(order_hash)
        self.promised[(order["maker"], token)] = (count + 1, promised + maker_amount)
        side = self.sides.setdefault((token, order["takerToken"]), SortedKeyList(key=lambda entry: entry[:3]))
        side.add(((taker_amount << 128) // maker_amount, int(order["expiry"]), order_hash, order))

    def write(self, rows):
        with self.database:
            self.database.executemany("INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?)", rows)


def serve(listener):
    relay = Relay()
    app = web.Application()
    app.router.add_post("/orderbook/v1/order", relay.post)
    app.on_startup.append(relay.start)
    web.run_app(app, sock=listener, print=None, access_log=None)


def bound(port):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(("127.0.0.1", port))
    return listener


Relay().database.close()
first = bound(0)
children = []
for listener in (first, bound(first.getsockname()[1])):
    listener.listen(512)
    child = os.fork()
    if child == 0:
        os.close(0)
        serve(listener)
        os._exit(0)
    children.append(child)
print(json.dumps({"port": first.getsockname()[1], "processes": children}), flush=True)
sys.stdin.read()
for child in children:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
