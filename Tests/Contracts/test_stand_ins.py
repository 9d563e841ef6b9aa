"""The stand-ins have the faults they stand in for: a client is tested with what is as bad as the originals were."""

import unittest

from eth_abi import decode
from eth_utils import keccak
from world import KLAY, Refused, World, signature, stand_in

PRICE = 10
SCORES = (100, 80, 34, 77, 99)
# As the table of the deployed contracts has them.
GENERATION_2 = (
    "8b9b5f4f a5a26e53 7f1dfa6b bf34484c 98902d96 97059ba9 f2fde38b 8da5cb5b b5f7ef67 d3454e5f 98f68af6 53635268 "
    "028cc37f 1bdb91f3 fa42526a 782a42a1"
).split()
GET_LECTURE_NUMBER = "98f68af6"
FOUR_ARGUMENTS = "1fe32774f4e81ef5f8d22840dc6a86eb0df69a2983e30b2553aaae2326399b6f"
THREE_ARGUMENTS = "4333eddeb2c84dc6bc3ee307daba4086c4ac16e3b9433970cb5e03d05617a643"


class StandInTest(unittest.TestCase):
    NAME = None

    @classmethod
    def setUpClass(cls):
        cls.world = World("london")
        cls.owner, cls.teacher, cls.student, cls.stranger = cls.world.accounts[:4]
        cls.contract = cls.world.deploy(stand_in(cls.NAME), sender=cls.owner)

    def setUp(self):
        self._snapshot = self.world.snapshot()

    def tearDown(self):
        self.world.revert(self._snapshot)

    def fails(self, message, data, function, *arguments, **options):
        with self.assertRaises(Refused) as caught:
            function(*arguments, **options)
        self.assertEqual((caught.exception.reason, caught.exception.data.hex()), (message, data))

    def selectors(self):
        code = stand_in(self.NAME)["deployedBytecode"]
        return {each for each in GENERATION_2 if "63" + each in code}


