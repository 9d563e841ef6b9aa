"""The rules of both exchanges and of their tokens as plain Python: what each call returns, logs and writes down."""

import copy
from dataclasses import dataclass, field

from eth_abi import encode
from eth_keys import keys
from eth_keys.exceptions import BadSignature, ValidationError
from eth_utils import keccak

ZERO = bytes(20)
LIMIT = 2**256


class Refusal(Exception):
    """A revert, with the data that it answers with."""

    def __init__(self, data: bytes = b""):
        super().__init__(data.hex())
        self.data = data


def reason(text: str) -> Refusal:
    return error("Error(string)", text)


def error(signature: str, *values) -> Refusal:
    kinds = signature[signature.index("(") + 1 : -1].split(",")
    return Refusal(keccak(text=signature)[:4] + encode(kinds, values))


def require(condition: bool, text: str):
    if not condition:
        raise reason(text)


def checked(number: int) -> int:
    """A number that fits a word; else the call reverts without a word."""
    if not 0 <= number < LIMIT:
        raise Refusal()
    return number


def item(values, index: int):
    if index >= len(values):
        raise Refusal()
    return values[index]


def recovered(digest: bytes, v: int, r: bytes, s: bytes) -> bytes:
    """The address that signed, zero for a signature of nobody's: the precompile's answer."""
    try:
        signature = keys.Signature(vrs=(v - 27, int.from_bytes(r, "big"), int.from_bytes(s, "big")))
        return signature.recover_public_key_from_msg_hash(digest).to_canonical_address()
    except (BadSignature, ValidationError):
        return ZERO


def message(hash: bytes) -> bytes:
    return keccak(b"\x19Ethereum Signed Message:\n32" + hash)


@dataclass
class Token:
    """How a token behaves; its accounts are in the state."""

    strange: bool = False
    manner: str = "plain"
    answers: str = "honestly"
    index: int = 1
    calls: list = field(default_factory=list)  # target, function, arguments


class Model:
    """Tokens, contracts, time and chain. `state` is what a revert takes back."""

    def __init__(self, chain_id: int, now: int):
        self.chain_id, self.now = chain_id, now
        self.tokens, self.contracts = {}, {}
        self.state = {
            kind: {} for kind in ("balance", "allowance", "filled", "cancelled", "word", "salt", "signer", "next call")
        }
        self.events = []

    def get(self, kind: str, *key) -> int:
        return self.state[kind].get(key, 0)

    def put(self, kind: str, *key_and_value):
        *key, value = key_and_value
        self.state[kind][tuple(key)] = value

    def log(self, address: bytes, name: str, *fields):
        self.events.append((address, name, *fields))

    def attempt(self, act):
        """Does something whole or not at all."""
        state, count = {kind: dict(values) for kind, values in self.state.items()}, len(self.events)
        try:
            return act()
        except Refusal:
            self.state = state
            del self.events[count:]
            raise

    def call(self, sender: bytes, target: bytes, name: str, *arguments):
        function = getattr(self.contracts[target], name)
        return self.attempt(lambda: function(sender, *arguments))

    def copied(self) -> "Model":
        other = copy.copy(self)
        other.tokens = {address: copy.copy(token) for address, token in self.tokens.items()}
        other.state = {kind: dict(values) for kind, values in self.state.items()}
        other.events = []
        other.contracts = {address: each.at(other) for address, each in self.contracts.items()}
        return other

    # ---------------------------------------------------------------- tokens

    def told(self, token: bytes, kind: str, *key) -> int | None:
        """What a token says to a question about a balance or an allowance; None when it is no number."""
        known = self.tokens.get(token)
        if known is None:
            return None
        truth = self.get(kind, token, *key)
        if kind == "balance":
            truth *= known.index
        return {"honestly": truth, "with plenty": LIMIT - 1}.get(known.answers)

    def move(self, spender: bytes, token: bytes, source: bytes, target: bytes, amount: int) -> bool:
        """transferFrom, as a caller sees it who takes silence for a yes."""
        known = self.tokens[token]
        if known.strange:
            return self._move_strangely(known, spender, token, source, target, amount)
        allowed = self.get("allowance", token, source, spender)
        if allowed != LIMIT - 1:
            require(allowed >= amount, "insufficient allowance")
            self.put("allowance", token, source, spender, allowed - amount)
        require(self.get("balance", token, source) >= amount, "insufficient balance")
        self._shift(token, source, target, amount)
        self.log(token, "Transfer", source, target, amount)
        return True

    def _shift(self, token: bytes, source: bytes, target: bytes, amount: int):
        self.put("balance", token, source, self.get("balance", token, source) - amount)
        self.put("balance", token, target, self.get("balance", token, target) + amount)

    def _move_strangely(self, known: Token, spender, token, source, target, amount) -> bool:
        require(known.manner != "paused", "this token is paused")
        if known.manner == "return false":
            return False
        self._call_back(known, token)
        allowed = self.get("allowance", token, source, spender)
        require(allowed >= amount, "not allowed")
        self.put("allowance", token, source, spender, allowed - amount)
        moved = amount // known.index
        require(self.get("balance", token, source) >= moved, "too little")
        self._shift(token, source, target, moved)
        if known.manner == "take a fee":
            self._shift(token, target, token, moved // 10)
        self.log(token, "Transfer", source, target, amount)
        self._call_back(known, token)
        if known.manner == "return two":
            raise Refusal()
        return True

    def _call_back(self, known: Token, token: bytes):
        number = self.get("next call", token)
        if known.manner != "call back" or number >= len(known.calls):
            return
        self.put("next call", token, number + 1)
        try:
            self.call(token, *known.calls[number])
            success = True
        except Refusal:
            success = False
        self.log(token, "CalledBack", success)


class Part:
    """A contract of a model."""

    def __init__(self, model: Model, address: bytes):
        self.model, self.address = model, address

    def at(self, model: Model) -> "Part":
        other = copy.copy(self)
        other.model = model
        return other

    def get(self, kind: str, *key) -> int:
        return self.model.get(kind, self.address, *key)

    def put(self, kind: str, *key_and_value):
        self.model.put(kind, self.address, *key_and_value)

    def log(self, name: str, *fields):
        self.model.log(self.address, name, *fields)
