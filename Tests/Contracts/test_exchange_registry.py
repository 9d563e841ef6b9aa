"""Random courses of the registry's calls beside a model: names and symbols stay unique, and lead to their token."""

import unittest

from exchange_test import ZERO, ExchangeTest, artifact, generator
from machine import Interface, Machine

COURSES, STEPS = 3, 40
FIELDS = {"setTokenName": 1, "setTokenSymbol": 2, "setTokenIpfsHash": 4, "setTokenSwarmHash": 5}
TAKEN = {1: "name is taken", 2: "symbol is taken"}
EVENTS = {
    "addToken": "LogAddToken",
    "removeToken": "LogRemoveToken",
    "setTokenName": "LogTokenNameChange",
    "setTokenSymbol": "LogTokenSymbolChange",
    "setTokenIpfsHash": "LogTokenIpfsHashChange",
    "setTokenSwarmHash": "LogTokenSwarmHashChange",
}
NOTHING = (ZERO, "", "", 0, b"", b"")


class Book:
    """The registry's rules: records in the order of its list, or the reason of a refusal."""

    def __init__(self, owner: bytes):
        self.owner, self.records = owner, []

    def find(self, place: int, value) -> tuple:
        return next((each for each in self.records if each[place] == value), NOTHING)

    def call(self, sender: bytes, name: str, token: bytes, *rest) -> tuple:
        """The fields of the event, or a reason alone."""
        if sender != self.owner:
            return ("not the owner",)
        known = self.find(0, token)
        if name == "addToken":
            return self.add(known, (token, *rest))
        if known == NOTHING:
            return ("no such token",)
        at = self.records.index(known)
        if name == "removeToken":
            if rest[0] != at:
                return ("wrong index",)
            last = self.records.pop()
            if last != known:
                self.records[at] = last
            return known
        place = FIELDS[name]
        if place in TAKEN and self.find(place, rest[0]) != NOTHING:
            return (TAKEN[place],)
        self.records[at] = (*known[:place], rest[0], *known[place + 1 :])
        return token, known[place], rest[0]

    def add(self, known: tuple, record: tuple) -> tuple:
        if known != NOTHING:
            return ("token is there already",)
        if record[0] == ZERO:
            return ("zero address",)
        for place in (2, 1):
            if self.find(place, record[place]) != NOTHING:
                return (TAKEN[place],)
        self.records.append(record)
        return record


class Registry(ExchangeTest):
    def test_every_setter_does_what_the_model_does(self):
        registry, self.abi = self.deploy("TokenRegistry"), Interface(artifact("TokenRegistry")["abi"])
        self.machine, self.address = Machine(self.world), registry.address
        for seed in range(COURSES):
            snapshot = self.machine.state.snapshot()
            random, book = generator(seed), Book(self.owner)
            for _ in range(STEPS):
                call = self.call(random, book)
                with self.subTest(course=seed, call=call):
                    sender, name, *arguments = call
                    ran = self.machine.run(sender, self.address, self.abi.data(name, *arguments))
                    wanted = book.call(*call)
                    if ran.ok:
                        _, topics, data = ran.logs[0]
                        self.assertEqual(self.abi.event(topics, data), (EVENTS[name], *wanted))
                    else:
                        length = int.from_bytes(ran.output[36:68], "big")
                        self.assertEqual((ran.output[68 : 68 + length].decode(),), wanted)
                    self.assert_views(book)
            self.machine.state.revert(snapshot)

    def call(self, random, book: Book) -> tuple:
        sender = self.owner if random.random() < 0.95 else self.stranger
        name = random.choice([*EVENTS, "addToken", "addToken"])
        token = random.choice([ZERO, *(bytes([each]) * 20 for each in range(1, 6))])
        word = random.choice("ABCDEFGH") * random.choice((1, 32))
        if name == "addToken":
            record = random.choice("ABCDEFGH") * random.choice((1, 100)), word, random.randrange(256)
            return sender, name, token, *record, random.randbytes(random.choice((0, 64))), b"swarm"
        if name == "removeToken":
            known = book.find(0, token)
            right = known in book.records and random.random() < 0.8
            return sender, name, token, book.records.index(known) if right else random.randrange(6)
        return sender, name, token, word if FIELDS[name] < 3 else word.encode()

    def read(self, name: str, *arguments):
        return self.abi.output(name, self.machine.run(self.relay, self.address, self.abi.data(name, *arguments)).output)

    def assert_views(self, book: Book):
        self.assertEqual(self.read("getTokenAddresses"), tuple(each[0] for each in book.records))
        for token in (bytes([each]) * 20 for each in range(1, 6)):
            record = book.find(0, token)
            self.assertEqual(self.read("tokens", token), record)
            self.assertEqual(self.read("getTokenMetaData", token), record)
        for letter in "ABCDEFGH":
            for kind, place, size in (("Name", 1, 100), ("Symbol", 2, 32)):
                for text in (letter, letter * size):
                    token = book.find(place, text)[0]
                    self.assertEqual(self.read(f"getTokenAddressBy{kind}", text), token)
        for record in book.records:
            self.assertEqual(self.read("getTokenByName", record[1]), record)
            self.assertEqual(self.read("getTokenBySymbol", record[2]), record)


if __name__ == "__main__":
    unittest.main()
