"""Hostile tokens and false proofs at both exchanges: nothing is filled that was not signed, and nothing twice."""

import unittest
from dataclasses import astuple, replace

from exchange_test import ZERO, ExchangeTest
from world import Refused, stand_in

MOVE, NOTHING, FALSE, REVERT, FEE, CALL_BACK, EAT_GAS = range(7)
AMOUNT = 150


class Hostile(ExchangeTest):
    def setUp(self):
        super().setUp()
        self.token = self.world.deploy(stand_in("HostileToken"))
        self.one = self.order(maker_token=self.token.address)
        self.four = self.limit(maker_token=self.token.address)

    def filled(self) -> tuple:
        info = self.native.getLimitOrderInfo(astuple(self.four))
        return self.exchange.filled(self.exchange.getOrderHash(*self.one.call)), info.takerTokenFilledAmount

    def both(self, throw=True):
        return (lambda: self.fill(self.one, AMOUNT, throw)), (lambda: self.fill_limit(self.four, AMOUNT))

    def test_a_token_that_returns_nothing_is_taken(self):
        self.token.setManner(NOTHING, False)
        for fill in self.both():
            fill()
        self.assertEqual(self.filled(), (AMOUNT, AMOUNT))
        self.assertEqual(self.token.moved(self.taker), 1000)

    def test_a_token_that_returns_false_undoes_the_fill(self):
        self.token.setManner(FALSE, False)
        before = self.balances()
        for fill in self.both():
            self.refused("transfer failed", fill)
        self.assertEqual((self.filled(), self.balances()), ((0, 0), before))

    def test_the_reason_of_a_token_is_passed_on(self):
        self.token.setManner(REVERT, False)
        for fill in self.both():
            self.refused("this token is paused", fill)

    def test_a_token_that_takes_a_fee_leaves_the_books_exact(self):
        self.token.setManner(FEE, False)
        for fill in self.both():
            fill()
        self.assertEqual(self.filled(), (AMOUNT, AMOUNT))
        self.assertEqual(self.token.moved(self.taker), 900)

    def test_whoever_is_called_back_fills_no_more_than_is_left(self):
        self.token.setManner(CALL_BACK, False)
        one = self.exchange.data("fillOrder", *self.one.call, 300, True, *self.signed(self.one))
        proof = self.signed_limit(self.four)
        four = self.native.data("fillLimitOrder", astuple(self.four), proof, 300)
        for contract, data, fill in (
            (self.exchange, one, lambda: self.fill(self.one, 300, True)),
            (self.native, four, lambda: self.fill_limit(self.four, 300)),
        ):
            self.token.prepare(contract.address, data)
            before = self.quote.balanceOf(self.maker)
            fill()
            self.assertEqual(self.quote.balanceOf(self.maker) - before, 300)
        self.assertEqual((self.filled(), self.token.callbacks()), ((300, 300), 2))
        # The call into version 1 works and fills nothing (LogError); that into version 4 reverts.
        self.assertEqual(self.token.callbacksThatWorked(), 1)

    def test_a_token_that_eats_its_queries_is_a_log_error(self):
        self.token.setManner(MOVE, True)
        receipt = self.fill(self.one, AMOUNT)
        self.assertEqual(receipt.events[0].errorId, 3)
        self.assertLess(receipt.gas, 150_000)

    def test_an_estimate_never_takes_a_fill_without_gas_for_one_that_works(self):
        self.token.setManner(MOVE, False)
        data = self.exchange.data("fillOrder", *self.one.call, AMOUNT, False, *self.signed(self.one))
        gas = self.world.estimate(self.taker, self.exchange.address, data)
        self.assertEqual(self.fill(self.one, AMOUNT, gas=gas).events[0].event, "LogFill")

    def test_a_batch_that_lacks_gas_reverts(self):
        batch = [astuple(self.limit())], [self.signed_limit(self.limit())], [AMOUNT], False
        data = self.native.data("batchFillLimitOrders", *batch)
        gas = self.world.estimate(self.taker, self.native.address, data)
        (event,) = self.native.batchFillLimitOrders(*batch, sender=self.taker, gas=gas).events
        self.assertEqual(event.takerTokenFilledAmount, AMOUNT)

    def test_an_order_that_fails_undoes_nothing_of_a_batch_of_version_4(self):
        self.token.setManner(REVERT, False)
        orders = [self.four, self.limit()]
        receipt = self.native.batchFillLimitOrders(
            [astuple(o) for o in orders], [self.signed_limit(o) for o in orders], [AMOUNT] * 2, False, sender=self.taker
        )
        self.assertEqual([each.makerTokenFilledAmount for each in receipt.events], [500])

    def test_a_token_without_code_is_refused(self):
        order = self.order(maker_token=self.stranger)
        self.refused("no token at this address", self.fill, order, AMOUNT, True)
        self.assertEqual(self.fill(order, AMOUNT).events[0].errorId, 3)
        for token in (self.stranger, ZERO, self.native.address):
            self.refused("not a token", self.fill_limit, self.limit(maker_token=token), AMOUNT)


