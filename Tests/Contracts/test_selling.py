"""Lectures are opened, bought and rated by who may, at the right price, once."""

import unittest

from eth_utils import keccak
from market_test import MAXIMUM_COST, PRICE, SCORES, MarketTest, rating
from world import KLAY


class Creating(MarketTest):
    def test_a_lecture_gets_the_next_number_an_id_and_an_event(self):
        for number, (teacher, price) in enumerate([(self.teacher, 10), (self.other_teacher, 3)]):
            receipt = self.market.createLecture(price, sender=teacher)
            packed = receipt.block.number.to_bytes(32, "big") + teacher + price.to_bytes(32, "big")
            (event,) = receipt.events
            self.assertEqual(event.event, "CreatingLecture")
            self.assertEqual(event.id, keccak(packed))
            self.assertEqual((event.teacher, event.lectureCost, event.lectureNumber), (teacher, price, number))
            self.assertEqual(self.market.getLectureID(number), event.id)
            self.assertEqual(self.market.lectureIDs(number), event.id)
            self.assertEqual(self.market.getLectureNumber(event.id), number)
        self.assertEqual(self.market.lectureCount(), 2)

    def test_the_record_of_a_new_lecture(self):
        receipt = self.market.createLecture(PRICE, "Swift for poets – 시인을 위한 스위프트", sender=self.teacher)
        record = self.market.getLecture(0)
        self.assertEqual(record.lectureNumber, 0)
        self.assertEqual(record.lectureID, self.market.getLectureID(0))
        self.assertEqual(record.teacher, self.teacher)
        self.assertEqual(record.title, "Swift for poets – 시인을 위한 스위프트")
        self.assertEqual((record.run, record.isOpen, record.lectureCost), (0, True, PRICE))
        self.assertEqual((record.studentCount, record.totalLectureCost, record.evaluationCount), (0, 0, 0))
        self.assertEqual(record.openedAt, receipt.block.header.timestamp)
        self.assertEqual((record.openedAtBlock, record.settledAt), (receipt.block.number, 0))

    def test_a_title_may_be_left_out_and_has_at_most_100_bytes(self):
        self.create()
        self.assertEqual(self.market.getLecture(0).title, "")
        self.market.createLecture(PRICE, "", sender=self.teacher)
        self.market.createLecture(PRICE, "x" * 100, sender=self.teacher)
        self.assertEqual(self.market.getLecture(2).title, "x" * 100)
        for title in ("x" * 101, "강" * 34, "x" * 1024):
            self.refused("title is too long", self.market.createLecture, PRICE, title, sender=self.teacher)

    def test_a_price_is_whole_klay_from_one_to_more_than_there_is(self):
        self.refused("cost is zero", self.market.createLecture, 0, sender=self.teacher)
        for price in (MAXIMUM_COST + 1, 2**256 // KLAY + 1, 2**256 - 1):
            self.refused("cost is too high", self.market.createLecture, price, sender=self.teacher)
        self.create(price=1)
        self.create(price=MAXIMUM_COST)
        self.refused("wrong payment", self.market.purchaseLecture, 1, sender=self.student, value=KLAY)

    def test_two_lectures_of_a_teacher_at_one_price_in_one_block_have_ids_of_their_own(self):
        data = self.market.data("createLecture", PRICE)
        both = [self.world.sign(self.teacher, self.market.address, data, nonce_ahead=ahead) for ahead in range(3)]
        receipts = self.world.mine(both)
        ids = [self.market.events(receipt)[0].id for receipt in receipts]
        self.assertEqual(len({receipt.block.number for receipt in receipts}), 1)
        self.assertEqual(len(set(ids)), 3)
        packed = receipts[0].block.number.to_bytes(32, "big") + self.teacher + PRICE.to_bytes(32, "big")
        self.assertEqual(ids[0], keccak(packed))
        self.assertEqual(ids[2], keccak(packed + (2).to_bytes(32, "big")))
        for number, each in enumerate(ids):
            self.assertEqual(self.market.getLectureNumber(each), number)
            self.assertEqual(self.market.getLectureID(number), each)


class Purchasing(MarketTest):
    def test_a_purchase_makes_a_student_and_tells_it(self):
        self.create()
        (event,) = self.buy().events
        self.assertEqual(event.event, "PurchasingLecture")
        self.assertEqual(
            (event.lectureNumber, event.student, event.run, event.lectureCost), (0, self.student, 0, PRICE)
        )
        self.assertTrue(self.market.isValidStudent(0, self.student))
        self.assertFalse(self.market.isValidStudent(0, self.second))
        self.assertEqual(self.market.getLectureTotalCost(0), PRICE * KLAY)
        self.assertEqual(self.market.getLecture(0).studentCount, 1)
        self.assertEqual(self.world.balance(self.market.address), PRICE * KLAY)

    def test_the_payment_is_the_price_to_the_peb(self):
        self.create()
        for value in (0, 1, PRICE, PRICE * KLAY - 1, PRICE * KLAY + 1, 2 * PRICE * KLAY):
            self.refused("wrong payment", self.market.purchaseLecture, 0, sender=self.student, value=value)
        self.buy()

    def test_nobody_buys_a_run_twice(self):
        self.create()
        self.buy()
        self.refused("bought already", self.buy)
        self.rate()
        self.refused("bought already", self.buy)

    def test_a_teacher_does_not_buy_the_own_lecture_but_may_another(self):
        self.create()
        self.refused("own lecture", self.buy, student=self.teacher)
        self.buy(student=self.other_teacher)

    def test_the_owner_may_buy_as_anybody_may(self):
        self.create()
        self.buy(student=self.owner)
        self.rate(student=self.owner)

    def test_a_settled_run_is_not_sold(self):
        self.create()
        self.settle()
        self.refused("lecture closed", self.buy)

    def test_an_unknown_lecture_is_not_sold(self):
        self.refused("no such lecture", self.buy)
        self.create()
        self.refused("no such lecture", self.buy, number=1)
        self.refused("no such lecture", self.buy, number=2**256 - 1)

    def test_klay_without_a_call_is_refused(self):
        for value in (0, 1, PRICE * KLAY):
            self.refused("KLAY without a call", self.world.send, self.student, self.market.address, b"", value=value)

    def test_klay_forced_in_changes_nothing(self):
        self.create()
        self.buy()
        # A contract that destroys itself in favour of the market while it is made.
        bomb = b"\x73" + self.market.address + b"\xff"
        self.world.send(self.stranger, None, bomb, value=3 * KLAY)
        self.assertEqual(self.world.balance(self.market.address), (PRICE + 3) * KLAY)
        self.assertEqual(self.market.getLectureTotalCost(0), PRICE * KLAY)
        self.settle()
        self.assertEqual(self.world.balance(self.market.address), 3 * KLAY)


class Rating(MarketTest):
    def setUp(self):
        super().setUp()
        self.create()
        self.buy()

    def test_a_rating_counts_and_is_told(self):
        (event,) = self.rate().events
        self.assertEqual(event.event, "EvaluatingLecture")
        self.assertEqual(
            (event.lectureID, event.evaluater, event.evaluatingCount), (self.market.getLectureID(0), self.student, 1)
        )
        self.assertEqual(self.market.getLectureEvaluationPoint(0), (1, *SCORES))
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 78)

    def test_scores_reach_from_0_to_100_each(self):
        for place in range(5):
            for bad in (101, 2**42, 2**255, 2**256 - 1):
                scores = [50] * 5
                scores[place] = bad
                self.refused("score above 100", self.rate, scores)
        self.rate(rating(0))
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 0)
        self.buy(student=self.second)
        self.rate(rating(100), student=self.second)
        self.assertEqual(self.market.getLectureEvaluationPoint(0), (2, 100, 100, 100, 100, 100))
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 50)

    def test_the_average_is_rounded_down(self):
        self.rate((100, 100, 100, 100, 99))
        self.assertEqual(self.market.calculateEvaluationAveragePoint(0), 99)

    def test_each_score_keeps_its_place(self):
        self.buy(student=self.second)
        self.rate((1, 2, 3, 4, 5))
        self.rate((10, 20, 30, 40, 50), student=self.second)
        self.assertEqual(self.market.getLectureEvaluationPoint(0), (2, 11, 22, 33, 44, 55))
        record = self.market.getLecture(0)
        self.assertEqual(
            (
                record.evaluationCount,
                record.preparationPoint,
                record.contentPoint,
                record.proceedPoint,
                record.communicationPoint,
                record.satisfactionPoint,
            ),
            (2, 11, 22, 33, 44, 55),
        )

    def test_nobody_rates_a_run_twice(self):
        self.rate()
        self.refused("rated already", self.rate)
        self.refused("rated already", self.rate, rating(0))

    def test_only_students_of_the_run_rate(self):
        self.refused("not a student of this run", self.rate, student=self.second)
        self.refused("own lecture", self.rate, student=self.teacher)

    def test_no_rating_after_the_settlement(self):
        self.settle()
        self.refused("lecture closed", self.rate)

    def test_without_a_rating_there_is_no_average(self):
        self.refused("no rating yet", self.market.calculateEvaluationAveragePoint, 0)

    def test_an_unknown_lecture_is_not_rated(self):
        self.refused("no such lecture", self.rate, number=7)


if __name__ == "__main__":
    unittest.main()
