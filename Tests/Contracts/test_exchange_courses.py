"""Random courses of fills and cancels beside a model: amounts, balances, and what can never be undone."""

import unittest
from dataclasses import astuple

from exchange_test import EXPIRY, ExchangeTest, generator, seeds

STEPS = 8


class Courses(ExchangeTest):
    """EXCHANGE_COURSES sets how many there are of each version."""

    def sizes(self, random) -> tuple:
        bits = random.choice((4, 10, 60, 80))
        return random.randrange(1, 2**bits), random.randrange(1, 2**bits)

    def moved(self, before: dict, *moves):
        wanted = dict(before)
        for token, source, target, amount in moves:
            wanted[token.address, source] -= amount
            wanted[token.address, target] += amount
        self.assertEqual(self.balances(), wanted)

    def test_version_1(self):
        done = 0
        for seed in seeds(6):
            random = generator(seed)
            maker, taker = self.sizes(random)
            fees = random.randrange(1000), random.randrange(1000)
            order = self.order(
                salt=seed, maker_amount=maker, taker_amount=taker, fee_recipient=self.relay,
                maker_fee=fees[0], taker_fee=fees[1],
            )  # fmt: skip
            filled = cancelled = 0
            proof = self.signed(order)
            for _ in range(STEPS):
                amount, before = random.randrange(1, taker + 2), self.balances()
                given = min(amount, taker - filled - cancelled)
                with self.subTest(seed=seed, order=order, amount=amount):
                    if random.random() < 0.25:
                        (event,) = self.cancel(order, amount).events
                        self.assertEqual(event.event, "LogCancel" if given else "LogError")
                        cancelled += given
                        self.moved(before)
                        continue
                    (event,) = self.fill(order, amount, random.random() < 0.5, signature=proof).events
                    got, left = divmod(given * maker, taker)
                    bad = given and left and left * 10**6 // (given * maker) > 1000
                    if not given or bad:
                        self.assertEqual((event.event, event.errorId), ("LogError", 2 if bad else 1))
                        self.moved(before)
                        continue
                    # What rounding takes from the taker is never above 0.1001 %.
                    self.assertLess(left * 10**6, 1001 * given * maker)
                    paid = [given * fee // taker for fee in fees]
                    self.assertEqual((event.paidMakerFee, event.paidTakerFee), tuple(paid))
                    self.moved(
                        before,
                        (self.base, self.maker, self.taker, got),
                        (self.quote, self.taker, self.maker, given),
                        (self.zrx, self.maker, self.relay, paid[0]),
                        (self.zrx, self.taker, self.relay, paid[1]),
                    )
                    filled += given
                    done += 1
            hash = self.exchange.getOrderHash(*order.call)
            self.assertEqual((self.exchange.filled(hash), self.exchange.cancelled(hash)), (filled, cancelled))
            self.assertLessEqual(filled + cancelled, taker)
        self.assertGreater(done, 0)

    def test_version_4(self):
        done = 0
        for seed in seeds(6):
            random = generator(seed)
            maker, taker = self.sizes(random)
            fee = random.randrange(1000)
            order = self.limit(salt=seed, maker_amount=maker, taker_amount=taker, fee=fee, fee_recipient=self.relay)
            filled, cancelled = 0, False
            proof = self.signed_limit(order)
            for _ in range(STEPS):
                amount, before = random.randrange(taker + 2), self.balances()
                with self.subTest(seed=seed, order=order, amount=amount):
                    if random.random() < 0.1:
                        self.native.cancelLimitOrder(astuple(order), sender=self.maker)
                        cancelled = True
                    status = 2 if filled >= taker else 3 if cancelled else 1
                    self.assertEqual(self.native.getLimitOrderInfo(astuple(order)).status, status)
                    if status != 1:
                        with self.assertRaises(Exception) as caught:
                            self.fill_limit(order, amount, signature=proof)
                        self.assertEqual(caught.exception.data[:4].hex(), "47ab394e")
                        self.assertEqual(caught.exception.data[-1], status)
                        self.moved(before)
                        continue
                    given = min(amount, taker - filled)
                    got = given * maker // taker
                    given = given if got else 0
                    (event,) = self.fill_limit(order, amount, signature=proof).events
                    paid = given * fee // taker
                    self.assertEqual(
                        (event.takerTokenFilledAmount, event.makerTokenFilledAmount, event.takerTokenFeeFilledAmount),
                        (given, got, paid),
                    )
                    self.moved(
                        before,
                        (self.base, self.maker, self.taker, got),
                        (self.quote, self.taker, self.maker, given),
                        (self.quote, self.taker, self.relay, paid),
                    )
                    filled += given
                    done += 1
        self.assertGreater(done, 0)

    def test_what_expired_stays_so(self):
        self.world.jump = EXPIRY - self.world.chain.head.header.timestamp
        self.assertEqual(self.fill(self.order(), 30).events[0].errorId, 0)
        self.assertEqual(self.cancel(self.order(), 30).events[0].errorId, 0)
        self.assertEqual(self.native.getLimitOrderInfo(astuple(self.limit())).status, 4)


if __name__ == "__main__":
    unittest.main()
