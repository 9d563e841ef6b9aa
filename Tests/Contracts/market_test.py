"""What the tests of LectureMarket share: a fresh market for each, its people, and short words for what they do."""

import unittest

from world import KLAY, Refused, World, market_artifact, stand_in

DAY = 24 * 60 * 60
PRICE = 10
SCORES = (100, 80, 34, 77, 99)
MAXIMUM_COST = 10**10
ZERO = bytes(20)


def rating(score: int) -> tuple:
    return (score,) * 5


class MarketTest(unittest.TestCase):
    """A fresh market for each test: owner, two teachers, students, a stranger."""

    @classmethod
    def setUpClass(cls):
        cls.world = World("london")
        cls.owner, cls.teacher, cls.other_teacher, *cls.students, cls.stranger = cls.world.accounts
        cls.student, cls.second, cls.third = cls.students[:3]
        cls.market = cls.world.deploy(market_artifact(), sender=cls.owner)

    def setUp(self):
        self._snapshot = self.world.snapshot()

    def tearDown(self):
        self.world.revert(self._snapshot)

    # ------------------------------------------------------------------ helpers

    def refused(self, reason: str, function, *arguments, **options):
        with self.assertRaises(Refused) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.reason, reason)

    def create(self, price=PRICE, teacher=None) -> int:
        self.market.createLecture(price, sender=teacher or self.teacher)
        return self.market.lectureCount() - 1

    def buy(self, number=0, student=None, price=PRICE):
        return self.market.purchaseLecture(number, sender=student or self.student, value=price * KLAY)

    def rate(self, scores=SCORES, number=0, student=None):
        return self.market.evaluateLecture(number, *scores, sender=student or self.student)

    def settle(self, number=0):
        return self.market.acceptAdmin(number, sender=self.owner)

    def refusing(self, manner=1):
        return self.world.deploy(
            stand_in("RefusingTeacher"), "0x" + self.market.address.hex(), manner, sender=self.owner
        )
