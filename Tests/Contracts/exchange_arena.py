"""Two exchanges of each version and seven tokens, on a machine and in the model; and random calls for both."""

import functools
from dataclasses import astuple

from eth_keys import keys
from exchange_model import ZERO, Model, Refusal, Token, message
from exchange_test import EXPIRY, ExchangeTest, OrderV1, OrderV4, artifact, generator
from machine import Interface, Machine
from model_v1 import ModelV1
from model_v4 import CURVE, ModelV4
from world import stand_in

MANNERS = ["plain", "return nothing", "return false", "return two", "paused", "take a fee", "call back"]
ANSWERS = ["honestly", "with plenty", "with a revert", "with nothing", "with two words", "with a write"]
# The variables of the contracts, as Vyper places them.
SLOTS = {
    "balance": 1, "allowance": 2, "filled": 1, "cancelled": 2, "word": 1, "salt": 2, "signer": 3, "next call": 1047,
}  # fmt: skip
OTHER_CHAIN = 8217


@functools.cache
def interface(name: str) -> Interface:
    return Interface((stand_in(name) if name == "StrangeToken" else artifact(name))["abi"])


class Arena(ExchangeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ones = [cls.exchange, cls.deploy("ExchangeV1", cls.zrx.address, cls.proxy.address)]
        cls.fours = [cls.native, cls.deploy("NativeOrders")]
        cls.proxy.addAuthorizedAddress(cls.ones[1].address)
        cls.coin = cls.deploy("WrappedCoin", "Wrapped KAIA", "WKAIA")
        cls.strange = [cls.world.deploy(stand_in("StrangeToken")) for _ in range(3)]
        cls.plain = [cls.zrx.address, cls.base.address, cls.coin.address]
        cls.odd = [each.address for each in cls.strange]
        cls.people = [cls.maker, cls.taker, cls.relay, cls.stranger]
        cls.machine = Machine(cls.world)
        kinds = {"ExchangeV1": cls.ones, "NativeOrders": cls.fours, "CampusToken": cls.tokens, "WrappedCoin": [cls.coin]}
        kinds["StrangeToken"] = cls.strange
        cls.interfaces = {each.address: interface(name) for name, group in kinds.items() for each in group}

    def setUp(self):
        super().setUp()
        self.before = self.machine.state.snapshot()
        self.start = self.machine.now, self.machine.chain_id

    def tearDown(self):
        self.machine.state.revert(self.before)
        self.machine.now, self.machine.chain_id = self.start
        super().tearDown()

    def modelled(self) -> Model:
        model = Model(self.machine.chain_id, self.machine.now)
        model.tokens = {each: Token() for each in self.plain} | {each: Token(strange=True) for each in self.odd}
        for each in self.ones:
            model.contracts[each.address] = ModelV1(model, each.address, self.zrx.address, self.proxy.address)
        for each in self.fours:
            model.contracts[each.address] = ModelV4(model, each.address)
        return model

    # ------------------------------------------------- the same on both sides

    def set(self, model: Model, kind: str, *key_and_value):
        model.put(kind, *key_and_value)
        address, *rest = key_and_value
        self.machine.write(address, SLOTS[kind], *rest)

    def endow(self, model: Model, random, bits: int):
        """Balances and allowances of everybody, of the strange tokens' contracts too."""
        spenders = [self.proxy.address, *(each.address for each in self.fours)]
        for token in model.tokens:
            for holder in self.people + self.odd:
                self.set(model, "balance", token, holder, random.randrange(2**bits) if random.random() < 0.9 else 0)
                for spender in spenders:
                    amount = random.choice((0, 2**256 - 1, *[random.randrange(2**bits)] * 4))
                    self.set(model, "allowance", token, holder, spender, amount)

    def register(self, model: Model, signers: list):
        """Each maker lets another one sign and cancel for it."""
        for four in self.fours:
            for maker, signer in zip(self.people, signers, strict=True):
                self.set(model, "signer", four.address, maker, signer, 1)

    def behave(self, model: Model, address: bytes, manner="plain", answers="honestly", index=1, calls=()):
        data = interface("StrangeToken").data("behave", MANNERS.index(manner), ANSWERS.index(answers), index)
        self.assertTrue(self.machine.run(self.owner, address, data).ok)
        model.tokens[address] = Token(True, manner, answers, index, list(calls))
        model.put("next call", address, 0)
        for target, name, *arguments in calls:
            data = interface("StrangeToken").data("prepare", target, self.interfaces[target].data(name, *arguments))
            self.assertTrue(self.machine.run(self.owner, address, data).ok)

    def did(self, sender: bytes, target: bytes, name: str, *arguments, value=0) -> tuple:
        """What a call really did: what it returned or refused with, and the events of all contracts."""
        interface = self.interfaces[target]
        ran = self.machine.run(sender, target, interface.data(name, *arguments), value)
        if not ran.ok:
            return "refused", ran.output.hex(), []
        events = [(address, *self.interfaces[address].event(topics, data)) for address, topics, data in ran.logs]
        return "done", interface.output(name, ran.output), events

    def expected(self, model: Model, sender: bytes, target: bytes, name: str, *arguments) -> tuple:
        model.events = []
        try:
            value = model.call(sender, target, name, *arguments)
        except Refusal as refusal:
            return "refused", refusal.data.hex(), []
        return "done", value, model.events

    def assert_storage(self, model: Model):
        for kind, values in model.state.items():
            for (address, *keys), value in values.items():
                self.assertEqual(self.machine.storage(address, SLOTS[kind], *keys), value, (kind, address, keys))


class Author:
    """Random orders, their proofs, and calls with them."""

    def __init__(self, arena: Arena, model: Model, seed):
        self.arena, self.model, self.random = arena, model, generator(seed)
        self.bits = self.random.choice((4, 11, 60, 120))
        self.tokens = arena.plain + arena.odd
        self.ones = [each.address for each in arena.ones]
        self.fours = [each.address for each in arena.fours]
        # Few tokens, so that orders have them in common.
        self.pair = [self.random.choice(arena.plain), self.random.choice(arena.odd)]
        self.orders_one = [self.order_one() for _ in range(4)]
        self.orders_four = [self.order_four() for _ in range(4)]

    def amount(self) -> int:
        return self.random.randrange(2 ** self.random.randrange(1, self.bits + 1))

    def someone(self) -> bytes:
        return self.random.choice(self.arena.people)

    def token(self) -> bytes:
        chance = self.random.random()
        if chance < 0.8:
            return self.random.choice(self.pair)
        return self.random.choice(self.tokens) if chance < 0.99 else self.arena.stranger

    def amounts(self) -> tuple:
        """What an order gives and takes; in half of them without a remainder."""
        give, take = self.amount() + (self.random.random() < 0.95), self.amount() + (self.random.random() < 0.95)
        return (give * take, take) if self.random.random() < 0.5 and self.bits < 120 else (give, take)

    def time(self) -> int:
        return self.model.now + self.random.choice((0, 1, 5, 20, *[EXPIRY] * 12))

    def order_one(self) -> tuple:
        random = self.random
        taker = random.choice((ZERO, ZERO, ZERO, self.someone()))
        recipient = random.choice((ZERO, self.someone()))
        fees = [random.choice((0, self.amount())) for _ in range(2)]
        order = OrderV1(
            self.someone(), taker, self.token(), self.token(), recipient, *self.amounts(), *fees,
            self.time(), random.randrange(100),
        )  # fmt: skip
        target = self.instance(self.ones)
        return target, order.call, self.proof(self.model.contracts[target].getOrderHash(None, *order.call), order.maker)

    def order_four(self) -> tuple:
        random = self.random
        order = OrderV4(
            self.token(), self.token(), *self.amounts(), random.choice((0, 0, self.amount())),
            self.someone(), random.choice((ZERO, ZERO, ZERO, self.someone())),
            random.choice((*[ZERO] * 6, self.someone())), random.choice((ZERO, self.someone())),
            random.randbytes(32), self.time(), random.randrange(100),
        )  # fmt: skip
        target, kind = self.instance(self.fours), random.choice((*[2] * 8, *[3] * 8, random.randrange(6)))
        hash = self.model.contracts[target].getLimitOrderHash(None, astuple(order))
        return target, astuple(order), (kind, *self.proof(hash if kind == 2 else message(hash), order.maker, False))

    def proof(self, hash: bytes, maker: bytes, prefixed=True) -> tuple:
        """A signature by the maker; one in eight by another, or not quite one."""
        random = self.random
        signer = maker if random.random() < 0.96 else self.someone()
        key = keys.PrivateKey(self.arena.world.chain.keys[signer].to_bytes())
        v, r, s = key.sign_msg_hash(message(hash) if prefixed else hash).vrs
        if random.random() < 0.04:
            v, r, s = random.choice(((1 - v, r, CURVE - s), (v, 0, s), (v, r, CURVE), (v + 5, r, s), (v, CURVE, s)))
        return v + 27, r.to_bytes(32, "big"), s.to_bytes(32, "big")

    def instance(self, targets: list) -> bytes:
        return targets[self.random.random() < 0.15]

    # ----------------------------------------------------------------- calls

    def call(self) -> tuple:
        """A sender, a contract, a function and its arguments."""
        target, name, *arguments = self.random.choice((self.one, self.four))()
        return self.caller(name, arguments), target, name, *arguments

    def caller(self, name: str, arguments: list) -> bytes:
        """Mostly one who may do this: the maker cancels, the taker of an order fills it."""
        if not arguments[0] or self.random.random() < 0.2 or name == "registerAllowedOrderSigner":
            return self.someone()
        order = arguments[0] if isinstance(arguments[0], tuple) else arguments[0][0]
        if isinstance(order, tuple):
            maker, taker = order[:2] if len(order) == 5 else (order[5], max(order[6], order[7]))
            wanted = maker if "ancel" in name else taker
            if wanted in self.arena.people:
                return wanted
        return self.someone()

    def several(self, orders: list) -> list:
        first = self.random.choice(orders)
        same = [each for each in orders if each[0] == first[0]]
        return [self.random.choice(same) for _ in range(self.random.choice((0, 1, 2, 2, 3, 4)))]

    def at(self, orders: list, targets: list) -> bytes:
        """The exchange of the first order; sometimes another one."""
        return orders[0][0] if orders and self.random.random() < 0.9 else self.random.choice(targets)

    def wanted(self, total: int) -> int:
        return self.random.choice((total, total // 2, total // 3, self.amount(), self.amount(), 1))

    def one(self) -> tuple:
        name = self.random.choice((
            "fillOrder", "fillOrder", "fillOrder", "fillOrKillOrder", "cancelOrder", "batchFillOrders",
            "batchFillOrKillOrders", "fillOrdersUpTo", "batchCancelOrders",
        ))  # fmt: skip
        throw = [self.random.random() < 0.5] if name in ("fillOrder", "batchFillOrders", "fillOrdersUpTo") else []
        if name in ("fillOrder", "fillOrKillOrder", "cancelOrder"):
            order = self.random.choice(self.orders_one)
            proof = [] if name == "cancelOrder" else order[2]
            target = self.at([order], self.ones)
            return target, name, *order[1], self.wanted(order[1][1][1]), *throw, *proof
        orders = self.several(self.orders_one)
        amounts = [self.wanted(order[1][1]) for _, order, _ in orders]
        if name == "fillOrdersUpTo":
            amounts = sum(amounts)
        elif self.random.random() < 0.1:
            amounts = amounts[1:] if self.random.random() < 0.5 else amounts + [1]
        proofs = [] if name == "batchCancelOrders" else [[each[2][i] for each in orders] for i in range(3)]
        arrays = [each[1][0] for each in orders], [each[1][1] for each in orders]
        return self.at(orders, self.ones), name, *arrays, amounts, *throw, *proofs

    def four(self) -> tuple:
        random = self.random
        name = random.choice((
            "fillLimitOrder", "fillLimitOrder", "fillLimitOrder", "fillOrKillLimitOrder", "batchFillLimitOrders",
            "batchFillLimitOrders", "cancelLimitOrder", "batchCancelLimitOrders", "cancelPairLimitOrders",
            "cancelPairLimitOrdersWithSigner", "batchCancelPairLimitOrders", "registerAllowedOrderSigner",
            "_fillLimitOrder",
        ))  # fmt: skip
        orders = self.several(self.orders_four)
        target, order, proof = random.choice(self.orders_four)
        pair, count = (order[0], order[1], random.randrange(110)), random.choice((0, 1, 2, 2))
        if name in ("batchFillLimitOrders", "batchCancelLimitOrders"):
            arrays = [[each[1] for each in orders]]
            if name == "batchFillLimitOrders":
                amounts = [self.wanted(each[1][3]) for each in orders][random.random() < 0.05 :]
                arrays += [[each[2] for each in orders], amounts, random.random() < 0.3]
            return self.at(orders, self.fours), name, *arrays
        arguments = {
            "cancelLimitOrder": [order],
            "cancelPairLimitOrders": pair,
            "cancelPairLimitOrdersWithSigner": [order[5], *pair],
            "batchCancelPairLimitOrders": [[each] * (count + (random.random() < 0.03)) for each in pair],
            "registerAllowedOrderSigner": [random.choice(self.arena.people + self.arena.odd), random.random() < 0.8],
            "_fillLimitOrder": [order, proof, 1, order[5], order[5]],
        }.get(name, [order, proof, self.wanted(order[3])])
        return self.at([(target,)], self.fours), name, *arguments

    def view(self) -> tuple:
        one, four = self.random.choice(self.orders_one), self.random.choice(self.orders_four)
        numbers = [self.random.randrange(1, 2**self.bits) for _ in range(3)]
        return self.random.choice((
            (one[0], "getOrderHash", *one[1]),
            (one[0], "isRoundingError", *numbers),
            (one[0], "isValidSignature", one[1][0][0], self.model.contracts[one[0]].getOrderHash(None, *one[1]), *one[2]),
            (four[0], "getLimitOrderHash", four[1]),
            (four[0], "getLimitOrderInfo", four[1]),
            (four[0], "getLimitOrderRelevantState", *four[1:]),
            (four[0], "isValidOrderSigner", self.someone(), self.someone()),
        ))  # fmt: skip
