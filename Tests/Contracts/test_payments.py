"""Whoever refuses money, or calls back when it comes, neither loses nor gains, and holds nobody up."""

import unittest

from market_test import DAY, PRICE, ZERO, MarketTest, rating
from world import KLAY, stand_in


class RefusedPayments(MarketTest):
    """Whoever refuses money holds nobody up, and gets it another way."""

    def settled(self, manner):
        refusing = self.refusing(manner)
        refusing.createLecture(PRICE)
        self.buy()
        self.rate(rating(100))
        return refusing, self.settle()

    SHARE = PRICE * KLAY * 9 // 10 + PRICE * KLAY // 10 * 15 // 100

    def test_a_teacher_who_refuses_in_any_manner_is_credited(self):
        for manner in (1, 2, 3, 4):
            with self.subTest(manner=manner):
                snapshot = self.world.snapshot()
                refusing, receipt = self.settled(manner)
                credit, settling = receipt.events
                self.assertEqual(
                    (credit.event, credit.account, credit.amount), ("CreditingPayment", refusing.address, self.SHARE)
                )
                self.assertEqual((settling.teacherPaid, settling.ownerPaid), (False, True))
                self.assertEqual(self.market.creditOf(refusing.address), self.SHARE)
                self.assertEqual(self.world.balance(self.market.address), self.SHARE)
                self.assertLess(receipt.gas, 250_000)
                self.world.revert(snapshot)

    def test_a_teacher_whose_address_does_some_work_is_paid(self):
        refusing, receipt = self.settled(5)
        self.assertTrue(receipt.events[-1].teacherPaid)
        self.assertEqual(self.world.balance(refusing.address), self.SHARE)

    def test_a_credit_is_withdrawn_when_the_address_takes_it(self):
        refusing, _ = self.settled(1)
        self.refused("payment refused", refusing.withdraw)
        self.assertEqual(self.market.creditOf(refusing.address), self.SHARE)
        refusing.setManner(0)
        (event,) = self.market.events(refusing.withdraw())
        self.assertEqual(
            (event.event, event.account, event.recipient, event.amount),
            ("WithdrawingCredit", refusing.address, refusing.address, self.SHARE),
        )
        self.assertEqual(self.world.balance(refusing.address), self.SHARE)
        self.assertEqual(self.market.creditOf(refusing.address), 0)
        self.assertEqual(self.world.balance(self.market.address), 0)
        self.refused("nothing to withdraw", refusing.withdraw)

    def test_a_credit_is_withdrawn_to_another_address(self):
        refusing, _ = self.settled(1)
        self.refused("zero address", refusing.withdrawTo, ZERO)
        self.refused("payment refused", refusing.withdrawTo, self.market.address)
        before = self.world.balance(self.stranger)
        (event,) = self.market.events(refusing.withdrawTo(self.stranger))
        self.assertEqual((event.account, event.recipient), (refusing.address, self.stranger))
        self.assertEqual(self.world.balance(self.stranger) - before, self.SHARE)

    def test_who_has_no_credit_withdraws_nothing(self):
        self.settled(1)
        self.refused("nothing to withdraw", self.market.withdraw, sender=self.stranger)
        self.refused("nothing to withdraw", self.market.withdrawTo, self.stranger, sender=self.owner)

    def test_credits_of_several_settlements_add_up(self):
        refusing, _ = self.settled(1)
        refusing.recreateLecture(0, PRICE)
        self.buy()
        self.settle()
        self.assertEqual(self.market.creditOf(refusing.address), 2 * self.SHARE)

    def test_an_owner_who_refuses_is_credited_too(self):
        refusing = self.refusing()
        self.market.transferOwnership(refusing.address, sender=self.owner)
        refusing.acceptOwnership()
        self.create()
        self.buy()
        receipt = refusing.acceptAdmin(0)
        event = self.market.events(receipt)[-1]
        self.assertEqual((event.teacherPaid, event.ownerPaid), (True, False))
        self.assertEqual(self.market.creditOf(refusing.address), PRICE * KLAY // 10)

    def test_a_student_who_refuses_is_credited_on_a_reclaim(self):
        refusing = self.refusing()
        self.create()
        refusing.purchaseLecture(0, value=PRICE * KLAY)
        self.world.wait(90 * DAY)
        refusing.reclaimPayment(0)
        self.assertEqual(self.market.creditOf(refusing.address), PRICE * KLAY)
        refusing.withdrawTo(self.stranger)
        self.assertEqual(self.world.balance(self.market.address), 0)

    def test_too_little_gas_fails_instead_of_crediting_a_willing_teacher(self):
        willing = self.refusing(5)
        willing.createLecture(PRICE)
        self.buy()
        data = self.market.data("acceptAdmin", 0)
        for gas in range(40_000, 200_000, 4_000):
            snapshot = self.world.snapshot()
            receipt = self.world.force(self.owner, self.market.address, data, gas=gas)
            if receipt.ok:
                self.assertTrue(self.market.events(receipt)[-1].teacherPaid, f"with {gas} gas")
            self.world.revert(snapshot)
        self.refused("too little gas", self.world.send, self.owner, self.market.address, data, gas=100_000)

    def test_the_least_gas_that_a_node_estimates_pays_a_willing_teacher(self):
        willing = self.refusing(5)
        willing.createLecture(PRICE)
        self.buy()
        data = self.market.data("acceptAdmin", 0)
        gas = self.world.estimate(self.owner, self.market.address, data)
        receipt = self.world.send(self.owner, self.market.address, data, gas=gas)
        self.assertTrue(self.market.events(receipt)[-1].teacherPaid)


class Reentering(MarketTest):
    """Whoever calls back while being paid gets nothing for it."""

    def setUp(self):
        super().setUp()
        self.attacker = self.world.deploy(stand_in("Reentrant"), "0x" + self.market.address.hex(), sender=self.owner)
        self.create()
        self.buy()
        self.buy(student=self.second)
        self.held = self.world.balance(self.market.address)

    def act(self, name, *arguments, value=0):
        return self.attacker.act(self.market.data(name, *arguments), value=value)

    def arm(self, name, *arguments, strict=False):
        self.attacker.arm(self.market.data(name, *arguments), strict)

    def called_back_in_vain(self, receipt, reason="payment in progress"):
        (event,) = self.attacker.events(receipt)
        self.assertFalse(event.success)
        self.assertIn(reason.encode(), event.answer)

    def test_a_teacher_who_calls_back_is_paid_once(self):
        self.act("createLecture", PRICE)
        self.buy(number=1)
        for name, arguments in (
            ("acceptAdmin", (1,)),
            ("withdraw", ()),
            ("reclaimPayment", (1,)),
            ("payBalance", (1,)),
        ):
            snapshot = self.world.snapshot()
            self.arm(name, *arguments)
            self.called_back_in_vain(
                self.settle(1), "payBalance pays" if name == "payBalance" else "payment in progress"
            )
            self.assertEqual(self.world.balance(self.attacker.address), PRICE * KLAY * 9 // 10)
            self.assertEqual(self.world.balance(self.market.address), self.held)
            self.world.revert(snapshot)

    def test_an_owner_who_calls_back_is_paid_once_and_told_why(self):
        self.market.transferOwnership(self.attacker.address, sender=self.owner)
        self.act("acceptOwnership")
        self.arm("acceptAdmin", 0)
        self.called_back_in_vain(self.act("acceptAdmin", 0))
        self.assertEqual(self.world.balance(self.attacker.address), 2 * PRICE * KLAY // 10)
        self.assertEqual(self.world.balance(self.market.address), 0)

    def test_a_student_who_calls_back_reclaims_once(self):
        self.act("purchaseLecture", 0, value=PRICE * KLAY)
        self.arm("reclaimPayment", 0)
        self.world.wait(90 * DAY)
        self.called_back_in_vain(self.act("reclaimPayment", 0))
        self.assertEqual(self.world.balance(self.attacker.address), PRICE * KLAY)
        self.assertEqual(self.world.balance(self.market.address), self.held)

    def test_a_credit_is_withdrawn_once_however_it_is_called_back(self):
        self.act("createLecture", PRICE)
        self.buy(number=1)
        # It refuses the payment by letting the failure of a call back through, and so is credited.
        self.arm("payBalance", 0, strict=True)
        self.settle(1)
        credit = PRICE * KLAY * 9 // 10
        self.assertEqual(self.market.creditOf(self.attacker.address), credit)
        for name, arguments in (("withdraw", ()), ("withdrawTo", (self.stranger,))):
            snapshot = self.world.snapshot()
            self.arm(name, *arguments)
            self.called_back_in_vain(self.act("withdraw"))
            self.assertEqual(self.world.balance(self.attacker.address), credit)
            self.assertEqual(self.world.balance(self.market.address), self.held)
            self.world.revert(snapshot)
        self.arm("withdraw", strict=True)
        self.refused("payment refused", self.act, "withdraw")

    def test_after_a_payment_the_door_is_open_again(self):
        self.arm("withdraw")
        self.settle()
        self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.buy()
        self.settle()
        self.assertEqual(self.world.balance(self.market.address), 0)


if __name__ == "__main__":
    unittest.main()
