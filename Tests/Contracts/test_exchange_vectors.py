"""The exchanges answer the vectors of the 0x protocol: hashes, signatures, selectors, topics, rounding, scenarios."""

import unittest

from eth_utils import keccak
from exchange_test import ExchangeTest, OrderV1, artifact, vectors
from names import ERRORS
from world import Contract, World, signature


def raw(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


def signed(fields: dict) -> tuple:
    return fields["v"], raw(fields["r"]), raw(fields["s"])


def at(world: World, name: str, address: str, code: bytes) -> Contract:
    """The code of a contract at an address of a vector, for calls."""
    machine = world.chain.vm

    def placed(header):
        vm = machine(header)
        vm.state.set_code(raw(address), code)
        return vm

    world.chain.vm = placed
    return Contract(world, raw(address), artifact(name)["abi"])


def order_v1(fields: dict) -> tuple:
    names = ("maker", "taker", "makerTokenAddress", "takerTokenAddress", "feeRecipient")
    amounts = ("makerTokenAmount", "takerTokenAmount", "makerFee", "takerFee", "expirationUnixTimestampSec", "salt")
    return tuple(raw(fields[name]) for name in names), tuple(int(fields[name]) for name in amounts)


def order_v4(fields: dict) -> tuple:
    numbers = ("makerAmount", "takerAmount", "takerTokenFeeAmount", "expiry", "salt")
    names = [each["name"] for each in artifact_order()["components"]]
    return tuple(int(fields[name]) if name in numbers else raw(fields[name]) for name in names)


def artifact_order() -> dict:
    return next(each for each in artifact("NativeOrders")["abi"] if each.get("name") == "getLimitOrderHash")["inputs"][0]


class Version1(ExchangeTest):
    def test_hashes_signatures_and_calls_of_orders(self):
        code = self.world.chain.state().get_code(self.exchange.address)
        for vector in vectors()["v1"]["orders"]:
            exchange = at(
                World("london"), "ExchangeV1", vector["order"]["exchangeContractAddress"], code
            )
            order = order_v1(vector["order"])
            self.assertEqual(exchange.getOrderHash(*order), raw(vector["orderHash"]), vector["name"])
            if "ecSignature" in vector:
                proof = signed(vector["ecSignature"])
                self.assertTrue(exchange.isValidSignature(order[0][0], raw(vector["orderHash"]), *proof))
                self.assertFalse(exchange.isValidSignature(bytes(20), raw(vector["orderHash"]), *proof))
            if "callData" in vector:
                self.assertIn(exchange.data("getOrderHash", *order).hex(), str(vector["callData"]))

    def test_signatures(self):
        messages = [each for each in vectors()["v1"]["signatures"] if "eth_sign" in each["scheme"]]
        self.assertTrue(messages)
        for each in messages:
            arguments = (raw(each["address"]), raw(each["hash"]), *signed(each))
            self.assertTrue(self.exchange.isValidSignature(*arguments))
            self.assertFalse(self.exchange.isValidSignature(self.stranger, *arguments[1:]))

    def test_rounding_and_partial_amounts(self):
        for each in vectors()["v1"]["roundingAndPartialAmounts"]:
            numbers = each["numerator"], each["denominator"], each["target"]
            self.assertEqual(self.exchange.isRoundingError(*numbers), each["isRoundingError"])
            self.assertEqual(self.exchange.getPartialAmount(*numbers), each["partialAmount"])

    def test_scenarios(self):
        for scenario in vectors()["v1"]["scenarios"]:
            (*_,), values = order_v1(scenario["order"])
            order = OrderV1(self.maker, bytes(20), self.base.address, self.quote.address, self.relay, *values)
            snapshot = self.world.snapshot()
            for step in scenario["steps"]:
                with self.subTest(scenario["name"], step=step):
                    if "now" in step:
                        self.world.jump = step["now"] - self.world.chain.head.header.timestamp
                    # The time of a step may be that of the block before it, which no chain has twice.
                    if "now" in step and self.world.jump < 1:
                        self.world.revert(snapshot)
                        snapshot = self.world.snapshot()
                        self.world.jump = step["now"] - self.world.chain.head.header.timestamp
                    act = self.fill if step["do"] == "fill" else self.cancel
                    (event,) = act(order, step["amount"]).events
                    self.assert_step(step, event, order)
            self.world.revert(snapshot)

    def assert_step(self, step, event, order):
        if event.event == "LogError":
            self.assertTrue(step["result"].startswith(f"LogError({event.errorId})"), step)
            return
        self.assertEqual(event.event, step["result"])
        fields = ("filled", "cancelled") if event.event == "LogFill" else ("cancelled",)
        word = fields[0]
        self.assertEqual(getattr(event, f"{word}TakerTokenAmount"), step[f"{word}Taker"])
        self.assertEqual(getattr(event, f"{word}MakerTokenAmount"), step[f"{word}Maker"])
        if event.event == "LogFill":
            self.assertEqual((event.paidMakerFee, event.paidTakerFee), (step["paidMakerFee"], step["paidTakerFee"]))
        self.assertEqual(self.exchange.filled(event.orderHash), step["filled"])
        self.assertEqual(self.exchange.cancelled(event.orderHash), step["cancelled"])

    def test_the_topic_of_a_pair(self):
        example = vectors()["v1"]["pairTopicExample"]
        self.assertEqual(keccak(raw(example["makerToken"]) + raw(example["takerToken"])), raw(example["topic"]))
        (event,) = self.fill(self.order(), 30).events
        self.assertEqual(event.tokens, keccak(self.base.address + self.quote.address))


class Version4(unittest.TestCase):
    def orders(self):
        four = vectors()["v4"]
        return [each for each in four["orders"] + four["mainnetSignedOrders"] if "expiry" in each["order"]]

    def test_hashes_and_signatures_of_limit_orders(self):
        code, checked = raw(artifact("NativeOrders")["deployedBytecode"]), 0
        for vector in self.orders():
            fields = vector["order"]
            if "takerTokenFeeAmount" not in fields:
                continue
            world = World("london", chain_id=fields["chainId"])
            native = at(world, "NativeOrders", fields["verifyingContract"], code)
            order = order_v4(fields)
            self.assertEqual(native.getLimitOrderHash(order), raw(vector["orderHash"]))
            self.assertEqual(native.getLimitOrderInfo(order).orderHash, raw(vector["orderHash"]))
            proofs = [(fields, vector[kind]) for kind in ("signature", "ethSign", "eip712") if kind in vector]
            for each in vector.get("signatures", []):
                other = dict(fields, maker=each["makerReplacedBy"])
                proofs += [(other, each[kind]) for kind in ("ethSign", "eip712") if kind in each]
            for signed_fields, proof in proofs:
                if int(fields["expiry"]) > world.now:
                    continue  # a fillable one asks its token, which is not there
                state = native.getLimitOrderRelevantState(
                    order_v4(signed_fields), (proof["signatureType"], *signed(proof))
                )
                self.assertTrue(state[2], vector)
                checked += 1
        self.assertGreaterEqual(checked, 13)


class Interface(unittest.TestCase):
    def entries(self, kind: str, *contracts) -> dict:
        return {
            signature(each): each for name in contracts for each in artifact(name)["abi"] if each["type"] == kind
        }

    def test_every_function_and_event_of_version_1_is_there(self):
        one = vectors()["v1"]
        functions = self.entries("function", "ExchangeV1", "TokenTransferProxy")
        self.assertLessEqual(set(one["selectors"]), set(functions))
        self.assertEqual(set(one["topics"]), set(self.entries("event", "ExchangeV1", "TokenTransferProxy")))
        for text, wanted in one["selectors"].items() | one["topics"].items():
            self.assertEqual(keccak(text=text)[: len(raw(wanted))], raw(wanted))

    def test_the_part_of_version_4_is_there_and_tells_itself(self):
        four = vectors()["v4"]
        functions = self.entries("function", "NativeOrders")
        self.assertLessEqual({each for each in four["selectors"] if "LimitOrder" in each}, set(functions))
        self.assertLessEqual(set(self.entries("event", "NativeOrders")), set(four["topics"]))
        world = World("london")
        native = world.deploy(artifact("NativeOrders"))
        for text in functions:
            self.assertEqual(native.getFunctionImplementation(keccak(text=text)[:4]), native.address, text)
        self.assertEqual(native.getFunctionImplementation(bytes(4)), bytes(20))

    def test_every_error_of_the_artifact_is_the_originals(self):
        errors = set(self.entries("error", "NativeOrders"))
        self.assertEqual(len(errors), len(ERRORS["NativeOrders"]))
        theirs = vectors()["v4"]["revertSelectors"]
        self.assertLessEqual(errors, set(theirs) | {"OnlyCallableBySelfError(address)"})
        self.assertEqual(keccak(text="OnlyCallableBySelfError(address)")[:4].hex(), "f0ec779b")

    def test_the_tokens_and_the_registry(self):
        functions = self.entries("function", "CampusToken", "WrappedCoin")
        self.assertLessEqual(set(vectors()["erc20"]["selectors"]), set(functions))
        registry = {keccak(text=each)[:4].hex() for each in self.entries("function", "TokenRegistry")}
        wanted = "a880319d 13baf1e6 c370c86d f036417f eef05f65 56318820 3550b6d9 2fbfeba9 7abccac9 e73fc0c3 efa74f1f"
        self.assertLessEqual(set(wanted.split()) | {"ee8c24b8", "e4860339", "e5df8b84"}, registry)
        topics = {keccak(text=each).hex() for each in self.entries("event", "TokenRegistry")}
        self.assertIn("d8d928b0b50ca11d9dc273236b46f3526515b03602f71f3a6af4f45bd9fa9144", topics)


if __name__ == "__main__":
    unittest.main()
