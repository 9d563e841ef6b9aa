"""What the owner does not settle, a student takes back."""

import unittest

from market_test import DAY, PRICE, SCORES, MarketTest, rating
from world import KLAY


class Reclaiming(MarketTest):
    PERIOD = 90 * DAY

    def setUp(self):
        super().setUp()
        self.create()
        self.bought_at = self.buy().block.header.timestamp

    def reclaim(self, student=None):
        return self.market.reclaimPayment(0, sender=student or self.student)

    def until(self, time):
        self.world.wait(time - self.world.chain.head.header.timestamp)

    def test_the_period_is_told(self):
        self.assertEqual(self.market.reclaimPeriod(), self.PERIOD)

    def test_not_a_second_before_ninety_days_from_the_purchase(self):
        self.until(self.bought_at + self.PERIOD - 1)
        self.refused("too early to reclaim", self.reclaim)
        self.until(self.bought_at + self.PERIOD)
        before = self.world.balance(self.student)
        receipt = self.reclaim()
        self.assertEqual(self.world.balance(self.student) - before + receipt.fee, PRICE * KLAY)
        (event,) = receipt.events
        self.assertEqual(event.event, "ReclaimingPayment")
        self.assertEqual(
            (event.lectureNumber, event.student, event.run, event.amount, event.ratingRemoved),
            (0, self.student, 0, PRICE * KLAY, False),
        )
        self.assertEqual(self.world.balance(self.market.address), 0)

    def test_each_purchase_has_its_own_period(self):
        self.until(self.bought_at + self.PERIOD)
        self.buy(student=self.second)
        self.reclaim()
        self.refused("too early to reclaim", self.reclaim, self.second)

    def test_the_student_leaves_and_the_rating_goes_too(self):
        self.buy(student=self.second)
        self.rate(rating(10))
        self.rate((1, 2, 3, 4, 5), student=self.second)
        self.world.wait(self.PERIOD)
        self.assertTrue(self.reclaim().events[0].ratingRemoved)
        self.assertFalse(self.market.isValidStudent(0, self.student))
        self.assertEqual(self.market.getLectureEvaluationPoint(0), (1, 1, 2, 3, 4, 5))
        self.assertEqual(self.market.getLecture(0).studentCount, 1)
        self.assertEqual(self.market.getLectureTotalCost(0), PRICE * KLAY)
        self.refused("not a student of this run", self.rate)

    def test_the_last_rating_taken_back_leaves_no_average(self):
        self.rate()
        self.world.wait(self.PERIOD)
        self.reclaim()
        self.refused("no rating yet", self.market.calculateEvaluationAveragePoint, 0)

    def test_nobody_reclaims_twice_or_buys_the_run_again(self):
        self.buy(student=self.second)
        self.world.wait(self.PERIOD)
        self.reclaim()
        self.refused("reclaimed already", self.reclaim)
        self.refused("reclaimed already", self.buy)

    def test_only_who_paid_reclaims(self):
        self.world.wait(self.PERIOD)
        for account in (self.second, self.teacher, self.owner):
            self.refused("not a student of this run", self.reclaim, account)

    def test_what_is_settled_is_not_reclaimed(self):
        self.world.wait(self.PERIOD)
        self.settle()
        self.refused("settled already", self.reclaim)
        self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.refused("not a student of this run", self.reclaim)
        self.refused("no such lecture", self.market.reclaimPayment, 1, sender=self.student)

    def test_the_rest_of_the_run_is_settled(self):
        self.buy(student=self.second)
        self.rate(rating(100), student=self.second)
        self.world.wait(self.PERIOD)
        self.reclaim()
        event = self.settle().events[-1]
        self.assertEqual(event.totalLectureCost, PRICE * KLAY)
        self.assertEqual(event.incentiveCost, PRICE * KLAY // 10 * 15 // 100)
        self.assertEqual(self.world.balance(self.market.address), 0)

    def test_a_run_that_everybody_left_is_settled_and_reopened(self):
        self.world.wait(self.PERIOD)
        self.reclaim()
        self.assertEqual(self.settle().events[-1].totalLectureCost, 0)
        self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.buy()

    def test_the_state_of_a_purchase_is_told(self):
        purchase = self.market.getPurchase(0, 0, self.student)
        self.assertEqual((purchase.purchased, purchase.purchasedAt), (True, self.bought_at))
        self.assertEqual((purchase.rated, purchase.reclaimed, purchase.reclaimable), (False, False, False))
        self.assertEqual(purchase.reclaimableFrom, self.bought_at + self.PERIOD)
        self.rate()
        self.until(self.bought_at + self.PERIOD)
        purchase = self.market.getPurchase(0, 0, self.student)
        self.assertEqual((purchase.rated, purchase.reclaimable), (True, True))
        self.assertEqual(
            (
                purchase.preparationPoint,
                purchase.contentPoint,
                purchase.proceedPoint,
                purchase.communicationPoint,
                purchase.satisfactionPoint,
            ),
            SCORES,
        )
        self.reclaim()
        purchase = self.market.getPurchase(0, 0, self.student)
        self.assertEqual((purchase.purchased, purchase.purchasedAt, purchase.reclaimed), (True, 0, True))
        self.assertEqual((purchase.rated, purchase.reclaimable, purchase.reclaimableFrom), (False, False, 0))
        nothing = self.market.getPurchase(0, 0, self.second)
        self.assertEqual((nothing.purchased, nothing.reclaimed, nothing.reclaimable), (False, False, False))

    def test_after_a_settlement_nothing_is_reclaimable(self):
        self.settle()
        self.world.wait(self.PERIOD)
        purchase = self.market.getPurchase(0, 0, self.student)
        self.assertEqual((purchase.reclaimable, purchase.reclaimableFrom), (False, 0))


if __name__ == "__main__":
    unittest.main()
