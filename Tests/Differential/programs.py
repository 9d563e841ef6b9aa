"""Random programs as state tests, the same for the same seed and number."""

import random

from eth_keys import keys
from eth_utils import keccak
import rlp

FORKS = ("Frontier Homestead EIP150 EIP158 Byzantium Constantinople ConstantinopleFix Istanbul Berlin London Paris "
         "Shanghai Cancun Prague Osaka BPO1 BPO2").split()
SENDER_KEY = keys.PrivateKey(b"\x45" * 32)
SENDER = SENDER_KEY.public_key.to_canonical_address()
AUTHORITY_KEYS = [keys.PrivateKey(bytes([n]) * 32) for n in (0x51, 0x52)]
CONTRACTS = [bytes([n]) * 20 for n in (0x11, 0x22, 0x33)]
COINBASE = bytes.fromhex("2adc25665018aa1fe0e6bc666dac8fc2697ff9ba")
NOBODY = b"\x44" * 20
# A signature that ecrecover takes, points of bn254 and of BLS12-381, a round of BLAKE2: inputs that mean something.
SIGNED = keccak(b"differential")
SIGNATURE = SENDER_KEY.sign_msg_hash(SIGNED)
BLS_G1 = bytes.fromhex(
    "0000000000000000000000000000000017f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3a"
    "f00adb22c6bb0000000000000000000000000000000008b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744"
    "a2888ae40caa232946c5e7e1")
INPUTS = {
    1: SIGNED + (SIGNATURE.v + 27).to_bytes(32, "big") + SIGNATURE.r.to_bytes(32, "big")
    + SIGNATURE.s.to_bytes(32, "big"),
    5: (2).to_bytes(32, "big") + (1).to_bytes(32, "big") + (3).to_bytes(32, "big") + bytes.fromhex("0701050f0301"),
    6: (1).to_bytes(32, "big") + (2).to_bytes(32, "big") + (1).to_bytes(32, "big") + (2).to_bytes(32, "big"),
    7: (1).to_bytes(32, "big") + (2).to_bytes(32, "big") + (7).to_bytes(32, "big"),
    9: (1).to_bytes(4, "big") + bytes(range(64)) + bytes(128) + bytes(16) + b"\1",
    0x0B: BLS_G1 + BLS_G1,
}
FIXED_GAS = (0, 1, 699, 700, 2299, 2300, 2301, 3000, 9000, 20000, 60000)
WORDS = (2**256 - 1, 2**255, 2**255 - 1, 2**128, 2**64 - 1, 2**64, 2**256 - 2, 31, 32, 33, 255, 256, 0, 1, 2**32)


def push(value):
    data = value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
    return bytes([0x5F + len(data)]) + data


