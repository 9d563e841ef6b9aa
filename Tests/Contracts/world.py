"""Contracts on a py-evm chain in this process: deploy, call, send, read events; and time that tests decide."""

import functools
import json
import sys
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Chain"))

import calls  # noqa: E402
import shapes  # noqa: E402
import stand_ins  # noqa: E402
from chain import Chain  # noqa: E402
from errors import RPCError  # noqa: E402
from eth_abi import decode, encode  # noqa: E402
from eth_utils import keccak  # noqa: E402
from inputs import CallRequest  # noqa: E402

KLAY = 10**18
GAS = 10_000_000
CHAIN_ID = 1337


class Refused(Exception):
    """A call that reverted: `reason` as a client would read it, "" for a revert that says nothing."""

    def __init__(self, reason: str, data: bytes):
        super().__init__(reason)
        self.reason = reason
        self.data = data


@functools.cache
def market_artifact() -> dict:
    return json.loads((HERE.parent.parent / "ABI" / "LectureMarket.json").read_text(encoding="utf-8"))


@functools.cache
def stand_in(name: str) -> dict:
    return stand_ins.artifact(name)


def canonical(parameter: dict) -> str:
    if not parameter["type"].startswith("tuple"):
        return parameter["type"]
    return "(" + ",".join(map(canonical, parameter["components"])) + ")" + parameter["type"][5:]


def signature(entry: dict) -> str:
    return entry["name"] + "(" + ",".join(map(canonical, entry["inputs"])) + ")"


def selector(entry: dict) -> bytes:
    return keccak(text=signature(entry))[:4]


def named(parameters: list, values) -> object:
    """Decoded values as a plain value, or as an object with the ABI's names."""
    plain = [_named_one(parameter, value) for parameter, value in zip(parameters, values, strict=True)]
    if len(plain) == 1:
        return plain[0]
    return tuple(plain)


def _named_one(parameter, value):
    kind = parameter["type"]
    if kind == "address":
        return bytes.fromhex(value[2:])
    if not kind.startswith("tuple"):
        return value
    if kind.endswith("[]"):
        return [_named_one(dict(parameter, type="tuple"), each) for each in value]
    fields = parameter["components"]
    return SimpleNamespace(
        **{field["name"]: _named_one(field, each) for field, each in zip(fields, value, strict=True)}
    )