class Generation2(StandInTest):
    NAME = "LegacyMarketV2"
    TOPIC = FOUR_ARGUMENTS

    def create(self):
        return self.contract.createLecture(PRICE, sender=self.teacher)

    def buy(self):
        return self.contract.purchaseLecture(0, sender=self.student, value=PRICE * KLAY)

    def test_its_selectors_are_in_its_code(self):
        self.assertEqual(self.selectors(), set(GENERATION_2))

    def test_its_creation_event(self):
        (log,) = self.create().logs
        self.assertEqual(f"{log.topics[0]:064x}", self.TOPIC)

    def test_the_main_way_through(self):
        self.create()
        self.buy()
        self.contract.evaluateLecture(0, *SCORES, sender=self.student)
        self.assertEqual(self.contract.calculateEvaluationAveragePoint(0), 78)
        before = self.world.balance(self.teacher)
        self.contract.acceptAdmin(0, sender=self.owner)
        self.assertEqual(self.world.balance(self.teacher) - before, 9 * KLAY + KLAY // 20)
        self.contract.recreateLecture(0, 20, sender=self.teacher)
        self.assertTrue(self.contract.isValidStudent(0, self.student))

    def test_no_refusal_has_a_reason(self):
        self.create()
        self.fails("", "", self.contract.purchaseLecture, 0, sender=self.student, value=1)
        self.fails("", "", self.contract.evaluateLecture, 0, *SCORES, sender=self.student)
        self.fails("", "", self.contract.recreateLecture, 0, 1, sender=self.teacher)
        self.fails("", "", self.contract.acceptAdmin, 0, sender=self.stranger)
        self.fails("", "", self.contract.transferOwnership, self.stranger, sender=self.stranger)
        self.fails("", "", self.world.send, self.student, self.contract.address, b"", value=1)

    def test_an_average_of_nothing_and_an_unknown_lecture_are_the_invalid_opcode(self):
        self.create()
        self.fails("invalid opcode: INVALID", "", self.contract.calculateEvaluationAveragePoint, 0)
        self.fails("invalid opcode: INVALID", "", self.contract.getLectureID, 1)
        self.buy()
        self.fails("invalid opcode: INVALID", "", self.contract.acceptAdmin, 0, sender=self.owner)

    def test_students_buy_and_rate_as_often_as_they_like_and_scores_have_no_bound(self):
        self.create()
        self.buy()
        self.buy()
        for _ in range(2):
            self.contract.evaluateLecture(0, 101, 0, 0, 0, 10**6, sender=self.student)
        self.assertEqual(self.contract.getLectureEvaluationPoint(0), (2, 202, 0, 0, 0, 2 * 10**6))
        self.assertEqual(self.contract.getLectureTotalCost(0), 2 * PRICE * KLAY)

    def test_anybody_pays_out_as_often_as_there_is_money(self):
        for _ in range(2):
            self.create()
        self.buy()
        self.contract.purchaseLecture(1, sender=self.student, value=PRICE * KLAY)
        self.contract.evaluateLecture(0, *SCORES, sender=self.student)
        for _ in range(2):
            self.contract.payBalance(0, sender=self.stranger)
        self.assertEqual(self.world.balance(self.contract.address), 0)

    def test_the_price_times_ten_to_the_eighteenth_wraps_around(self):
        # The least price whose product does not fit: 10^18 has 18 factors of 2.
        self.contract.createLecture(2**238, sender=self.teacher)
        self.contract.purchaseLecture(0, sender=self.student, value=0)
        self.assertTrue(self.contract.isValidStudent(0, self.student))

    def test_a_rating_is_for_an_open_lecture_and_is_counted_within_its_run(self):
        self.create()
        self.buy()
        for count in (1, 2):
            (log,) = self.contract.evaluateLecture(0, *SCORES, sender=self.student).logs
            self.assertEqual(int.from_bytes(log.data, "big"), count)
        self.contract.acceptAdmin(0, sender=self.owner)
        self.fails("", "", self.contract.evaluateLecture, 0, *SCORES, sender=self.student)
        self.contract.recreateLecture(0, PRICE, sender=self.teacher)
        (log,) = self.contract.evaluateLecture(0, *SCORES, sender=self.student).logs
        self.assertEqual(int.from_bytes(log.data, "big"), 1)
        self.assertEqual(self.contract.getLectureEvaluationPoint(0)[0], 3)

    def test_a_settled_lecture_is_settled_again_and_pays_nothing(self):
        self.create()
        self.buy()
        self.contract.evaluateLecture(0, *SCORES, sender=self.student)
        self.contract.acceptAdmin(0, sender=self.owner)
        before = self.world.balance(self.teacher)
        self.contract.acceptAdmin(0, sender=self.owner)
        self.assertEqual(self.world.balance(self.teacher), before)

    def test_an_average_above_a_hundred_pays_no_incentive(self):
        self.create()
        self.buy()
        self.contract.evaluateLecture(0, 505, 0, 0, 0, 0, sender=self.student)
        self.assertEqual(self.contract.calculateEvaluationAveragePoint(0), 101)
        before = self.world.balance(self.teacher)
        self.contract.acceptAdmin(0, sender=self.owner)
        self.assertEqual(self.world.balance(self.teacher) - before, 9 * KLAY)

    def twice_in_a_block(self):
        data = self.contract.data("createLecture", PRICE)
        return self.world.mine(
            [self.world.sign(self.teacher, self.contract.address, data, nonce_ahead=i) for i in (0, 1)]
        )

    def test_the_same_lecture_twice_in_a_block_is_refused(self):
        first, second = self.twice_in_a_block()
        self.assertEqual((len(first.logs), len(second.logs)), (1, 0))
        self.fails("invalid opcode: INVALID", "", self.contract.getLectureID, 1)

    def test_the_number_of_a_lecture_is_told_while_it_is_open(self):
        self.create()
        self.buy()
        self.contract.evaluateLecture(0, *SCORES, sender=self.student)
        id = self.contract.getLectureID(0)
        self.assertEqual(self.contract.getLectureNumber(id), 0)
        self.contract.acceptAdmin(0, sender=self.owner)
        self.fails("", "", self.contract.getLectureNumber, id)


class Generation1(Generation2):
    NAME = "LegacyMarketV1"
    TOPIC = THREE_ARGUMENTS

    def test_its_selectors_are_in_its_code(self):
        self.assertEqual(self.selectors(), set(GENERATION_2) - {GET_LECTURE_NUMBER})

    def test_the_same_lecture_twice_in_a_block_is_refused(self):
        """It is not: it gets a number, shares the record, and no event tells of it."""
        first, second = self.twice_in_a_block()
        self.assertEqual((len(first.logs), len(second.logs)), (1, 0))
        self.assertEqual(self.contract.getLectureID(0), self.contract.getLectureID(1))
        self.buy()
        self.assertTrue(self.contract.isValidStudent(1, self.student))
        self.assertEqual(self.contract.getLectureTotalCost(1), PRICE * KLAY)

    def test_the_number_of_a_lecture_is_told_while_it_is_open(self):
        self.assertFalse(hasattr(self.contract, "getLectureNumber"))


class Generation0(StandInTest):
    NAME = "LegacyMarketV0"

    def test_it_is_known_by_its_own_selectors(self):
        self.assertEqual(self.selectors(), {"8da5cb5b"})
        code = stand_in(self.NAME)["deployedBytecode"]
        for text in ("calculateLecturePoint(bytes32)", "getLectureVote(bytes32)", "getLectureCount()"):
            self.assertIn("63" + keccak(text=text)[:4].hex(), code)


class Reverts(StandInTest):
    NAME = "CustomErrors"

    def test_reasons_in_words(self):
        self.fails("a reason in words", self.error("a reason in words"), self.contract.reason)
        long = "a reason that takes more than one word of thirty-two bytes, as reasons that explain themselves do take"
        self.fails(long, self.error(long), self.contract.longReason)
        self.fails("", "08c379a0" + f"{32:064x}" + "00" * 32, self.contract.emptyReason)
        self.fails("", "", self.contract.noReason)

    def test_panics(self):
        for code, text in ((0x11, "arithmetic underflow or overflow"), (0x12, "division or modulo by zero")):
            self.fails(text, "4e487b71" + f"{code:064x}", self.contract.panic, code)

    def test_custom_errors_are_in_its_abi_and_raise_their_data(self):
        errors = {each["name"]: each for each in stand_in(self.NAME)["abi"] if each["type"] == "error"}
        self.assertEqual(set(errors), {"InsufficientBalance", "Unauthorized", "Refused"})
        for name, function, arguments in (
            ("InsufficientBalance", self.contract.custom, (1, 2)),
            ("Unauthorized", self.contract.customWithoutArguments, ()),
            ("Refused", self.contract.customWithText, (self.student, "too late, too little")),
        ):
            with self.assertRaises(Refused) as caught:
                function(*arguments)
            data = caught.exception.data
            self.assertEqual(data[:4], keccak(text=signature(errors[name]))[:4])
            values = decode([each["type"] for each in errors[name]["inputs"]], data[4:])
            self.assertEqual(
                [str(value) for value in values],
                ["0x" + value.hex() if isinstance(value, bytes) else str(value) for value in arguments],
            )

    def test_data_that_cannot_be_read_as_an_error(self):
        self.fails("", "deadbeef" + f"{1:064x}", self.contract.unknownCustom)
        self.fails("", "08c379a0" + "ff" * 32, self.contract.malformedReason)
        self.fails("", keccak(text="InsufficientBalance(uint256,uint256)")[:4].hex(), self.contract.malformedCustom)
        self.fails("", "c0ffee", self.contract.shortData)
        self.fails("invalid opcode: INVALID", "", self.contract.invalidOpcode)

    def test_a_failure_that_only_shows_when_sent(self):
        self.contract.customWhenSent(5)
        selector = keccak(text="InsufficientBalance(uint256,uint256)")[:4].hex()
        self.fails("", selector + f"{5:064x}{6:064x}", self.contract.customWhenSent, 6)

    def error(self, text):
        raw = text.encode()
        padded = raw + bytes(-len(raw) % 32)
        return "08c379a0" + f"{32:064x}{len(raw):064x}" + padded.hex()


if __name__ == "__main__":
    unittest.main()
