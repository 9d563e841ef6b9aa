"""Under no gas limit does a fill do nothing for lack of gas and still succeed: estimates would take such a limit."""

import unittest
from dataclasses import astuple

from exchange_test import ExchangeTest, artifact
from machine import Interface, Machine

# A token to which each question and each transfer costs 840 gas in each of so many rounds, and which then says 1; one
# that never comes to an end; and one that asks another for everything, as upgradeable tokens do.
ROUNDS = "61{:04x}5b611000600020506001900380600357600160005260206000f3"
EATS = "5b61100060002050600056"
ASKS = "363d3d373d3d3d363d73{}5af43d82803e903d91602b57fd5bf3"


class Limits(ExchangeTest):
    def setUp(self):
        super().setUp()
        self.machine = Machine(self.world)

    def token(self, rounds: int, depth: int) -> bytes:
        address = self.machine.place(bytes.fromhex(ROUNDS.format(rounds)))
        for _ in range(depth):
            address = self.machine.place(bytes.fromhex(ASKS.format(address.hex())))
        return address

    def outcomes(self, contract, data: bytes, limits, read) -> set:
        """What the call did under these limits, where it succeeded."""
        trials = (self.machine.trial(self.taker, contract.address, data, gas=gas) for gas in limits)
        return {read(each) for each in trials if each.ok}

    def test_a_batch_of_version_4(self):
        native = Interface(artifact("NativeOrders")["abi"])
        for rounds, depth in ((1, 3), (60, 0), (80, 3)):
            with self.subTest(rounds=rounds, depth=depth):
                order = self.limit(maker_token=self.token(rounds, depth))
                data = native.data("batchFillLimitOrders", [astuple(order)], [self.signed_limit(order)], [100], False)
                limits = range(40_000, 160_000 + rounds * 900, 2000 + 40 * rounds)
                amounts = self.outcomes(
                    self.native, data, limits, lambda ran: native.output("batchFillLimitOrders", ran.output)
                )
                self.assertEqual(amounts, {((100,), (333,))})

    def test_a_fill_of_version_1(self):
        exchange = Interface(artifact("ExchangeV1")["abi"])
        for rounds, depth in ((1, 3), (30, 0), (50, 3)):
            with self.subTest(rounds=rounds, depth=depth):
                order = self.order(maker_token=self.token(rounds, depth), maker_amount=1, taker_amount=1)
                data = exchange.data("fillOrder", *order.call, 1, False, *self.signed(order))
                limits = range(40_000, 160_000 + rounds * 3000, 2000 + 40 * rounds)
                events = self.outcomes(
                    self.exchange, data, limits, lambda ran: exchange.event(*ran.logs[-1][1:])[0]
                )
                self.assertEqual(events, {"LogFill"})

    def test_a_token_that_eats_all_gas_costs_its_order_two_million(self):
        native = Interface(artifact("NativeOrders")["abi"])
        orders = [self.limit(maker_token=self.machine.place(bytes.fromhex(EATS))), self.limit()]
        arguments = [astuple(o) for o in orders], [self.signed_limit(o) for o in orders], [100, 100], False
        data = native.data("batchFillLimitOrders", *arguments)
        ran = self.machine.trial(self.taker, self.native.address, data, gas=5_000_000)
        self.assertEqual(native.output("batchFillLimitOrders", ran.output), ((0, 100), (0, 333)))
        self.assertLess(ran.gas, 2_200_000)


if __name__ == "__main__":
    unittest.main()
