"""Random histories of the market against a model of the rules: whatever happens in whatever order,
the contract does what the model does, refuses what the model refuses and for the same reason, and holds to the peb what
it owes.

LECTURES_SEED repeats a history that failed, LECTURES_STEPS makes histories longer.
"""

import os
import random
import unittest
from dataclasses import dataclass, field

from world import KLAY, Refused, World, market_artifact, stand_in

PERIOD = 90 * 24 * 60 * 60
STEPS = int(os.environ.get("LECTURES_STEPS", "200"))
SEEDS = [int(os.environ["LECTURES_SEED"])] if "LECTURES_SEED" in os.environ else [1, 2, 3]


class No(Exception):
    """The model refuses."""


def need(condition, reason):
    if not condition:
        raise No(reason)


@dataclass
class Run:
    cost: int
    settled: bool = False
    bought: dict = field(default_factory=dict)  # student -> time, None once reclaimed
    rated: dict = field(default_factory=dict)  # student -> scores


@dataclass
class Lecture:
    teacher: bytes
    runs: list

    @property
    def run(self):
        return self.runs[-1]

    @property
    def ratings(self):
        return [scores for run in self.runs for scores in run.rated.values()]


class Model:
    """The rules as Contracts/README.md states them, in the plainest form; who refuses money is `refusers`."""

    def __init__(self, owner, refusers):
        self.owner = owner
        self.pending = None
        self.refusers = refusers
        self.lectures = []
        self.credits = {}
        self.paid = {}  # out of the market, by address

    def lecture(self, number):
        need(number < len(self.lectures), "no such lecture")
        return self.lectures[number]

    def pay(self, account, amount):
        where = self.credits if account in self.refusers and amount else self.paid
        where[account] = where.get(account, 0) + amount

    def create(self, who, cost):
        need(cost > 0, "cost is zero")
        need(cost <= 10**10, "cost is too high")
        self.lectures.append(Lecture(who, [Run(cost)]))

    def recreate(self, who, number, cost):
        lecture = self.lecture(number)
        need(lecture.teacher == who, "not the teacher")
        need(lecture.run.settled, "lecture still open")
        need(len(lecture.runs) < 5, "no more runs")
        need(cost > 0, "cost is zero")
        need(cost <= 10**10, "cost is too high")
        lecture.runs.append(Run(cost))

    def purchase(self, who, number, value, now):
        lecture = self.lecture(number)
        need(not lecture.run.settled, "lecture closed")
        need(lecture.teacher != who, "own lecture")
        if who in lecture.run.bought:
            need(lecture.run.bought[who] is not None, "reclaimed already")
            raise No("bought already")
        need(value == lecture.run.cost * KLAY, "wrong payment")
        lecture.run.bought[who] = now

    def evaluate(self, who, number, scores):
        lecture = self.lecture(number)
        need(not lecture.run.settled, "lecture closed")
        need(lecture.teacher != who, "own lecture")
        need(lecture.run.bought.get(who) is not None, "not a student of this run")
        need(who not in lecture.run.rated, "rated already")
        need(max(scores) <= 100, "score above 100")
        lecture.run.rated[who] = scores

    def average(self, lecture):
        total = sum(map(sum, lecture.ratings))
        return total // (len(lecture.ratings) * 5) if lecture.ratings else None

    def settle(self, who, number):
        need(who == self.owner, "not the owner")
        lecture = self.lecture(number)
        need(not lecture.run.settled, "settled already")
        total = self.escrow(lecture)
        fee = total // 10
        average = self.average(lecture)
        percent = 0 if average is None or average < 60 else 5 if average < 80 else 10 if average < 100 else 15
        share = total - fee + (fee * percent + 50) // 100
        lecture.run.settled = True
        self.pay(lecture.teacher, share)
        self.pay(self.owner, total - share)

    def reclaim(self, who, number, now):
        lecture = self.lecture(number)
        need(not lecture.run.settled, "settled already")
        need(who not in lecture.run.bought or lecture.run.bought[who] is not None, "reclaimed already")
        need(who in lecture.run.bought, "not a student of this run")
        need(now >= lecture.run.bought[who] + PERIOD, "too early to reclaim")
        lecture.run.bought[who] = None
        lecture.run.rated.pop(who, None)
        self.pay(who, lecture.run.cost * KLAY)

    def withdraw_to(self, who, recipient):
        need(self.credits.get(who, 0), "nothing to withdraw")
        need(recipient not in self.refusers, "payment refused")
        self.paid[recipient] = self.paid.get(recipient, 0) + self.credits.pop(who)

    def transfer(self, who, new):
        need(who == self.owner, "not the owner")
        self.pending = None if new == who else new

    def accept(self, who):
        need(who == self.pending, "not the pending owner")
        self.owner, self.pending = who, None

    def escrow(self, lecture):
        if lecture.run.settled:
            return 0
        return sum(1 for time in lecture.run.bought.values() if time is not None) * lecture.run.cost * KLAY

    def owed(self):
        return sum(map(self.escrow, self.lectures)) + sum(self.credits.values())


