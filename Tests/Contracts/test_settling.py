"""Runs are settled by the owner, paid by the rule, and opened again by the teacher."""

import unittest

from market_test import MAXIMUM_COST, PRICE, MarketTest, rating
from world import KLAY


class Settling(MarketTest):
    def shares(self, *scores, price=PRICE, students=1):
        """What the teacher and the owner get for a run."""
        number = self.create(price)
        for index in range(students):
            self.buy(number, self.students[index], price)
        for index, score in enumerate(scores):
            self.rate(rating(score), number, self.students[index])
        teacher, owner = self.world.balance(self.teacher), self.world.balance(self.owner)
        receipt = self.settle(number)
        event = receipt.events[-1]
        self.assertEqual(event.event, "SettlingLecture")
        paid = (self.world.balance(self.teacher) - teacher, self.world.balance(self.owner) - owner + receipt.fee)
        self.assertEqual(paid, (event.teacherShare, event.ownerShare))
        self.assertEqual(event.totalLectureCost, students * price * KLAY)
        self.assertEqual(sum(paid), event.totalLectureCost)
        self.assertEqual((event.teacherPaid, event.ownerPaid), (True, True))
        self.assertEqual((event.teacher, event.owner, event.lectureNumber), (self.teacher, self.owner, number))
        self.assertEqual(event.teacherShare, event.totalLectureCost * 9 // 10 + event.incentiveCost)
        self.assertEqual(self.world.balance(self.market.address), 0)
        return event.incentiveCost * 100 // (event.totalLectureCost // 10)

    def test_the_fee_is_a_tenth_and_part_of_it_goes_back_by_the_average(self):
        for score, percent in ((100, 15), (99, 10), (80, 10), (79, 5), (60, 5), (59, 0), (0, 0)):
            self.assertEqual(self.shares(score), percent, f"at an average of {score}")

    def test_the_average_of_several_decides(self):
        self.assertEqual(self.shares(100, 60, students=2), 10)
        self.assertEqual(self.shares(100, 59, students=3), 5)

    def test_without_a_rating_nothing_goes_back_and_nothing_is_held_up(self):
        self.assertEqual(self.shares(students=2), 0)

    def test_without_a_student_it_closes_and_nobody_is_paid(self):
        self.create()
        (event,) = self.settle().events
        self.assertEqual((event.totalLectureCost, event.teacherShare, event.ownerShare), (0, 0, 0))
        self.assertFalse(self.market.getLecture(0).isOpen)

    def test_one_klay_and_the_highest_price_are_divided_without_a_rest(self):
        self.assertEqual(self.shares(100, price=1), 15)

    def test_it_closes_the_run_and_clears_what_was_held(self):
        self.create()
        self.buy()
        self.rate()
        receipt = self.settle()
        record = self.market.getLecture(0)
        self.assertEqual((record.isOpen, record.totalLectureCost, record.studentCount), (False, 0, 1))
        self.assertEqual(record.settledAt, receipt.block.header.timestamp)
        self.assertEqual(self.market.getLectureTotalCost(0), 0)
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 78)
        self.assertTrue(self.market.isValidStudent(0, self.student))

    def test_only_the_owner_settles_and_once_in_a_run(self):
        self.create()
        for account in (self.teacher, self.student, self.stranger):
            self.refused("not the owner", self.market.acceptAdmin, 0, sender=account)
        self.settle()
        self.refused("settled already", self.settle)
        self.refused("no such lecture", self.settle, 1)

    def test_pay_balance_pays_nobody(self):
        self.create()
        self.buy()
        self.rate()
        for account in (self.owner, self.teacher, self.student, self.stranger):
            for value in (0, KLAY):
                self.refused("payBalance pays nobody", self.market.payBalance, 0, sender=account, value=value)
        self.refused("payBalance pays nobody", self.market.payBalance, 99, sender=self.owner)

    def test_an_owner_who_teaches_gets_both_shares(self):
        self.create(teacher=self.owner)
        self.buy()
        before = self.world.balance(self.owner)
        receipt = self.settle()
        self.assertEqual(self.world.balance(self.owner) - before + receipt.fee, PRICE * KLAY)

    def test_the_incentive_is_rounded_to_the_nearest(self):
        for fee, percent, incentive in (
            (100, 15, 15),
            (3, 15, 0),
            (4, 15, 1),
            (10, 5, 1),
            (9, 5, 0),
            (0, 15, 0),
            (7, 0, 0),
        ):
            self.assertEqual(self.market.calculateIncentiveCost(fee, percent), incentive)
        self.assertEqual(self.market.calculateIncentiveCost(2**256 - 1, 0), 0)
        self.assertEqual(self.market.calculateIncentiveCost(2**256 - 51, 1), (2**256 - 1) // 100)
        for fee, percent in ((2**256 - 50, 1), (2**255, 2), (2**128, 2**128), (2**256 - 1, 2**256 - 1)):
            self.refused("fee is too high", self.market.calculateIncentiveCost, fee, percent)


class Reopening(MarketTest):
    def test_the_next_run_has_its_own_price_and_no_students(self):
        self.create()
        self.buy()
        self.rate()
        self.settle()
        receipt = self.market.recreateLecture(0, 20, sender=self.teacher)
        (event,) = receipt.events
        self.assertEqual(event.event, "CreatingLecture")
        self.assertEqual(
            (event.id, event.teacher, event.lectureCost, event.lectureNumber),
            (self.market.getLectureID(0), self.teacher, 20, 0),
        )
        record = self.market.getLecture(0)
        self.assertEqual((record.run, record.isOpen, record.lectureCost, record.studentCount), (1, True, 20, 0))
        self.assertEqual((record.openedAtBlock, record.settledAt), (receipt.block.number, 0))
        self.assertEqual(self.market.lectureCount(), 1)

        self.assertFalse(self.market.isValidStudent(0, self.student))
        self.refused("not a student of this run", self.rate)
        self.refused("wrong payment", self.buy)
        self.buy(price=20)
        self.rate(rating(100))
        # The average is over all runs, as it was.
        self.assertEqual(self.market.getLectureEvaluationPoint(0), (2, 200, 180, 134, 177, 199))
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 89)

    def test_the_payout_of_a_later_run_uses_the_average_over_all_runs(self):
        self.create()
        self.buy()
        self.rate(rating(100))
        self.settle()
        self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.buy(student=self.second)
        self.assertEqual(self.settle().events[-1].incentiveCost, PRICE * KLAY // 10 * 15 // 100)

    def test_there_are_five_runs(self):
        self.create()
        for run in range(5):
            self.assertEqual(self.market.getLecture(0).run, run)
            self.buy()
            self.settle()
            if run < 4:
                self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.refused("no more runs", self.market.recreateLecture, 0, PRICE, sender=self.teacher)
        self.assertEqual(self.world.balance(self.market.address), 0)

    def test_only_its_teacher_reopens_and_only_after_the_settlement(self):
        self.create()
        self.refused("lecture still open", self.market.recreateLecture, 0, PRICE, sender=self.teacher)
        self.settle()
        for account in (self.owner, self.other_teacher, self.student):
            self.refused("not the teacher", self.market.recreateLecture, 0, PRICE, sender=account)
        self.refused("cost is zero", self.market.recreateLecture, 0, 0, sender=self.teacher)
        self.refused("cost is too high", self.market.recreateLecture, 0, MAXIMUM_COST + 1, sender=self.teacher)
        self.refused("no such lecture", self.market.recreateLecture, 1, PRICE, sender=self.teacher)
        self.market.recreateLecture(0, PRICE, sender=self.teacher)
        self.refused("lecture still open", self.market.recreateLecture, 0, PRICE, sender=self.teacher)

    def test_earlier_runs_stay_readable(self):
        self.create()
        self.buy()
        self.rate()
        opened = self.market.getLecture(0)
        self.settle()
        self.market.recreateLecture(0, 20, sender=self.teacher)
        first, second = self.market.getRun(0, 0), self.market.getRun(0, 1)
        self.assertEqual((first.isOpen, first.lectureCost, first.studentCount), (False, PRICE, 1))
        self.assertEqual((first.totalLectureCost, first.openedAt), (0, opened.openedAt))
        self.assertEqual((second.isOpen, second.lectureCost, second.studentCount), (True, 20, 0))
        self.refused("no such run", self.market.getRun, 0, 2)
        self.refused("no such lecture", self.market.getRun, 1, 0)
        self.assertTrue(self.market.getPurchase(0, 0, self.student).rated)
        self.assertFalse(self.market.getPurchase(0, 1, self.student).purchased)
        self.refused("no such run", self.market.getPurchase, 0, 2, self.student)
        self.refused("no such lecture", self.market.getPurchase, 1, 0, self.student)


if __name__ == "__main__":
    unittest.main()
