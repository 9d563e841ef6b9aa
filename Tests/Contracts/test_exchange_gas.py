"""The gas of each operation stays below its bound in the README's table, which is at or below the original's."""

import functools
import re
import unittest
from dataclasses import astuple

from exchange_test import ROOT, ExchangeTest, artifact

README = ROOT / "Contracts" / "Exchange" / "README.md"
SIZES = {"maker_amount": 10**18, "taker_amount": 3 * 10**17}


def numbers(cell: str) -> list:
    return [int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*\d", cell)]


@functools.cache
def table() -> dict:
    """The originals' gas and the bounds of each row, by its name."""
    _, text = README.read_text(encoding="utf-8").split("\n## Gas\n")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    return {name: (numbers(original), numbers(bound)) for name, original, bound in rows if bound[0].isdigit()}


class Gas(ExchangeTest):
    def within(self, row: str, *receipts):
        _, bounds = table()[row]
        for receipt, bound in zip(receipts, bounds, strict=True):
            self.assertTrue(receipt.ok)
            self.assertLessEqual(receipt.gas, bound, row)

    def test_only_the_wrapped_coin_may_use_more_than_the_original(self):
        self.assertEqual(len(table()), 13)
        for row, (originals, bounds) in table().items():
            more = 102 if row.startswith("deposit") else 100
            for original, bound in zip(originals, bounds, strict=True):
                self.assertLessEqual(bound * 100, original * more, row)

    def v1(self, count: int) -> tuple:
        orders = [self.order(salt=salt, **SIZES) for salt in range(count)]
        return [o.call[0] for o in orders], [o.call[1] for o in orders], [self.signed(o) for o in orders]

    def test_version_1_fills(self):
        fees = {"fee_recipient": self.relay, "maker_fee": 10**15, "taker_fee": 2 * 10**15}
        for salt, (name, fields, throw) in enumerate((
            ("no fees, checked", {}, False),
            ("no fees, shouldThrow", {}, True),
            ("both fees, checked", fees, False),
            ("both fees, shouldThrow", fees, True),
        )):  # fmt: skip
            order = self.order(salt=salt, **SIZES, **fields)
            self.within(f"v1 fillOrder, {name}", *(self.fill(order, 10**17, throw) for _ in range(2)))
        self.within("v1 fillOrder → LogError", self.fill(self.order(expiration=1), 1))

    def test_version_1_batches(self):
        receipts = []
        for count in (2, 5, 10):
            snapshot = self.world.snapshot()
            addresses, values, proofs = self.v1(count)
            arguments = (addresses, values, count * 3 * 10**17, False, *map(list, zip(*proofs, strict=True)))
            receipts.append(self.exchange.fillOrdersUpTo(*arguments, sender=self.taker))
            self.world.revert(snapshot)
        self.within("v1 fillOrdersUpTo of 2 / 5 / 10, checked", *receipts)

    def test_version_1_cancels(self):
        one = self.cancel(self.order(), 100)
        addresses, values, _ = self.v1(10)
        ten = self.exchange.batchCancelOrders(addresses, values, [10**17] * 10, sender=self.maker)
        self.within("v1 cancelOrder; batchCancelOrders of 10", one, ten)

    def test_version_4_fills(self):
        order = self.limit(**SIZES)
        self.within("v4 fillLimitOrder, no fee", *(self.fill_limit(order, 10**17) for _ in range(2)))
        order = self.limit(**SIZES, fee=3 * 10**15, fee_recipient=self.relay, salt=43)
        self.within("v4 fillLimitOrder, fee", *(self.fill_limit(order, 10**17) for _ in range(2)))

    def test_version_4_batches(self):
        receipts = []
        for count in (2, 5, 10):
            snapshot = self.world.snapshot()
            orders = [self.limit(**SIZES, salt=i) for i in range(count)]
            arguments = [astuple(o) for o in orders], [self.signed_limit(o) for o in orders], [10**17] * count
            receipts.append(self.native.batchFillLimitOrders(*arguments, True, sender=self.taker))
            self.world.revert(snapshot)
        self.within("v4 batchFillLimitOrders of 2 / 5 / 10", *receipts)

    def test_version_4_cancels(self):
        one = self.native.cancelLimitOrder(astuple(self.limit()), sender=self.maker)
        orders = [astuple(self.limit(salt=i)) for i in range(10)]
        ten = self.native.batchCancelLimitOrders(orders, sender=self.maker)
        pair = self.native.cancelPairLimitOrders(self.base.address, self.quote.address, 43, sender=self.maker)
        self.within("v4 cancelLimitOrder; batch of 10; cancelPair", one, ten, pair)

    def test_the_wrapped_coin(self):
        coin = self.deploy("WrappedCoin", "Wrapped KAIA", "WKAIA")
        self.within(
            "deposit first / later; withdraw; approve",
            coin.deposit(sender=self.taker, value=10**18),
            coin.deposit(sender=self.taker, value=10**18),
            coin.withdraw(10**18, sender=self.taker),
            coin.approve(self.proxy.address, 10**18, sender=self.taker),
        )

    def test_deployments(self):
        arguments = b"".join(each.address.rjust(32, b"\0") for each in (self.zrx, self.proxy))
        names = "ExchangeV1", "TokenTransferProxy", "NativeOrders"
        codes = [bytes.fromhex(artifact(name)["bytecode"][2:]) for name in names]
        receipts = [self.world.send(self.owner, None, code) for code in (codes[0] + arguments, *codes[1:])]
        self.within("deployment of ExchangeV1; TokenTransferProxy; NativeOrders", *receipts)


if __name__ == "__main__":
    unittest.main()