class Writer:
    """Writes code whose statements leave the stack as it was, so that most of it runs."""

    def __init__(self, rng, fork):
        self.rng, self.fork = rng, fork
        self.code = bytearray()

    def since(self, name):
        # Now and then an instruction that the fork doesn't have yet.
        return self.fork >= FORKS.index(name) or self.rng.random() < 0.003

    def emit(self, *parts):
        for part in parts:
            self.code += push(part) if isinstance(part, int) else part

    def op(self, *opcodes):
        self.code += bytes(opcodes)

    def address(self):
        k = self.rng.random()
        if k < 0.55:
            return int.from_bytes(self.rng.choice(CONTRACTS), "big")
        if k < 0.85:
            return self.rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 0x0A, 0x0B, 0x0D, 0x0F, 0x10, 0x12, 0x100])
        others = [NOBODY, SENDER, COINBASE] + [key.public_key.to_canonical_address() for key in AUTHORITY_KEYS]
        return int.from_bytes(self.rng.choice(others), "big") | (1 << 200 if self.rng.random() < 0.1 else 0)

    def word(self):
        k = self.rng.random()
        if k < 0.45:
            return self.rng.randrange(70)
        if k < 0.6:
            return self.rng.choice(WORDS)
        if k < 0.7:
            return self.address()
        return self.rng.getrandbits(self.rng.choice([8, 16, 64, 128, 160, 255, 256]))

    def place(self):
        k = self.rng.random()
        return self.rng.randrange(200) if k < 0.97 else self.rng.choice([5000, 70000, 2**31, 2**64, 2**256 - 1])

    def size(self):
        k = self.rng.random()
        return self.rng.randrange(100) if k < 0.96 else self.rng.choice([0, 1000, 30000, 2**32, 2**255])

    def value(self, depth=0):
        """One word on the stack."""
        rng = self.rng
        k = rng.random()
        if depth > 3 or k < 0.35:
            self.emit(self.word())
        elif k < 0.65:
            ops = [1, 2, 3, 4, 5, 6, 7, 0x0A, 0x0B, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1A]
            if self.since("Constantinople"):
                ops += [0x1B, 0x1C, 0x1D]
            self.value(depth + 1)
            self.value(depth + 1)
            self.op(rng.choice(ops))
        elif k < 0.7:
            for _ in range(3):
                self.value(depth + 1)
            self.op(rng.choice([8, 9]))
        elif k < 0.75:
            self.value(depth + 1)
            self.op(rng.choice([0x15, 0x19] + ([0x1E] if self.since("Osaka") else [])))
        elif k < 0.85:
            ops = [0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3A, 0x41, 0x42, 0x43, 0x44, 0x45, 0x58, 0x59, 0x5A]
            for name, new in (("Byzantium", 0x3D), ("Istanbul", 0x46), ("Istanbul", 0x47), ("London", 0x48),
                              ("Cancun", 0x4A), ("Shanghai", 0x5F)):
                if self.since(name):
                    ops.append(new)
            self.op(rng.choice(ops))
        elif k < 0.9:
            self.emit(rng.randrange(5))
            self.op(0x5C if rng.random() < 0.25 and self.since("Cancun") else 0x54)
        elif k < 0.93:
            self.emit(self.place())
            self.op(rng.choice([0x51, 0x35, 0x35]))
        elif k < 0.96:
            ops = [0x31, 0x3B]
            if self.since("Constantinople"):
                ops.append(0x3F)
            self.emit(self.address())
            self.op(rng.choice(ops))
        elif k < 0.98:
            self.emit(self.size(), self.place())
            self.op(0x20)
        else:
            self.emit(rng.choice([0, 1, 4, 255, 300, 2**64]))
            self.op(0x49 if rng.random() < 0.4 and self.since("Cancun") else 0x40)

    def call(self):
        rng = self.rng
        ops = [0xF1, 0xF1, 0xF2]
        if self.since("Homestead"):
            ops.append(0xF4)
        if self.since("Byzantium"):
            ops.append(0xFA)
        op = rng.choice(ops)
        target = self.address()
        if target in INPUTS and rng.random() < 0.6:
            # The calldata has that input at its place; see `calldata`.
            length = len(INPUTS[target])
            self.emit(length, rng.choice([0, 0, 0, 32]), 0)
            self.op(0x37)
            self.emit(rng.randrange(100), self.place(), length if rng.random() < 0.9 else self.size(), 0)
        else:
            self.emit(self.size(), self.place(), self.size(), self.place())
        if op in (0xF1, 0xF2):
            self.emit(rng.choice([0, 0, 0, 1, 5, 10**30]))
        self.emit(target)
        if rng.random() < 0.5:
            self.op(0x5A)
        else:
            self.emit(rng.choice(FIXED_GAS))
        self.op(op)
        self.keep()

    def keep(self):
        """Puts the word on the stack where it counts."""
        k = self.rng.random()
        if k < 0.35:
            self.emit(self.rng.randrange(5))
            self.op(0x55)
        elif k < 0.7:
            self.emit(self.place())
            self.op(self.rng.choice([0x52, 0x52, 0x53]))
        else:
            self.op(0x50)

    def create(self):
        rng = self.rng
        inner = Writer(rng, self.fork)
        k = rng.random()
        if k < 0.3:
            inner.emit(rng.choice([0, 3, 40, 24577]), rng.randrange(10))
            inner.op(0xF3)
        elif k < 0.5:
            body = rng.choice([b"\x60\x01\x60\x00\x55", b"\x33\xff", b"\xef\x00", b"\x60\x05\x54\x60\x00\x52\x60\x20\x60\x00\xf3"])
            inner.emit(int.from_bytes(body, "big"), 0)
            inner.op(0x52)
            inner.emit(len(body), 32 - len(body))
            inner.op(0xF3)
        else:
            for _ in range(rng.randrange(3)):
                inner.statement(3)
        code = bytes(inner.code)[:96] or b"\0"
        for start in range(0, len(code), 32):
            self.emit(int.from_bytes(code[start:start + 32].ljust(32, b"\0"), "big"), start)
            self.op(0x52)
        two = rng.random() < 0.5 and self.since("Constantinople")
        if two:
            self.emit(rng.randrange(2))
        self.emit(len(code) if rng.random() < 0.95 else self.size(), 0, rng.choice([0, 0, 1, 10**30]))
        self.op(0xF5 if two else 0xF0)
        if rng.random() < 0.4:
            # Calls what it made.
            self.op(0x80)
            self.emit(0)
            self.op(0x52)
            for _ in range(5):
                self.emit(0)
            self.emit(0)
            self.op(0x51)
            self.emit(rng.choice(FIXED_GAS))
            self.op(0xF1, 0x50)
        self.keep()

    def label(self):
        """A jump's target that is put in place later."""
        self.code += b"\x61\0\0"
        return len(self.code) - 2

    def land(self, place):
        self.code[place:place + 2] = len(self.code).to_bytes(2, "big")
        self.op(0x5B)

    def statement(self, depth=0):
        rng = self.rng
        k = rng.random()
        if k < 0.3:
            self.value()
            self.keep()
        elif k < 0.5:
            self.call()
        elif k < 0.56 and depth < 2:
            self.create()
        elif k < 0.63:
            count = rng.randrange(5)
            for _ in range(count):
                self.value(3)
            self.emit(self.size(), self.place())
            self.op(0xA0 + count)
        elif k < 0.72:
            ops = [0x37, 0x39]
            if self.since("Byzantium"):
                ops.append(0x3E)
            if self.since("Cancun"):
                ops.append(0x5E)
            op = rng.choice(ops)
            if op == 0x3E and rng.random() < 0.7:
                self.op(0x3D)
                self.emit(0, self.place())
            else:
                self.emit(self.size(), self.place(), self.place())
            self.op(op)
        elif k < 0.75:
            self.emit(self.size(), self.place(), self.place(), self.address())
            self.op(0x3C)
        elif k < 0.81 and depth < 3:
            # if
            self.value()
            if rng.random() < 0.5:
                self.op(0x15)
            place = self.label()
            self.op(0x57)
            self.statement(depth + 1)
            self.land(place)
        elif k < 0.85 and depth < 2:
            # A loop of a few turns, its counter on the stack.
            self.emit(rng.randrange(1, 6))
            start = len(self.code)
            self.op(0x5B)
            self.statement(depth + 1)
            self.op(0x60, 1, 0x90, 0x03, 0x80, 0x61, start >> 8, start & 255, 0x57, 0x50)
        elif k < 0.88:
            self.value()
            if self.since("Cancun") and rng.random() < 0.6:
                self.emit(rng.randrange(5))
                self.op(0x5D)
            else:
                self.emit(rng.randrange(5))
                self.op(0x55)
        elif k < 0.93:
            count = rng.randrange(1, 17)
            for _ in range(count):
                self.emit(rng.randrange(256))
            self.op(rng.choice([0x80, 0x90]) + rng.randrange(count))
            for _ in range(rng.randrange(count)):
                self.op(0x50)
        elif k < 0.94:
            self.emit(self.address())
            self.op(0xFF)
        elif k < 0.95:
            self.op(rng.randrange(256))
        elif k < 0.96:
            self.emit(rng.choice([0, len(self.code), 2**64, 3]))
            self.op(0x56)
        elif k < 0.97:
            self.op(rng.choice([0x50, 0x56, 0x57, 0x90]))
        else:
            self.value()
            self.emit(0)
            self.op(0x52)

    def program(self):
        for _ in range(self.rng.randrange(2, 25)):
            self.statement()
        k = self.rng.random()
        if k < 0.5:
            self.emit(self.size(), self.place())
            self.op(0xF3 if k < 0.4 or not self.since("Byzantium") else 0xFD)
        return bytes(self.code)


