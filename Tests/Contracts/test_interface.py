"""Generation 2's interface is whole, and the version marks this one."""

import json
import os
import unittest
from pathlib import Path

from eth_utils import keccak
from market_test import PRICE, SCORES, MarketTest
from world import KLAY, World, market_artifact, signature


class Interface(MarketTest):
    """Generation 2's, whole."""

    FUNCTIONS = {
        "createLecture(uint256)": ("8b9b5f4f", "nonpayable"),
        "recreateLecture(uint256,uint256)": ("a5a26e53", "nonpayable"),
        "purchaseLecture(uint256)": ("7f1dfa6b", "payable"),
        "evaluateLecture(uint256,uint256,uint256,uint256,uint256,uint256)": ("bf34484c", "nonpayable"),
        "payBalance(uint256)": ("98902d96", "payable"),
        "acceptAdmin(uint256)": ("97059ba9", "nonpayable"),
        "transferOwnership(address)": ("f2fde38b", "nonpayable"),
        "owner()": ("8da5cb5b", "view"),
        "lectureIDs(uint256)": ("b5f7ef67", "view"),
        "getLectureID(uint256)": ("d3454e5f", "view"),
        "getLectureNumber(bytes32)": ("98f68af6", "view"),
        "getLectureTotalCost(uint256)": ("53635268", "view"),
        "getLectureEvaluationPoint(uint256)": ("028cc37f", "view"),
        "isValidStudent(uint256,address)": ("1bdb91f3", "view"),
        "calculateEvaluationAveragePoint(uint256)": ("fa42526a", "view"),
        "calculateIncentiveCost(uint256,uint256)": ("782a42a1", "view"),
    }
    EVENTS = {
        "CreatingLecture(bytes32,address,uint256,uint256)": (
            "1fe32774f4e81ef5f8d22840dc6a86eb0df69a2983e30b2553aaae2326399b6f",
            [True, True, False, True],
        ),
        "EvaluatingLecture(bytes32,address,uint256)": (
            "c6500a634d0b43088f9c58cdc9d14e04594e2bdbecc3ded098efe7afcb4a1eb3",
            [True, True, False],
        ),
        "OwnershipTransferred(address,address)": (None, [True, True]),
    }

    def test_every_function_of_generation_2_is_there_with_its_selector_and_mutability(self):
        entries = {signature(each): each for each in market_artifact()["abi"] if each["type"] == "function"}
        for text, (selector, mutability) in self.FUNCTIONS.items():
            self.assertEqual(keccak(text=text)[:4].hex(), selector)
            self.assertEqual(entries[text]["stateMutability"], mutability, text)

    def test_every_event_of_generation_2_is_there_with_its_topic_and_indexed_fields(self):
        entries = {signature(each): each for each in market_artifact()["abi"] if each["type"] == "event"}
        for text, (topic, indexed) in self.EVENTS.items():
            if topic:
                self.assertEqual(keccak(text=text).hex(), topic)
            self.assertEqual([each["indexed"] for each in entries[text]["inputs"]], indexed)

    def test_the_names_of_its_arguments_and_results_are_those_of_the_deployed_abi(self):
        root = Path(__file__).resolve().parent.parent.parent
        fixtures = Path(os.environ.get("LECTURES_FIXTURES", root / ".." / "shared" / "fixtures"))
        path = fixtures / "lectures" / "chungchul-abi.json"
        if not path.exists():
            self.skipTest("fixtures not found: set LECTURES_FIXTURES")
        ours = {(each["type"], signature(each)): each for each in market_artifact()["abi"] if "name" in each}
        for old in json.loads(path.read_text(encoding="utf-8")):
            if old["type"] == "constructor":
                continue
            new = ours[old["type"], signature(old)]
            for part in ("inputs", "outputs"):
                for was, now in zip(old.get(part, []), new.get(part, []), strict=True):
                    # One argument of generation 2 has no name, which Vyper does not allow.
                    self.assertIn(was["name"], ("", now["name"]), signature(old))
                    self.assertEqual(was["type"], now["type"])

    def test_clients_find_every_selector_in_the_code_as_a_pushed_constant(self):
        # That is how a client tells the generations: so the compiler must not hide them in a table.
        code = market_artifact()["deployedBytecode"]
        for each in market_artifact()["abi"]:
            if each["type"] == "function":
                self.assertIn("63" + keccak(text=signature(each))[:4].hex(), code, signature(each))

    def test_the_deployed_code_is_that_of_the_artifact_and_within_the_limit_of_eip_170(self):
        code = self.world.chain.state().get_code(self.market.address)
        self.assertEqual("0x" + code.hex(), market_artifact()["deployedBytecode"])
        self.assertLess(len(code), 24576)

    def test_the_version_marks_the_generation(self):
        self.assertEqual(self.market.version(), "3.0.0")

    def test_an_unknown_function_is_refused_with_a_reason(self):
        self.refused("no such function", self.world.send, self.student, self.market.address, bytes.fromhex("deadbeef"))
        self.refused("no such function", self.world.send, self.student, self.market.address, b"\x00")
        self.refused(
            "no such function", self.world.send, self.student, self.market.address, bytes.fromhex("deadbeef"), value=1
        )


class EveryFork(unittest.TestCase):
    """Compiled for London, it works on every rule set from there on."""

    def test_a_lecture_lives_through_on_each_fork(self):
        for fork in ("london", "paris", "shanghai", "cancun", "prague"):
            with self.subTest(fork=fork):
                world = World(fork)
                owner, teacher, student = world.accounts[:3]
                market = world.deploy(market_artifact(), sender=owner)
                market.createLecture(PRICE, "title", sender=teacher)
                market.purchaseLecture(0, sender=student, value=PRICE * KLAY)
                market.evaluateLecture(0, *SCORES, sender=student)
                self.assertEqual(market.calculateEvaluationAveragePoint(0), 78)
                market.acceptAdmin(0, sender=owner)
                self.assertEqual(world.balance(market.address), 0)


if __name__ == "__main__":
    unittest.main()