class FalseProofs(ExchangeTest):
    def test_an_order_of_nobody_is_not_fillable(self):
        order = self.order(maker=ZERO)
        self.refused("bad signature", self.fill, order, 30, signature=(27, bytes(32), bytes(32)))

    def test_one_changed_field_breaks_the_signature_of_version_1(self):
        order = self.order()
        proof = self.signed(order)
        for change in ({"salt": 1}, {"maker_amount": 1001}, {"taker_amount": 299}, {"maker_fee": 1}, {"expiration": 1}):
            self.refused("bad signature", self.fill, replace(order, **change), 30, signature=proof)

    def test_one_changed_field_breaks_the_signature_of_version_4(self):
        order = self.limit()
        proof = self.signed_limit(order)
        for change in ({"salt": 1}, {"maker_amount": 1001}, {"taker_amount": 299}, {"fee": 1}, {"pool": b"\1" * 32}):
            with self.assertRaises(Refused) as caught:
                self.fill_limit(replace(order, **change), 30, signature=proof)
            self.assertEqual(caught.exception.data[:4].hex(), "f13e65d9")

    def test_codes_of_broken_signatures(self):
        order = self.limit()
        _, v, r, s = self.signed_limit(order)
        high = (2**256 - 432420386565659656852420866394968145599 - int.from_bytes(s, "big")).to_bytes(32, "big")
        for proof, code in (((0, v, r, s), 3), ((1, v, r, s), 0), ((4, v, r, s), 2), ((3, 29, r, s), 5), ((3, v, r, high), 5)):
            with self.assertRaises(Refused) as caught:
                self.fill_limit(order, 30, signature=proof)
            self.assertEqual(caught.exception.data[:36].hex(), "f18f11f3" + f"{code:064x}")

    def test_only_the_taker_and_the_sender(self):
        self.refused("not the taker", self.fill, self.order(taker=self.relay), 30)
        for change, selector in (({"taker": self.relay}, "5d330018"), ({"sender": self.relay}, "15e6a383")):
            with self.assertRaises(Refused) as caught:
                self.fill_limit(self.limit(**change), 30)
            self.assertEqual(caught.exception.data[:4].hex(), selector)

    def test_nobody_else_moves_tokens_or_cancels(self):
        move = self.base.address, self.maker, self.stranger, 1
        self.refused("not authorised", self.proxy.transferFrom, *move, sender=self.stranger)
        self.refused("not the maker", self.cancel, self.order(), 1, sender=self.stranger)
        for call in ("cancelLimitOrder", "_fillLimitOrder"):
            more = () if call == "cancelLimitOrder" else (self.signed_limit(self.limit()), 1, self.maker, self.maker)
            with self.assertRaises(Refused):
                getattr(self.native, call)(astuple(self.limit()), *more, sender=self.stranger)
        self.proxy.renounceOwnership(sender=self.owner)
        self.refused("not the owner", self.proxy.addAuthorizedAddress, self.stranger, sender=self.owner)


if __name__ == "__main__":
    unittest.main()