def authorization(rng):
    key = rng.choice(AUTHORITY_KEYS)
    chain = rng.choice([0, 1, 1, 1, 2])
    address = rng.choice(CONTRACTS + [NOBODY, b"\0" * 20, b"\0" * 19 + b"\4"])
    nonce = rng.choice([0, 0, 0, 1, 2, 2**64 - 1])
    signed = key.sign_msg_hash(keccak(b"\5" + rlp.encode([chain, address, nonce])))
    row = dict(chainId=hex(chain), address="0x" + address.hex(), nonce=hex(nonce), yParity=hex(signed.v),
               r=hex(signed.r), s=hex(signed.s))
    if rng.random() < 0.1:
        row[rng.choice(["r", "s"])] = hex(rng.choice([0, 1, 2**256 - 1]))
    if rng.random() < 0.05:
        row["yParity"] = hex(rng.randrange(256))
    return row


def calldata(rng):
    if rng.random() < 0.6:
        return rng.choice(list(INPUTS.values()))
    return bytes(rng.choice([0, 0, rng.randrange(256)]) for _ in range(rng.randrange(120)))


def program(seed, number):
    """The state test of a number; its fork goes round with the numbers."""
    rng = random.Random(f"{seed}/{number}")
    fork = number % len(FORKS)

    def has(name):
        return fork >= FORKS.index(name)

    def code():
        return Writer(rng, fork).program()

    pre = {SENDER: dict(balance=rng.choice([10**30] * 30 + [0, 10**6]), nonce=0, code=b"", storage={})}
    for address in CONTRACTS:
        if rng.random() < 0.93:
            body = code() if rng.random() < 0.93 else b""
            storage = {rng.randrange(5): rng.choice([1, 2, 2**255]) for _ in range(rng.randrange(3))} if body else {}
            pre[address] = dict(balance=rng.choice([0, 1, 100, 10**18]), nonce=rng.randrange(1, 3), code=body,
                                storage=storage)
    if has("Prague") and rng.random() < 0.4:
        body = b"\xef\1\0" + rng.choice(CONTRACTS + [NOBODY, b"\0" * 19 + b"\2"])
        address = AUTHORITY_KEYS[0].public_key.to_canonical_address()
        pre[address] = dict(balance=7, nonce=rng.randrange(3), code=body, storage={})

    if not has("Paris") and FORKS[fork] != "Constantinople" and rng.random() < 0.2:
        # Empty accounts are rare, and since the merge there are none: RIPEMD-160's has a rule of its own (EIP-161), which
        # py-evm, alone with Constantinople, doesn't have as the specification does.
        pre[b"\0" * 19 + rng.choice([b"\3", b"\3", b"\4"])] = dict(balance=0, nonce=0, code=b"", storage={})

    creates = rng.random() < 0.15
    to = b"" if creates else rng.choice([CONTRACTS[0]] * 8 + [NOBODY, b"\0" * 19 + b"\1",
                                        AUTHORITY_KEYS[0].public_key.to_canonical_address()])
    data = code() if creates else calldata(rng)
    gas = rng.choice([rng.randrange(20000, 60000), rng.randrange(50000, 200000), 100000, 300000])
    if rng.random() < 0.02:
        gas += 600000
    transaction = dict(
        sender="0x" + SENDER.hex(), nonce="0x0" if rng.random() < 0.99 else "0x1", to="0x" + to.hex() if to else "",
        data=["0x" + data.hex()], value=[hex(rng.choice([0, 0, 0, 1, 7, 10**18]))], gasLimit=[hex(gas)])
    kinds = ["legacy", "legacy"] + (["list"] if has("Berlin") else []) + (["fee"] if has("London") else [])
    if has("Cancun") and not creates:
        kinds.append("blob")
    if has("Prague") and not creates:
        kinds += ["code", "code"]
    kind = rng.choice(kinds)
    if kind in ("legacy", "list"):
        transaction["gasPrice"] = hex(rng.choice([10, 10, 11, 1000]) if rng.random() < 0.99 else 1)
    else:
        transaction["maxFeePerGas"] = hex(rng.choice([10, 12, 1000]))
        transaction["maxPriorityFeePerGas"] = hex(rng.choice([0, 1, 2, 10]))
    if kind != "legacy":
        entries = [dict(address="0x" + rng.choice(CONTRACTS + [NOBODY]).hex(),
                        storageKeys=["0x" + rng.randrange(5).to_bytes(32, "big").hex()
                                     for _ in range(rng.randrange(3))]) for _ in range(rng.randrange(3))]
        transaction["accessLists"] = [entries]
    if kind == "blob":
        transaction["maxFeePerBlobGas"] = hex(rng.choice([1, 10**6]))
        transaction["blobVersionedHashes"] = ["0x01" + bytes([n]).hex() * 31 for n in range(rng.randrange(1, 4))]
    if kind == "code":
        transaction["authorizationList"] = [authorization(rng) for _ in range(rng.randrange(1, 4))]
    environment = dict(
        currentCoinbase="0x" + rng.choice([COINBASE, COINBASE, COINBASE, CONTRACTS[1], CONTRACTS[2]]).hex(),
        currentDifficulty="0x20000", currentGasLimit=hex(30_000_000), currentNumber=hex(rng.choice([5, 300])),
        currentTimestamp="0x3e8")
    if has("London"):
        environment["currentBaseFee"] = "0xa"
    if has("Paris"):
        environment["currentRandom"] = "0x" + "07" * 32
        environment["currentDifficulty"] = "0x0"
    if has("Cancun"):
        environment["currentExcessBlobGas"] = hex(rng.choice([0, 0, 20_000_000]))
    return dict(
        fork=FORKS[fork], env=environment, transaction=transaction, indexes=dict(data=0, gas=0, value=0),
        pre={"0x" + address.hex(): dict(
            balance=hex(account["balance"]), nonce=hex(account["nonce"]), code="0x" + account["code"].hex(),
            storage={hex(slot): hex(value) for slot, value in account["storage"].items()})
            for address, account in pre.items()})


def number(text):
    return int(text, 16)


def data(text):
    return bytes.fromhex(text[2:])
