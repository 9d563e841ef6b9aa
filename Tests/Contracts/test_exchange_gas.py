"""The gas of each operation stays below its bound, which is at or below the original's."""

import unittest
from dataclasses import astuple

from exchange_test import ExchangeTest, artifact


class Gas(ExchangeTest):
    def within(self, bound: int, receipt):
        self.assertTrue(receipt.ok)
        self.assertLessEqual(receipt.gas, bound)

    def twice(self, first: int, later: int, fill):
        self.within(first, fill())
        self.within(later, fill())

    def v1(self, count: int, **fields) -> list:
        orders = [self.order(salt=salt, maker_amount=10**18, taker_amount=3 * 10**17, **fields) for salt in range(count)]
        return [[o.call[0] for o in orders], [o.call[1] for o in orders], [self.signed(o) for o in orders]]

    def test_version_1_fills(self):
        amount = 10**17
        sizes = {"maker_amount": 10**18, "taker_amount": 3 * 10**17}
        fees = {"fee_recipient": self.relay, "maker_fee": 10**15, "taker_fee": 2 * 10**15}
        cases = (
            ({}, False, 116_000, 99_000),
            ({}, True, 111_000, 94_000),
            (fees, False, 160_000, 143_000),
            (fees, True, 150_000, 133_000),
        )
        for salt, (fields, throw, first, later) in enumerate(cases):
            order = self.order(salt=salt, **sizes, **fields)
            with self.subTest(fields=fields, throw=throw):
                self.twice(first, later, lambda order=order, throw=throw: self.fill(order, amount, throw))
        self.within(33_000, self.fill(self.order(expiration=1), 1))

    def test_version_1_batches(self):
        for count, bound in ((2, 177_000), (5, 345_000), (10, 625_000)):
            with self.subTest(count=count):
                snapshot = self.world.snapshot()
                addresses, values, proofs = self.v1(count)
                arguments = (addresses, values, count * 3 * 10**17, False, *map(list, zip(*proofs, strict=True)))
                self.within(bound, self.exchange.fillOrdersUpTo(*arguments, sender=self.taker))
                self.world.revert(snapshot)

    def test_version_1_cancels(self):
        self.within(55_600, self.cancel(self.order(), 100))
        addresses, values, _ = self.v1(10)
        self.within(369_000, self.exchange.batchCancelOrders(addresses, values, [10**17] * 10, sender=self.maker))

    def test_version_4_fills(self):
        sizes = {"maker_amount": 10**18, "taker_amount": 3 * 10**17}
        order = self.limit(**sizes)
        self.twice(106_000, 89_000, lambda: self.fill_limit(order, 10**17))
        order = self.limit(**sizes, fee=3 * 10**15, fee_recipient=self.relay, salt=43)
        self.twice(116_000, 99_000, lambda: self.fill_limit(order, 10**17))

    def test_version_4_batches(self):
        for count, bound in ((2, 166_000), (5, 316_000), (10, 566_000)):
            with self.subTest(count=count):
                snapshot = self.world.snapshot()
                orders = [self.limit(maker_amount=10**18, taker_amount=3 * 10**17, salt=i) for i in range(count)]
                arguments = [astuple(o) for o in orders], [self.signed_limit(o) for o in orders], [10**17] * count
                self.within(bound, self.native.batchFillLimitOrders(*arguments, True, sender=self.taker))
                self.world.revert(snapshot)

    def test_version_4_cancels(self):
        self.within(50_000, self.native.cancelLimitOrder(astuple(self.limit()), sender=self.maker))
        orders = [astuple(self.limit(salt=i)) for i in range(10)]
        self.within(302_000, self.native.batchCancelLimitOrders(orders, sender=self.maker))
        pair = self.base.address, self.quote.address, 43
        self.within(50_000, self.native.cancelPairLimitOrders(*pair, sender=self.maker))

    def test_the_wrapped_coin(self):
        coin = self.deploy("WrappedCoin", "Wrapped KAIA", "WKAIA")
        self.within(45_941, coin.deposit(sender=self.taker, value=10**18))
        self.within(28_499, coin.deposit(sender=self.taker, value=10**18))
        self.within(35_943, coin.withdraw(10**18, sender=self.taker))
        self.within(47_006, coin.approve(self.proxy.address, 10**18, sender=self.taker))

    def test_deployments(self):
        arguments = self.word(self.zrx) + self.word(self.proxy)
        for name, data, bound in (
            ("ExchangeV1", arguments, 1_900_000),
            ("TokenTransferProxy", b"", 500_000),
            ("NativeOrders", b"", 2_295_000),
        ):
            with self.subTest(name):
                code = bytes.fromhex(artifact(name)["bytecode"][2:])
                self.within(bound, self.world.send(self.owner, None, code + data))

    def word(self, contract) -> bytes:
        return contract.address.rjust(32, b"\0")


if __name__ == "__main__":
    unittest.main()
