"""The owner changes in two steps; views answer or say why not."""

import unittest

from market_test import PRICE, ZERO, MarketTest
from world import KLAY


class Ownership(MarketTest):
    def test_the_deployer_owns_it_and_deployment_tells_it(self):
        self.assertEqual(self.market.owner(), self.owner)
        self.assertEqual(self.market.pendingOwner(), ZERO)

    def test_it_changes_hands_in_two_steps(self):
        (event,) = self.market.transferOwnership(self.stranger, sender=self.owner).events
        self.assertEqual(
            (event.event, event.previousOwner, event.newOwner),
            ("OwnershipTransferStarted", self.owner, self.stranger),
        )
        self.assertEqual((self.market.owner(), self.market.pendingOwner()), (self.owner, self.stranger))
        self.create()
        self.refused("not the owner", self.market.acceptAdmin, 0, sender=self.stranger)
        (event,) = self.market.acceptOwnership(sender=self.stranger).events
        self.assertEqual(
            (event.event, event.previousOwner, event.newOwner), ("OwnershipTransferred", self.owner, self.stranger)
        )
        self.assertEqual((self.market.owner(), self.market.pendingOwner()), (self.stranger, ZERO))
        self.refused("not the owner", self.market.acceptAdmin, 0, sender=self.owner)
        self.market.acceptAdmin(0, sender=self.stranger)
        self.refused("not the pending owner", self.market.acceptOwnership, sender=self.stranger)

    def test_only_the_owner_offers_and_only_the_offered_accepts(self):
        self.refused("not the owner", self.market.transferOwnership, self.stranger, sender=self.stranger)
        self.refused("zero address", self.market.transferOwnership, ZERO, sender=self.owner)
        self.market.transferOwnership(self.stranger, sender=self.owner)
        for account in (self.owner, self.teacher):
            self.refused("not the pending owner", self.market.acceptOwnership, sender=account)

    def test_another_offer_replaces_and_the_own_address_takes_back(self):
        self.market.transferOwnership(self.stranger, sender=self.owner)
        self.market.transferOwnership(self.teacher, sender=self.owner)
        self.refused("not the pending owner", self.market.acceptOwnership, sender=self.stranger)
        self.market.transferOwnership(self.owner, sender=self.owner)
        self.assertEqual(self.market.pendingOwner(), ZERO)
        self.refused("not the pending owner", self.market.acceptOwnership, sender=self.teacher)
        self.refused("not the pending owner", self.market.acceptOwnership, sender=self.owner)


class Views(MarketTest):
    def test_every_view_refuses_an_unknown_lecture_with_a_reason(self):
        self.create()
        for name in (
            "lectureIDs",
            "getLectureID",
            "getLectureTotalCost",
            "getLectureEvaluationPoint",
            "calculateEvaluationAveragePoint",
            "getLecture",
        ):
            for number in (1, 2**256 - 1):
                self.refused("no such lecture", getattr(self.market, name), number)
        self.refused("no such lecture", self.market.isValidStudent, 1, self.student)
        self.refused("no such lecture ID", self.market.getLectureNumber, bytes(32))
        self.refused("no such lecture ID", self.market.getLectureNumber, b"\x11" * 32)

    def test_records_come_in_pages(self):
        for number in range(7):
            self.market.createLecture(number + 1, f"lecture {number}", sender=self.teacher)
        self.buy(3, price=4)

        def numbers(first, limit):
            return [record.lectureNumber for record in self.market.getLectures(first, limit)]

        self.assertEqual(numbers(0, 100), list(range(7)))
        self.assertEqual(numbers(0, 3), [0, 1, 2])
        self.assertEqual(numbers(5, 3), [5, 6])
        self.assertEqual(numbers(0, 2**256 - 1), list(range(7)))
        for first, limit in ((0, 0), (7, 5), (2**256 - 1, 5)):
            self.assertEqual(numbers(first, limit), [])
        for record in self.market.getLectures(0, 100):
            self.assertEqual(record, self.market.getLecture(record.lectureNumber))
        self.assertEqual(self.market.getLectures(3, 1)[0].totalLectureCost, 4 * KLAY)

    def test_a_page_has_at_most_a_hundred_records(self):
        data = self.market.data("createLecture", PRICE)
        for _ in range(3):
            self.world.mine(
                [
                    self.world.sign(self.teacher, self.market.address, data, gas=400_000, nonce_ahead=i)
                    for i in range(35)
                ]
            )
        self.assertEqual(self.market.lectureCount(), 105)
        self.assertEqual(len(self.market.getLectures(0, 1000)), 100)
        self.assertEqual(len(self.market.getLectures(100, 1000)), 5)
        self.assertEqual(len({record.lectureID for record in self.market.getLectures(0, 100)}), 100)

    def test_an_empty_market_has_no_records(self):
        self.assertEqual(self.market.lectureCount(), 0)
        self.assertEqual(self.market.getLectures(0, 10), [])


if __name__ == "__main__":
    unittest.main()
