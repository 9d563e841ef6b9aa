"""Strange tokens, one manner after the other, at both exchanges: who loses what, and who never does."""

import unittest
from dataclasses import astuple

from eth_utils import keccak
from exchange_arena import MANNERS, Arena

AMOUNT = 150
# 100,000 bytes of zeros: as an answer, and as a reason.
RETURN_BOMB = bytes.fromhex("620186a06000f3")
REVERT_BOMB = bytes.fromhex("620186a06000fd")
REFUSES_COINS = bytes.fromhex("60006000fd")


class Strange(Arena):
    def setUp(self):
        super().setUp()
        self.model = self.modelled()
        self.token = self.odd[0]
        self.one = self.order(maker_token=self.token, taker_token=self.base.address)
        self.four = self.limit(maker_token=self.token, taker_token=self.base.address)
        for token in self.model.tokens:
            for holder in [*self.people, *self.odd]:
                self.set(self.model, "balance", token, holder, 10**6)
                for spender in (self.proxy, *self.fours):
                    self.set(self.model, "allowance", token, holder, spender.address, 10**6)

    def calls(self, one=None, four=None) -> dict:
        """Each way to fill the order of each version: contract, function and arguments."""
        one, four = one or self.one, four or self.four
        proof, limit = self.signed(one), (astuple(four), self.signed_limit(four))
        arrays = [[each] for each in one.call]
        proofs = [[each] for each in proof]
        exchange, native = self.exchange.address, self.native.address
        return {
            "fillOrder": (exchange, *one.call, AMOUNT, True, *proof),
            "fillOrKillOrder": (exchange, *one.call, AMOUNT, *proof),
            "batchFillOrders": (exchange, *arrays, [AMOUNT], True, *proofs),
            "batchFillOrKillOrders": (exchange, *arrays, [AMOUNT], *proofs),
            "fillOrdersUpTo": (exchange, *arrays, AMOUNT, True, *proofs),
            "fillLimitOrder": (native, *limit, AMOUNT),
            "fillOrKillLimitOrder": (native, *limit, AMOUNT),
            "batchFillLimitOrders": (native, *([each] for each in limit), [AMOUNT], True),
        }

    def each(self, calls: dict):
        """Each call from the same start, on both sides."""
        for name, (target, *arguments) in calls.items():
            with self.subTest(name):
                snapshot, model = self.machine.state.snapshot(), self.model.copied()
                yield model, (self.taker, target, name, *arguments)
                self.machine.state.revert(snapshot)

    def same(self, model, call) -> tuple:
        got = self.did(*call)
        self.assertEqual(got, self.expected(model, *call))
        self.assert_storage(model)
        return got

    def held(self, token: bytes, holder: bytes) -> int:
        return self.machine.storage(token, 1, holder)

    # ------------------------------------------------------------- manners

    def test_what_each_manner_does_to_each_fill(self):
        undone = {"return false", "return two", "paused"}
        for manner in MANNERS:
            self.behave(self.model, self.token, manner)
            for model, call in self.each(self.calls()):
                with self.subTest(manner=manner):
                    outcome, *_ = self.same(model, call)
                    self.assertEqual(outcome, "refused" if manner in undone else "done")

    def test_a_fee_on_the_way_is_the_receivers_loss_alone(self):
        self.behave(self.model, self.token, "take a fee")
        for model, call in self.each(self.calls()):
            self.same(model, call)
            self.assertEqual(self.held(self.token, self.maker), 10**6 - 500)
            self.assertEqual(self.held(self.token, self.taker), 10**6 + 450)

    def test_a_token_that_rebases_between_two_fills_leaves_the_books_exact(self):
        calls = self.calls()
        for index in (1, 2, 7):
            self.behave(self.model, self.token, index=index)
            for version in ("fillOrder", "fillLimitOrder"):
                target, *arguments = calls[version]
                arguments[2] = 60
                self.assertEqual(self.same(self.model, (self.taker, target, version, *arguments))[0], "done")
        word = self.machine.storage(self.native.address, 1, self.hash(self.four))
        filled = self.machine.storage(self.exchange.address, 1, self.exchange.getOrderHash(*self.one.call))
        self.assertEqual((word, filled), (180, 180))

    def test_a_token_that_lies_about_balances_moves_nothing_it_has_not(self):
        self.behave(self.model, self.token, answers="with plenty")
        self.set(self.model, "balance", self.token, self.maker, 10)
        for model, call in self.each(self.calls()):
            self.assertEqual(self.same(model, call)[0], "refused")

    def test_a_token_that_answers_strangely_is_a_log_error(self):
        for answers in ("with a revert", "with nothing", "with two words", "with a write"):
            self.behave(self.model, self.token, answers=answers)
            target, *arguments = self.calls()["fillOrder"]
            arguments[3] = False
            with self.subTest(answers):
                outcome, value, events = self.same(self.model, (self.taker, target, "fillOrder", *arguments))
                self.assertEqual((outcome, value, events[0][1:3]), ("done", 0, ("LogError", 3)))

    # ------------------------------------------------------------ callbacks

    def test_every_call_from_within_every_fill_changes_only_what_it_may(self):
        # The token is a taker itself, and a signer of the maker's: it may fill, and cancel the maker's limit orders.
        self.set(self.model, "signer", self.native.address, self.maker, self.token, 1)
        fills = self.calls()
        native, pair = self.native.address, (self.token, self.base.address)
        inner = dict(fills)
        inner["cancelLimitOrder"] = native, astuple(self.four)
        inner["batchCancelLimitOrders"] = native, [astuple(self.four)]
        inner["cancelPairLimitOrdersWithSigner"] = native, self.maker, *pair, 43
        inner["cancelPairLimitOrders"] = native, *pair, 43
        inner["batchCancelPairLimitOrders"] = native, *([each] for each in (*pair, 43))
        inner["cancelOrder"] = self.exchange.address, *self.one.call, AMOUNT
        inner["batchCancelOrders"] = self.exchange.address, *([each] for each in self.one.call), [AMOUNT]
        inner["_fillLimitOrder"] = native, *fills["fillLimitOrder"][1:3], 1, self.taker, self.taker
        worked = set()
        for name, (target, *arguments) in inner.items():
            self.behave(self.model, self.token, "call back", calls=[(target, name, *arguments)] * 2)
            for model, call in self.each(fills):
                with self.subTest(inside=name):
                    *_, events = self.same(model, call)
                    worked |= {name for _, event, *fields in events if event == "CalledBack" and fields[0]}
                    self.assertLessEqual(self.filled(model), (300, 300))
        self.assertEqual(set(inner) - worked, {"cancelOrder", "batchCancelOrders", "_fillLimitOrder"})

    def filled(self, model) -> tuple:
        one = model.contracts[self.exchange.address].getUnavailableTakerTokenAmount(
            None, self.exchange.getOrderHash(*self.one.call)
        )
        return one, model.get("word", self.native.address, self.hash(self.four)) % 2**128

    # ------------------------------------------------- code that is no token

    def test_bombs(self):
        for code in (RETURN_BOMB, REVERT_BOMB):
            token = self.machine.place(code)
            base = self.base.address
            one, four = (make(maker_token=token, taker_token=base) for make in (self.order, self.limit))
            for name, (target, *arguments) in self.calls(one, four).items():
                ran = self.machine.trial(self.taker, target, self.interfaces[target].data(name, *arguments))
                with self.subTest(name, code=code):
                    self.assertFalse(ran.ok)
                    self.assertLess(ran.gas, 400_000)
            # The other order of a batch is filled.
            orders = [four, self.four]
            proofs = [self.signed_limit(each) for each in orders]
            batch = [astuple(each) for each in orders], proofs, [AMOUNT] * 2, False
            outcome, value, _ = self.did(self.taker, self.native.address, "batchFillLimitOrders", *batch)
            self.assertEqual((outcome, value), ("done", ((0, AMOUNT), (0, 500))))

    def test_a_token_whose_code_is_gone_takes_nobodys_money(self):
        calls = self.calls()
        self.machine.state.set_code(self.token, b"")
        del self.model.tokens[self.token]
        for model, call in self.each(calls):
            self.assertEqual(self.same(model, call)[0], "refused")
        target, *arguments = calls["fillOrder"]
        arguments[3] = False
        self.assertEqual(self.same(self.model, (self.taker, target, "fillOrder", *arguments))[2][0][1:3], ("LogError", 3))

    def test_a_permit_that_a_token_swallows_allows_nothing(self):
        for spender in (self.proxy, self.native):
            self.set(self.model, "allowance", self.token, self.maker, spender.address, 0)
        permit = bytes.fromhex("d505accf") + bytes(7 * 32)
        self.assertTrue(self.machine.run(self.relay, self.token, permit).ok)
        for model, call in self.each(self.calls()):
            self.assertEqual(self.same(model, call)[0], "refused")

    def test_coins_come_back_or_the_fill_is_undone(self):
        calls = {name: call for name, call in self.calls().items() if call[0] == self.native.address}
        before = self.machine.state.get_balance(self.taker)
        for _, call in self.each(calls):
            self.assertEqual(self.did(*call, value=7)[0], "done")
            self.assertEqual(self.machine.state.get_balance(self.taker), before)
            self.assertEqual(self.machine.state.get_balance(self.native.address), 0)
        self.machine.state.set_code(self.taker, REFUSES_COINS)
        for _, call in self.each(calls):
            wanted = keccak(text="ProtocolFeeRefundFailed(address,uint256)")[:4].hex()
            self.assertEqual(self.did(*call, value=7)[1][:8], wanted)

    # -------------------------------------------------------- another place

    def test_an_order_of_one_exchange_or_chain_is_fillable_at_no_other(self):
        for model, (sender, target, name, *arguments) in self.each(self.calls()):
            other = (self.ones if target == self.exchange.address else self.fours)[1].address
            self.assertEqual(self.same(model, (sender, other, name, *arguments))[0], "refused")
            model.chain_id = self.machine.chain_id = 8217
            self.assertEqual(self.same(model, (sender, target, name, *arguments))[0], "refused")
            model.chain_id = self.machine.chain_id = self.start[1]
            self.assertEqual(self.same(model, (sender, target, name, *arguments))[0], "done")


if __name__ == "__main__":
    unittest.main()
