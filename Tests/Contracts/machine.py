"""An EVM over one state, without blocks: calls come one after the other, and time, chain and code are the test's."""

import functools
from dataclasses import dataclass

from eth.exceptions import Revert
from eth.vm.message import Message
from eth_abi import decode, encode
from eth_utils import keccak
from world import World, canonical, selector, signature

GAS = 20_000_000


@dataclass(frozen=True)
class Ran:
    """What a call did: its output or the data of its revert, its logs, and the gas that it used."""

    ok: bool
    output: bytes
    logs: tuple  # address, topics as numbers, data
    gas: int
    error: Exception | None


class Machine:
    """A World's state to work on. What runs here never reaches the World's chain."""

    def __init__(self, world: World):
        self.state = world.chain.vm(world.chain.pending_header()).state
        self.accounts = world.accounts
        self._codes = 0

    # What the next calls find.

    @property
    def now(self) -> int:
        return self.state.execution_context.timestamp

    @now.setter
    def now(self, seconds: int):
        self.state.execution_context._timestamp = seconds

    @property
    def chain_id(self) -> int:
        return self.state.execution_context.chain_id

    @chain_id.setter
    def chain_id(self, number: int):
        self.state.execution_context._chain_id = number

    def run(self, sender: bytes, to: bytes, data: bytes, value: int = 0, gas: int = GAS) -> Ran:
        """A transaction's call: what it changed stays, unless it failed."""
        code = self.state.get_code(to)
        message = Message(gas=gas, to=to, sender=sender, value=value, data=data, code=code)
        context = self.state.transaction_context_class(gas_price=0, origin=sender)
        done = self.state.computation_class.apply_message(self.state, message, context)
        error = done.error if done.is_error else None
        output = done.output if error is None or isinstance(error, Revert) else b""
        logs = () if error else tuple(done.get_log_entries())
        return Ran(error is None, output, logs, gas - done.get_gas_remaining(), error)

    def trial(self, *arguments, **options) -> Ran:
        """What a call would do: nothing stays."""
        snapshot = self.state.snapshot()
        try:
            return self.run(*arguments, **options)
        finally:
            self.state.revert(snapshot)

    def storage(self, address: bytes, slot: int, *keys: bytes) -> int:
        """A word of a contract's storage: of a variable, or of a mapping's value for these keys (as Vyper hashes)."""
        return self.state.get_storage(address, _place(slot, *keys))

    def write(self, address: bytes, slot: int, *keys_and_value):
        *keys, value = keys_and_value
        self.state.set_storage(address, _place(slot, *keys), value)

    def place(self, code: bytes) -> bytes:
        """The address of an account that has this code from now on."""
        self._codes += 1
        address = keccak(text=f"code {self._codes}")[12:]
        self.state.set_code(address, code)
        return address


@functools.lru_cache(4096)
def _place(slot: int, *keys: bytes) -> int:
    place = slot.to_bytes(32, "big")
    for key in keys:
        place = keccak(place + key.rjust(32, b"\0"))
    return int.from_bytes(place, "big")


class Interface:
    """A contract's ABI: calls, what they return, and events, as Python values."""

    def __init__(self, abi: list):
        self.functions = {each["name"]: each for each in abi if each["type"] == "function"}
        self.topics = {keccak(text=signature(each)): each for each in abi if each["type"] == "event"}

    def data(self, name: str, *arguments) -> bytes:
        entry = self.functions[name]
        return selector(entry) + encode([canonical(each) for each in entry["inputs"]], arguments)

    def output(self, name: str, data: bytes):
        outputs = self.functions[name]["outputs"]
        if not outputs:
            return None
        values = plain(decode([canonical(each) for each in outputs], data))
        return values[0] if len(values) == 1 else values

    def event(self, topics, data: bytes) -> tuple:
        """An event's name and its fields, in the order of the ABI."""
        entry = self.topics[topics[0].to_bytes(32, "big")]
        indexed = iter(topics[1:])
        rest = iter(decode([canonical(each) for each in entry["inputs"] if not each["indexed"]], data))
        values = [
            decode([canonical(each)], next(indexed).to_bytes(32, "big"))[0] if each["indexed"] else next(rest)
            for each in entry["inputs"]
        ]
        return entry["name"], *plain(values)


def plain(value):
    """Decoded values with addresses as 20 bytes, and lists as tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(plain(each) for each in value)
    if isinstance(value, str) and len(value) == 42 and value.startswith("0x"):
        return bytes.fromhex(value[2:])
    return value
