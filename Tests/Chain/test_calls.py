"""Calls, estimates, and how their failures are told."""

import unittest

from chain_accounts import account
from node_test import ANSWER, INVALID, REASON, REVERT_EMPTY, STORE_AND_LOG, NodeTest, revert_with


class CallsAndEstimates(NodeTest):
    PANIC = bytes.fromhex("4e487b71") + (0x11).to_bytes(32, "big")
    CUSTOM = bytes.fromhex("deadbeef") + (7).to_bytes(32, "big")

    def test_a_call_reads_and_leaves_no_trace(self):
        answer, store = self.deploy(ANSWER), self.deploy(STORE_AND_LOG)
        self.assertEqual(int(self.rpc("eth_call", {"to": answer}, "latest"), 16), 42)
        self.assertEqual(self.rpc("eth_call", {"to": store, "input": "0x" + "07".rjust(64, "0")}, "latest"), "0x")
        self.assertEqual(int(self.rpc("eth_getStorageAt", store, "0x0", "latest"), 16), 0)
        self.assertEqual(self.rpc("eth_call", {"to": "0x" + "11" * 20, "data": "0x1234"}, "latest"), "0x")

    def test_reverts_are_told_with_code_3_and_their_data(self):
        for data, message in (
            (REASON, "execution reverted: nope"),
            (self.PANIC, "execution reverted: arithmetic underflow or overflow"),
            (self.CUSTOM, "execution reverted"),
        ):
            contract = self.deploy(revert_with(data))
            for method in ("eth_call", "eth_estimateGas"):
                self.assertEqual(
                    self.rpc.error(method, {"to": contract}),
                    {"code": 3, "message": message, "data": "0x" + data.hex()},
                )

    def test_a_revert_without_data_and_the_invalid_opcode(self):
        for runtime, message in ((REVERT_EMPTY, "execution reverted"), (INVALID, "invalid opcode: INVALID")):
            contract = self.deploy(runtime)
            for method in ("eth_call", "eth_estimateGas"):
                self.assertEqual(self.rpc.error(method, {"to": contract}), {"code": -32000, "message": message})

    def test_an_estimate_suffices_and_little_less_does_not(self):
        store = self.deploy(STORE_AND_LOG)
        word = "0x" + "07".rjust(64, "0")
        gas = int(self.rpc("eth_estimateGas", {"from": account(0).address, "to": store, "input": word}), 16)
        receipt = self.rpc("eth_getTransactionReceipt", self.send(to=store, value=0, data=word, gas=gas))
        self.assertEqual(receipt["status"], "0x1")
        self.assertLess(gas - int(receipt["gasUsed"], 16), gas * 0.02)
        receipt = self.rpc("eth_getTransactionReceipt", self.send(to=store, value=0, data=word[:-1] + "8", gas=24_000))
        self.assertEqual(receipt["status"], "0x0")
        self.assertEqual(receipt["gasUsed"], hex(24_000))

    def test_an_estimate_for_a_transfer_is_exact(self):
        self.assertEqual(
            self.rpc("eth_estimateGas", {"from": account(0).address, "to": account(1).address, "value": "0x1"}),
            "0x5208",
        )

    def test_too_little_money_is_told_before_anything_runs(self):
        poor = "0x" + "22" * 20
        self.assertIn(
            "insufficient funds for gas * price + value",
            self.rpc.error("eth_call", {"from": poor, "to": account(1).address, "value": "0x1"}, "latest")["message"],
        )
        self.assertEqual(
            self.rpc.error("eth_estimateGas", {"from": poor, "to": account(1).address, "value": "0x1"})["message"],
            "insufficient funds for transfer",
        )
        self.assertIn(
            "gas required exceeds allowance",
            self.rpc.error("eth_estimateGas", {"from": poor, "to": account(1).address, "gasPrice": hex(10**10)})[
                "message"
            ],
        )

    def test_calls_read_earlier_blocks(self):
        store = self.deploy(STORE_AND_LOG)
        before = self.rpc("eth_blockNumber")
        self.send(to=store, value=0, data="0x" + "07".rjust(64, "0"), gas=100_000)
        self.assertEqual(int(self.rpc("eth_getStorageAt", store, "0x0", before), 16), 0)
        self.assertEqual(int(self.rpc("eth_getStorageAt", store, "0x0", "latest"), 16), 7)
        block_hash = self.rpc("eth_getBlockByNumber", before, False)["hash"]
        self.assertEqual(int(self.rpc("eth_getStorageAt", store, "0x" + "0" * 64, {"blockHash": block_hash}), 16), 0)
        self.assertEqual(self.rpc("eth_getCode", store, "earliest"), "0x")
        self.assertEqual(self.rpc.error("eth_getCode", store, "0xffff")["message"], "header not found")

    def test_both_names_of_the_calldata_must_agree(self):
        error = self.rpc.error("eth_call", {"to": account(1).address, "data": "0x01", "input": "0x02"}, "latest")
        self.assertEqual(error["code"], -32602)


if __name__ == "__main__":
    unittest.main()