class World:
    """A chain and its accounts. Addresses are 20 bytes here, as the chain has them."""

    def __init__(self, fork: str = "london", accounts: int = 10, chain_id: int = CHAIN_ID):
        self.chain = Chain(fork, chain_id, accounts, 10**6 * KLAY, 30_000_000)
        self.accounts = list(self.chain.keys)
        self.jump = 1

    # -------------------------------------------------------------------- time

    @property
    def now(self) -> int:
        """The time of the next block."""
        return self.chain.head.header.timestamp + self.jump

    def wait(self, seconds: int):
        self.jump = max(1, seconds)

    # --------------------------------------------------------------- contracts

    def deploy(self, artifact: dict, *arguments, sender: bytes | None = None, value: int = 0) -> "Contract":
        constructor = next((each for each in artifact["abi"] if each["type"] == "constructor"), {"inputs": []})
        data = bytes.fromhex(artifact["bytecode"][2:]) + encode(
            [canonical(each) for each in constructor["inputs"]], arguments
        )
        receipt = self.send(sender or self.accounts[0], None, data, value)
        return Contract(self, receipt.contract, artifact["abi"])

    def balance(self, address: bytes) -> int:
        return self.chain.state().get_balance(address)

    def call(self, sender: bytes, to: bytes | None, data: bytes, value: int = 0, gas: int = GAS) -> bytes:
        """The output of a call in the next block, or Refused."""
        self.chain.next_timestamp = self.now
        request = CallRequest({})
        request.sender, request.to, request.data, request.value, request.gas = sender, to, data, value, gas
        try:
            return calls.call(self.chain, self.chain.pending_header(), request, GAS)
        except RPCError as error:
            raw = bytes.fromhex((error.data or "0x")[2:])
            reason = error.message.removeprefix("execution reverted").removeprefix(": ")
            raise Refused(reason, raw) from None

    def estimate(self, sender: bytes, to: bytes, data: bytes, value: int = 0) -> int:
        self.chain.next_timestamp = self.now
        request = CallRequest({})
        request.sender, request.to, request.data, request.value = sender, to, data, value
        return calls.estimate(self.chain, self.chain.pending_header(), request, GAS)

    def send(self, sender: bytes, to: bytes | None, data: bytes, value: int = 0, gas: int = GAS):
        """Tries the call, and when it succeeds mines it in a block of its own; else Refused, and nothing is mined."""
        self.call(sender, to, data, value, gas)
        return self.force(sender, to, data, value, gas)

    def force(self, sender: bytes, to: bytes | None, data: bytes, value: int = 0, gas: int = GAS):
        """Mines the transaction whether it succeeds or not."""
        return self.mine([self.sign(sender, to, data, value, gas)])[0]

    def sign(self, sender: bytes, to: bytes | None, data: bytes, value: int = 0, gas: int = GAS, nonce_ahead: int = 0):
        unsigned = self.chain.transaction_builder.create_unsigned_transaction(
            nonce=self.chain.state().get_nonce(sender) + nonce_ahead,
            gas_price=getattr(self.chain.pending_header(), "base_fee_per_gas", 1) or 1,
            gas=gas,
            to=to or b"",
            value=value,
            data=data,
        )
        return self.chain.sign(sender, unsigned)

    def mine(self, transactions) -> list:
        self.chain.next_timestamp = self.now
        self.jump = 1
        _, left_out = self.chain.mine(transactions)
        if left_out:
            raise AssertionError(f"not mined: {left_out}")
        return [self._receipt(transaction) for transaction in transactions]

    def _receipt(self, transaction):
        entry = self.chain.by_transaction[transaction.hash]
        shape = shapes.receipt(self.chain, entry)
        return SimpleNamespace(
            ok=shape["status"] == "0x1",
            gas=entry.gas_used,
            fee=entry.gas_used * shapes.effective_gas_price(entry),
            contract=shape["contractAddress"] and bytes.fromhex(shape["contractAddress"][2:]),
            logs=entry.receipt.logs,
            block=entry.block,
        )

    def snapshot(self) -> int:
        return self.chain.snapshot()

    def revert(self, snapshot: int):
        self.chain.revert(snapshot)
        self.jump = 1


class Contract:
    """A deployed contract: `contract.name(…, sender=)` sends a function that is not a view, and calls one that is."""

    def __init__(self, world: World, address: bytes, abi: list):
        self.world = world
        self.address = address
        self.abi = abi

    def __getattr__(self, name):
        if not any(entry["type"] == "function" and entry["name"] == name for entry in self.abi):
            raise AttributeError(name)
        return functools.partial(self._invoke, name)

    def function(self, name: str, count: int) -> dict:
        return next(
            entry
            for entry in self.abi
            if entry["type"] == "function" and entry["name"] == name and len(entry["inputs"]) == count
        )

    def data(self, name: str, *arguments) -> bytes:
        entry = self.function(name, len(arguments))
        return selector(entry) + encode([canonical(each) for each in entry["inputs"]], arguments)

    def _invoke(self, name, *arguments, sender=None, value=0, gas=GAS):
        entry = self.function(name, len(arguments))
        data = self.data(name, *arguments)
        sender = sender or self.world.accounts[0]
        if entry["stateMutability"] in ("view", "pure"):
            output = self.world.call(sender, self.address, data, gas=gas)
            return named(entry["outputs"], decode([canonical(each) for each in entry["outputs"]], output))
        receipt = self.world.send(sender, self.address, data, value, gas)
        receipt.events = self.events(receipt)
        return receipt

    def events(self, receipt) -> list:
        """The events of this contract in a receipt, in order, with their fields by name."""
        by_topic = {keccak(text=signature(entry)): entry for entry in self.abi if entry["type"] == "event"}
        return [
            self._event(by_topic[log.topics[0].to_bytes(32, "big")], log)
            for log in receipt.logs
            if log.address == self.address
        ]

    def _event(self, entry, log):
        indexed = [each for each in entry["inputs"] if each["indexed"]]
        plain = [each for each in entry["inputs"] if not each["indexed"]]
        fields = {"event": entry["name"]}
        for each, topic in zip(indexed, log.topics[1:], strict=True):
            fields[each["name"]] = _named_one(each, decode([canonical(each)], topic.to_bytes(32, "big"))[0])
        for each, value in zip(plain, decode([canonical(each) for each in plain], log.data), strict=True):
            fields[each["name"]] = _named_one(each, value)
        return SimpleNamespace(**fields)
