"""What the tests of the node share: a node for each class, a bare client, and small contracts in bytes."""

import http.client
import json
import unittest
import urllib.parse

from chain_accounts import account
from harness import Node
from web3 import Web3

EMPTY_BLOOM = "0x" + "00" * 256


def initcode(runtime: str) -> str:
    """Code that deploys that code: PUSH1 size, DUP1, PUSH1 offset, PUSH1 0, CODECOPY, PUSH1 0, RETURN."""
    size = len(runtime) // 2
    return f"0x60{size:02x}80600b6000396000f3" + runtime


# SSTORE(0, CALLDATALOAD(0)); LOG1(0, 0, CALLDATALOAD(0)); STOP
STORE_AND_LOG = "60003560005560003560006000a100"
# MSTORE(0, 42); RETURN(0, 32)
ANSWER = "602a60005260206000f3"
# REVERT(0, 0); and INVALID
REVERT_EMPTY = "60006000fd"
INVALID = "fe"


def revert_with(data: bytes) -> str:
    """Code that reverts with those bytes, which follow it: CODECOPY(0, offset, size), REVERT(0, size)."""
    return f"60{len(data):02x}600c60003960{len(data):02x}6000fd" + data.hex()


# Error("nope")
REASON = bytes.fromhex("08c379a0") + (32).to_bytes(32, "big") + (4).to_bytes(32, "big") + b"nope".ljust(32, b"\0")


class RPC:
    """A bare client with a connection that is kept."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)

    def post(self, body: bytes):
        self.connection.request("POST", "/", body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, response.read()

    def reply(self, method, *params):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        return json.loads(self.post(json.dumps(body).encode())[1])

    def __call__(self, method, *params):
        reply = self.reply(method, *params)
        if "error" in reply:
            raise AssertionError(f"{method}: {reply['error']}")
        return reply["result"]

    def error(self, method, *params):
        return self.reply(method, *params)["error"]


class NodeTest(unittest.TestCase):
    OPTIONS: tuple = ()

    @classmethod
    def setUpClass(cls):
        cls.node = Node(*cls.OPTIONS)
        cls.addClassCleanup(cls.node.stop)
        cls.rpc = RPC(cls.node.url)
        cls.addClassCleanup(cls.rpc.connection.close)

    def setUp(self):
        self._snapshot = self.rpc("evm_snapshot")
        self.addCleanup(lambda: self.rpc("evm_revert", self._snapshot))

    def signed(self, sender=0, **fields):
        signer = account(sender)
        transaction = {
            "nonce": int(self.rpc("eth_getTransactionCount", signer.address, "pending"), 16),
            "gas": 21000,
            "to": account(1).address,
            "value": 1,
            "chainId": self.node.chain_id,
            **fields,
        }
        if transaction["to"]:
            transaction["to"] = Web3.to_checksum_address(transaction["to"])
        if "gasPrice" not in transaction and "maxFeePerGas" not in transaction:
            transaction["gasPrice"] = 3 * 10**9
        return signer.sign_transaction({key: value for key, value in transaction.items() if value is not None})

    def send(self, **fields) -> str:
        return self.rpc("eth_sendRawTransaction", self.signed(**fields).raw_transaction.to_0x_hex())

    def send_error(self, **fields):
        return self.rpc.error("eth_sendRawTransaction", self.signed(**fields).raw_transaction.to_0x_hex())

    def deploy(self, runtime) -> str:
        transaction = self.send(to=None, value=0, gas=500_000, data=initcode(runtime))
        return self.rpc("eth_getTransactionReceipt", transaction)["contractAddress"]
