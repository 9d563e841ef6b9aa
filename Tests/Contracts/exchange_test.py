"""What the tests of the exchange share: the contracts deployed, tokens in hand, orders and their signatures."""

import functools
import json
import os
import random
import unittest
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from eth_account import Account
from eth_account.messages import encode_defunct
from world import Refused, World

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = Path(os.environ.get("LECTURES_FIXTURES", ROOT / ".." / "shared" / "fixtures"))
ZERO = bytes(20)
EXPIRY = 4102444800
SUPPLY = 10**30
CLEAN = 2**256 - 1


@functools.cache
def artifact(name: str) -> dict:
    return json.loads((ROOT / "Sources" / "Exchange" / "ABI" / f"{name}.json").read_text(encoding="utf-8"))


@functools.cache
def vectors() -> dict:
    path = FIXTURES / "zeroex" / "zeroex_vectors.json"
    if not path.exists():
        raise unittest.SkipTest("fixtures not found: set LECTURES_FIXTURES")
    return json.loads(path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class OrderV1:
    """The twelve fields of version 1 without the exchange, in the order of the calls."""

    maker: bytes
    taker: bytes
    maker_token: bytes
    taker_token: bytes
    fee_recipient: bytes = ZERO
    maker_amount: int = 1000
    taker_amount: int = 300
    maker_fee: int = 0
    taker_fee: int = 0
    expiration: int = EXPIRY
    salt: int = 42

    @property
    def call(self) -> tuple:
        fields = astuple(self)
        return fields[:5], fields[5:]


@dataclass(frozen=True)
class OrderV4:
    """The twelve fields of a limit order of version 4, in the order of the struct."""

    maker_token: bytes
    taker_token: bytes
    maker_amount: int
    taker_amount: int
    fee: int
    maker: bytes
    taker: bytes = ZERO
    sender: bytes = ZERO
    fee_recipient: bytes = ZERO
    pool: bytes = bytes(32)
    expiry: int = EXPIRY
    salt: int = 42


class ExchangeTest(unittest.TestCase):
    """Both exchanges with three tokens, a maker and a taker who hold and approved them, for each test anew."""

    @classmethod
    def setUpClass(cls):
        cls.world = World("london")
        cls.owner, cls.maker, cls.taker, cls.relay, cls.stranger, *_ = cls.world.accounts
        cls.proxy = cls.deploy("TokenTransferProxy")
        cls.tokens = [cls.deploy("CampusToken", name, name, 18, SUPPLY, cls.maker) for name in ("ZRX", "TKA", "TKB")]
        cls.zrx, cls.base, cls.quote = cls.tokens
        cls.exchange = cls.deploy("ExchangeV1", cls.zrx.address, cls.proxy.address)
        cls.native = cls.deploy("NativeOrders")
        cls.proxy.addAuthorizedAddress(cls.exchange.address)
        for token in cls.tokens:
            token.transfer(cls.taker, SUPPLY // 2, sender=cls.maker)
            token.transfer(cls.relay, 1, sender=cls.maker)
            for holder in (cls.maker, cls.taker):
                for spender in (cls.proxy, cls.native):
                    token.approve(spender.address, 10**27, sender=holder)

    @classmethod
    def deploy(cls, name: str, *arguments):
        return cls.world.deploy(artifact(name), *arguments)

    def setUp(self):
        self._snapshot = self.world.snapshot()

    def tearDown(self):
        self.world.revert(self._snapshot)

    def refused(self, reason: str, function, *arguments, **options):
        with self.assertRaises(Refused) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.reason, reason)

    # ---------------------------------------------------------------- version 1

    def order(self, **fields) -> OrderV1:
        order = OrderV1(self.maker, ZERO, self.base.address, self.quote.address)
        return replace(order, **fields)

    def signed(self, order, key=None) -> tuple:
        """v, r and s of the message of the order's hash (EIP-191), by the maker."""
        digest = self.exchange.getOrderHash(*order.call) if isinstance(order, OrderV1) else self.hash(order)
        key = key or self.world.chain.keys[order.maker].to_bytes()
        signature = Account.sign_message(encode_defunct(digest), key)
        return signature.v, signature.r.to_bytes(32, "big"), signature.s.to_bytes(32, "big")

    def fill(self, order: OrderV1, amount: int, throw=False, sender=None, signature=None, **options):
        arguments = (*order.call, amount, throw, *(signature or self.signed(order)))
        return self.exchange.fillOrder(*arguments, sender=sender or self.taker, **options)

    def cancel(self, order: OrderV1, amount: int, sender=None):
        return self.exchange.cancelOrder(*order.call, amount, sender=sender or self.maker)

    # ---------------------------------------------------------------- version 4

    def limit(self, **fields) -> OrderV4:
        order = OrderV4(self.base.address, self.quote.address, 1000, 300, 0, self.maker)
        return replace(order, **fields)

    def hash(self, order: OrderV4) -> bytes:
        return self.native.getLimitOrderHash(astuple(order))

    def signed_limit(self, order: OrderV4, key=None) -> tuple:
        return (3, *self.signed(order, key))

    def fill_limit(self, order: OrderV4, amount: int, sender=None, signature=None, **options):
        arguments = (astuple(order), signature or self.signed_limit(order), amount)
        return self.native.fillLimitOrder(*arguments, sender=sender or self.taker, **options)

    def balances(self) -> dict:
        people = (self.owner, self.maker, self.taker, self.relay, self.stranger)
        holders = (*people, self.proxy.address, self.exchange.address, self.native.address)
        return {(token.address, each): token.balanceOf(each) for token in self.tokens for each in holders}


def generator(seed: int) -> random.Random:
    return random.Random(f"exchange {seed}")
