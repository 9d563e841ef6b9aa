"""Random courses of all calls, with honest and strange tokens, beside the model; and what must hold whatever is called.

EXCHANGE_COURSES sets the number of courses, EXCHANGE_FIRST the first one's: a course that failed is repeated alone.
"""

import os
import unittest
from collections import Counter

from exchange_arena import ANSWERS, MANNERS, OTHER_CHAIN, Arena, Author
from exchange_model import ZERO

STEPS = 10
COURSES = int(os.environ.get("EXCHANGE_COURSES", 25))
FIRST = int(os.environ.get("EXCHANGE_FIRST", 0))
SINGLE = {
    "batchFillOrders": "fillOrder",
    "batchFillOrKillOrders": "fillOrKillOrder",
    "batchCancelOrders": "cancelOrder",
}


class Courses(Arena):
    def test_every_call_does_what_the_model_does(self):
        done = Counter()
        for seed in range(FIRST, FIRST + COURSES):
            with self.subTest(course=seed):
                snapshot, start = self.machine.state.snapshot(), (self.machine.now, self.machine.chain_id)
                try:
                    self.course(seed, done)
                finally:
                    self.machine.state.revert(snapshot)
                    self.machine.now, self.machine.chain_id = start
        if COURSES >= 25:
            for name in ("LogFill", "LogCancel", "LogError", "LimitOrderFilled", "OrderCancelled", "CalledBack", "batches"):
                self.assertGreater(done[name], 2, done)
        if os.environ.get("EXCHANGE_COURSES"):
            print(f"\n{COURSES} courses: {dict(sorted(done.items()))}")

    def course(self, seed: int, done: Counter):
        model = self.modelled()
        author = Author(self, model, seed)
        self.endow(model, author.random, author.bits + 2)
        if author.random.random() < 0.5:
            self.register(model, author.random.sample(self.people + self.odd, 4))
        self.orders = {}
        for chain in (OTHER_CHAIN, model.chain_id):
            model.chain_id = chain
            for address in author.ones:
                hashed = model.contracts[address].getOrderHash
                self.orders |= {(address, hashed(None, *order)): order for _, order, _ in author.orders_one}
            for address in author.fours:
                hashed = model.contracts[address].getLimitOrderHash
                self.orders |= {(address, hashed(None, order)): order for _, order, _ in author.orders_four}
        for _ in range(STEPS):
            self.change(model, author)
            call = author.call()
            self.step(model, author, call, done)

    def change(self, model, author):
        """Something around the exchanges: a token's ways, an allowance, the time, the chain."""
        random, chance = author.random, author.random.random()
        if chance < 0.3:
            manner = random.choice(MANNERS + ["call back"] * 4)
            answers = random.choice(["honestly"] * 10 + ANSWERS)
            calls = []
            for _ in range(random.randrange(1, 5) if manner == "call back" else 0):
                _, *call = author.call()
                calls.append(tuple(call))
            calls = [each for each in calls if len(self.interfaces[each[0]].data(*each[1:])) <= 4096]
            index = random.choice((1, 1, 1, 2, 7))
            self.behave(model, random.choice(self.odd), manner, answers, index, calls)
        elif chance < 0.4:
            spender = random.choice([self.proxy.address, *author.fours])
            self.set(model, "allowance", author.random.choice(author.tokens), author.someone(), spender, author.amount())
        elif chance < 0.5:
            model.now += random.choice((1, 5, 20))
            self.machine.now = model.now
        elif chance < 0.53:
            model.chain_id = self.machine.chain_id = random.choice((OTHER_CHAIN, self.start[1]))

    def step(self, model, author, call, done):
        sender, target, name, *arguments = call
        singles = self.singles(call) if name in SINGLE else None
        before = {kind: dict(values) for kind, values in model.state.items()}
        wanted = self.expected(model, *call)
        got = self.did(*call)
        self.assertEqual(got, wanted, (name, arguments))
        self.assert_storage(model)
        if singles is not None:
            self.assertEqual((got[0], got[2]), singles, "a batch is not its single calls")
        for _, event, *_ in got[2]:
            done[event] += 1
        done[got[0]] += 1
        done["batches"] += got[0] == "done" and name.startswith("batch") and bool(got[2])
        self.assert_invariants(model, sender, before, got[2])
        view = author.view()
        if view[1] != "getLimitOrderRelevantState" or model.told(view[2][0], "balance", view[2][5]) is not None:
            self.assertEqual(self.did(sender, *view), self.expected(model, sender, *view), view[1])

    def singles(self, call) -> tuple:
        """What the single calls of a batch of version 1 do, one after the other."""
        sender, target, name, *arguments = call
        snapshot, events = self.machine.state.snapshot(), []
        try:
            for i in range(len(arguments[0])):
                each = [argument[i] if isinstance(argument, list) else argument for argument in arguments]
                outcome, _, logs = self.did(sender, target, SINGLE[name], *each)
                if outcome == "refused":
                    return outcome, []
                events += logs
            return "done", events
        except IndexError:
            return "refused", []
        finally:
            self.machine.state.revert(snapshot)

    # ------------------------------------------------------------ invariants

    def assert_invariants(self, model, sender: bytes, before: dict, events: list):
        read = self.machine.storage
        makers = set()
        for address, event, *fields in events:
            if event == "LogFill":
                makers.add(self.assert_fill_one(address, fields, model.now))
            elif event == "LimitOrderFilled":
                makers.add(self.assert_fill_four(address, fields, model.now, before))
        for (address, hash), order in self.orders.items():
            if address in {each.address for each in self.ones}:
                words = [read(address, slot, hash) for slot in (1, 2)]
                self.assertLessEqual(sum(words), order[1][1])
                for word, kind in zip(words, ("filled", "cancelled"), strict=True):
                    self.assertGreaterEqual(word, before[kind].get((address, hash), 0))
            else:
                word, old = read(address, 1, hash), before["word"].get((address, hash), 0)
                self.assertLessEqual(word % 2**128, order[3])
                self.assertTrue(word % 2**128 >= old % 2**128 and word >> 255 >= old >> 255)
        for key, old in before["salt"].items():
            self.assertGreaterEqual(read(key[0], 2, *key[1:]), old)
        # Honest tokens: none is made or lost, none stays here, and only caller and makers give any away.
        contracts = [self.proxy.address, *(each.address for each in self.ones + self.fours)]
        for token in self.plain:
            holders = {key[1] for key in model.state["balance"] if key[0] == token}
            was = sum(before["balance"].get((token, each), 0) for each in holders)
            self.assertEqual(sum(read(token, 1, each) for each in holders), was)
            self.assertEqual([read(token, 1, each) for each in contracts], [0] * len(contracts))
            for holder in holders:
                if read(token, 1, holder) < before["balance"].get((token, holder), 0):
                    self.assertIn(holder, makers | {sender, *self.odd})

    def assert_fill_one(self, address: bytes, fields: list, now: int) -> bytes:
        maker, taker, _, _, _, got, given, paid, taken, _, hash = fields
        (_, only, *_), (maker_total, taker_total, maker_fee, taker_fee, expiration, _) = self.orders[address, hash]
        lost = given * maker_total - got * taker_total
        self.assertTrue(0 <= lost < taker_total)
        self.assertLess(lost * 10**6, 1001 * given * maker_total)
        for fee, part in ((maker_fee, paid), (taker_fee, taken)):
            self.assertIn(part, (0, given * fee // taker_total))
        self.assertLess(now, expiration)
        self.assertIn(only, (ZERO, taker))
        return maker

    def assert_fill_four(self, address: bytes, fields: list, now: int, before: dict) -> bytes:
        hash, maker, taker, _, _, _, given, got, fee, *_ = fields
        order = self.orders[address, hash]
        _, _, maker_total, taker_total, fee_total, _, only, sender, _, _, expiry, salt = order
        self.assertTrue(0 <= given * maker_total - got * taker_total < taker_total)
        self.assertEqual(fee, given * fee_total // taker_total)
        self.assertLess(now, expiry)
        self.assertTrue(only in (ZERO, taker) and sender in (ZERO, taker))
        self.assertEqual(before["word"].get((address, hash), 0) >> 255, 0)
        self.assertGreaterEqual(salt, before["salt"].get((address, maker, *order[:2]), 0))
        return maker


if __name__ == "__main__":
    unittest.main()