class History:
    """One random history, played on both."""

    def __init__(self, seed, world, market, refuser):
        self.random = random.Random(seed)
        self.world = world
        self.market = market
        self.refuser = refuser
        self.people = [*world.accounts[:6], refuser.address]
        self.model = Model(world.accounts[0], {refuser.address, market.address})
        self.base = {person: world.balance(person) for person in self.people}
        self.spent = dict.fromkeys(self.people, 0)
        self.done = {}

    def step(self):
        pick = self.random.choice
        who = pick(self.people)
        lectures = self.model.lectures
        # Mostly one that exists, at times one beyond.
        number = self.random.randrange(len(lectures) + (self.random.random() < 0.1)) if lectures else 0
        now = self.world.now
        action = self.random.choices(
            [
                "create",
                "purchase",
                "evaluate",
                "settle",
                "recreate",
                "reclaim",
                "withdraw",
                "transfer",
                "accept",
                "wait",
            ],
            [3, 12, 9, 3, 4, 4, 2, 1, 1, 3],
        )[0]
        cost = pick([1, 2, 3, 7, 10, 10**10, 0, 10**10 + 1, 2**256 - 1])
        if action == "create":
            cost = pick([1, 2, 3, 7, cost])
            self.both(who, lambda: self.model.create(who, cost), "createLecture", cost)
        elif action == "purchase":
            who, number = self.aim(who, number, lambda lecture, person: person not in lecture.run.bought)
            due = lectures[number].run.cost * KLAY if number < len(lectures) else KLAY
            value = pick([due, due, due, due, due + 1, due - 1, 0])
            value = min(value, 100 * KLAY)
            self.both(who, lambda: self.model.purchase(who, number, value, now), "purchaseLecture", number, value=value)
        elif action == "evaluate":
            who, number = self.aim(
                who, number, lambda lecture, person: lecture.run.bought.get(person) and person not in lecture.run.rated
            )
            level = pick([0, 59, 60, 79, 80, 99, 100])
            scores = tuple(min(100, level + self.random.randrange(-1, 3)) if level else 0 for _ in range(5))
            if self.random.random() < 0.1:
                scores = (*scores[:4], pick([101, 2**42, 2**256 - 1]))
            if who != self.refuser.address:
                self.both(who, lambda: self.model.evaluate(who, number, scores), "evaluateLecture", number, *scores)
        elif action == "settle":
            who = pick([self.model.owner] * 4 + [who])
            self.both(who, lambda: self.model.settle(who, number), "acceptAdmin", number)
        elif action == "recreate":
            settled = [index for index, lecture in enumerate(lectures) if lecture.run.settled]
            number = pick(settled) if settled and self.random.random() < 0.7 else number
            who = lectures[number].teacher if number < len(lectures) and self.random.random() < 0.8 else who
            cost = pick([1, 2, 3, cost])
            self.both(who, lambda: self.model.recreate(who, number, cost), "recreateLecture", number, cost)
        elif action == "reclaim":
            who, number = self.aim(who, number, lambda lecture, person: lecture.run.bought.get(person))
            self.both(who, lambda: self.model.reclaim(who, number, now), "reclaimPayment", number)
        elif action == "withdraw":
            who = pick([who, self.refuser.address])
            recipient = pick([*self.people, self.market.address])
            self.both(who, lambda: self.model.withdraw_to(who, recipient), "withdrawTo", recipient)
        elif action == "transfer":
            who, new = pick([self.model.owner, who]), pick(self.people)
            if who != self.refuser.address:
                self.both(who, lambda: self.model.transfer(who, new), "transferOwnership", new)
        elif action == "accept":
            who = pick([self.model.pending or who, who])
            self.both(who, lambda: self.model.accept(who), "acceptOwnership")
        else:
            self.world.wait(pick([1, 60, PERIOD // 3, PERIOD, PERIOD + 1]))

    def aim(self, who, number, fits):
        """Most of the time somebody for whom the action can succeed."""
        if self.random.random() < 0.75:
            options = [
                (person, index)
                for index, lecture in enumerate(self.model.lectures)
                for person in self.people
                if not lecture.run.settled and person != lecture.teacher and fits(lecture, person)
            ]
            if options:
                return self.random.choice(options)
        return who, number

    def both(self, who, model, name, *arguments, value=0):
        wanted = None
        try:
            model()
        except No as no:
            wanted = str(no)
        actual = None
        try:
            if who == self.refuser.address:
                # Its keeper pays for it, and lends it what a purchase costs.
                receipt = getattr(self.refuser, name)(*arguments, sender=self.world.accounts[9], value=value)
            else:
                receipt = getattr(self.market, name)(*arguments, sender=who, value=value)
                self.spent[who] += receipt.fee + value
        except Refused as refused:
            actual = refused.reason
        if wanted != actual:
            raise AssertionError(f"{name}{arguments} by {who.hex()[:8]}: {actual!r} instead of {wanted!r}")
        key = name, wanted
        self.done[key] = self.done.get(key, 0) + 1

    def check(self, test):
        test.assertEqual(self.world.balance(self.market.address), self.model.owed(), "what is held is what is owed")
        for person in self.people:
            test.assertEqual(
                self.world.balance(person),
                self.base[person] - self.spent[person] + self.model.paid.get(person, 0),
                "nobody gets more or less than is due",
            )

    def check_views(self, test):
        market, model = self.market, self.model
        test.assertEqual(market.lectureCount(), len(model.lectures))
        test.assertEqual((market.owner(), market.pendingOwner()), (model.owner, model.pending or bytes(20)))
        for person in self.people:
            test.assertEqual(market.creditOf(person), model.credits.get(person, 0))
        for number, lecture in enumerate(model.lectures):
            record = market.getLecture(number)
            test.assertEqual(record.teacher, lecture.teacher)
            test.assertEqual((record.run, record.isOpen), (len(lecture.runs) - 1, not lecture.run.settled))
            test.assertEqual((record.lectureCost, record.totalLectureCost), (lecture.run.cost, model.escrow(lecture)))
            sums = tuple(map(sum, zip(*lecture.ratings, strict=True))) or (0,) * 5
            test.assertEqual(market.getLectureEvaluationPoint(number), (len(lecture.ratings), *sums))
            if lecture.ratings:
                test.assertEqual(market.calculateEvaluationAveragePoint(number), model.average(lecture))
            for index, run in enumerate(lecture.runs):
                for person in self.people:
                    purchase = market.getPurchase(number, index, person)
                    test.assertEqual(purchase.purchased, person in run.bought)
                    test.assertEqual(purchase.purchasedAt, run.bought.get(person) or 0)
                    test.assertEqual(purchase.reclaimed, run.bought.get(person, 0) is None)
                    test.assertEqual(purchase.rated, person in run.rated)

    def clear(self, test):
        """However it stands, all the money can get out: settlements first, then credits."""
        for number, lecture in enumerate(self.model.lectures):
            if not lecture.run.settled:
                owner = self.model.owner
                self.both(owner, lambda: self.model.settle(owner, number), "acceptAdmin", number)
        for person in list(self.model.credits):
            recipient = self.world.accounts[1]
            self.both(person, lambda: self.model.withdraw_to(person, recipient), "withdrawTo", recipient)
        test.assertEqual(self.world.balance(self.market.address), 0)


class Money(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World("london")
        cls.market = cls.world.deploy(market_artifact())
        cls.refuser = cls.world.deploy(
            stand_in("RefusingTeacher"), "0x" + cls.market.address.hex(), 1, sender=cls.world.accounts[9]
        )

    def test_random_histories(self):
        seen = {}
        for seed in SEEDS:
            with self.subTest(seed=seed):
                snapshot = self.world.snapshot()
                history = History(seed, self.world, self.market, self.refuser)
                for _ in range(STEPS):
                    history.step()
                    history.check(self)
                history.check_views(self)
                history.clear(self)
                history.check(self)
                self.world.revert(snapshot)
                for key, count in history.done.items():
                    seen[key] = seen.get(key, 0) + count
        if len(SEEDS) > 1:
            # A history that only fails proves nothing.
            for name in (
                "createLecture",
                "purchaseLecture",
                "evaluateLecture",
                "acceptAdmin",
                "recreateLecture",
                "reclaimPayment",
                "withdrawTo",
                "transferOwnership",
                "acceptOwnership",
            ):
                self.assertGreater(seen.get((name, None), 0), 0, f"{name} never succeeded: {seen}")


if __name__ == "__main__":
    unittest.main()
