"""The ways of other nodes on demand, other rules, and web3.py all the way through."""

import contextlib
import io
import json
import time
import unittest

import smoke
from chain_accounts import account
from harness import Node
from node_test import REASON, RPC, NodeTest, revert_with
from web3 import Web3


class StrangeWays(NodeTest):
    """What other nodes do, on demand."""

    OPTIONS = ("--max-log-range", "10", "--max-batch", "3", "--shuffle-batches")

    def test_long_ranges_of_logs_are_refused(self):
        rpc = self.rpc
        rpc("evm_mineBlocks", 20)
        error = rpc.error("eth_getLogs", {"fromBlock": "0x0", "toBlock": "latest"})
        self.assertEqual(error["code"], -32005)
        self.assertIn("query returned more than", error["message"])
        self.assertEqual(rpc("eth_getLogs", {"fromBlock": "0x1", "toBlock": "0xa"}), [])
        self.assertEqual(rpc.error("eth_getLogs", {"fromBlock": "0x1", "toBlock": "0xb"})["code"], -32005)

    def test_batches_are_bounded_and_shuffled(self):
        rpc = self.rpc
        one = {"jsonrpc": "2.0", "method": "eth_chainId", "params": []}
        replies = json.loads(rpc.post(json.dumps([{**one, "id": index} for index in range(3)]).encode())[1])
        self.assertEqual([reply["id"] for reply in replies], [2, 1, 0])
        reply = json.loads(rpc.post(json.dumps([{**one, "id": index} for index in range(4)]).encode())[1])
        self.assertEqual(reply["error"]["message"], "batch too large")

    def test_reverts_are_told_in_each_of_the_ways(self):
        data = "0x" + REASON.hex()
        contract = self.deploy(revert_with(REASON))
        self.addCleanup(self.rpc, "evm_setOption", "reverts", "geth")
        for manner, expected in (
            ("result", (200, {"result": "0x"})),
            ("message", (200, {"error": {"code": -32000, "message": "execution reverted"}})),
            ("http", (500, {"error": {"code": -32000, "message": "execution reverted: nope", "data": data}})),
            (
                "parity",
                (200, {"error": {"code": -32015, "message": "VM execution error.", "data": "Reverted " + data}}),
            ),
            (
                "nested",
                (
                    200,
                    {
                        "error": {
                            "code": -32000,
                            "message": "execution reverted: nope",
                            "data": {"message": "execution reverted: nope", "data": data},
                        }
                    },
                ),
            ),
        ):
            with self.subTest(manner=manner):
                self.rpc("evm_setOption", "reverts", manner)
                call = {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": [{"to": contract}, "latest"]}
                status, body = self.rpc.post(json.dumps(call).encode())
                self.assertEqual((status, json.loads(body)), (expected[0], {"jsonrpc": "2.0", "id": 1, **expected[1]}))

    def test_an_answer_can_be_late(self):
        self.rpc("evm_setOption", "delay", 0.5)
        self.addCleanup(self.rpc, "evm_setOption", "delay", 0)
        started = time.monotonic()
        self.rpc("eth_chainId")
        self.assertGreater(time.monotonic() - started, 0.5)

    def test_an_unknown_option_is_refused(self):
        self.assertEqual(self.rpc.error("evm_setOption", "nope", 1)["code"], -32602)


class OtherChains(unittest.TestCase):
    def started(self, *options):
        node = Node(*options)
        self.addCleanup(node.stop)
        rpc = RPC(node.url)
        self.addCleanup(rpc.connection.close)
        return rpc

    def test_blocks_come_by_the_clock(self):
        rpc = self.started("--block-time", "0.2")
        sent = rpc("eth_sendTransaction", {"from": account(0).address, "to": account(1).address, "value": "0x1"})
        for _ in range(3000):
            # Blocks come without a transaction, too.
            if rpc("eth_getTransactionReceipt", sent) and int(rpc("eth_blockNumber"), 16) > 2:
                return
            time.sleep(0.1)
        self.fail("not mined")

    def test_old_rules_have_no_base_fee_and_no_new_types(self):
        rpc = self.started("--fork", "istanbul")
        self.assertNotIn("baseFeePerGas", rpc("eth_getBlockByNumber", "latest", False))
        self.assertEqual(rpc.error("eth_feeHistory", "0x1", "latest", [])["code"], -32601)
        self.assertEqual(rpc.error("eth_maxPriorityFeePerGas")["code"], -32601)
        self.assertEqual(rpc.error("eth_sendRawTransaction", "0x02c0")["message"], "transaction type not supported")
        sent = rpc("eth_sendTransaction", {"from": account(0).address, "to": account(1).address, "value": "0x1"})
        self.assertEqual(rpc("eth_getTransactionReceipt", sent)["status"], "0x1")


class ForksAndWeb3(unittest.TestCase):
    def test_web3_deploys_buys_rates_and_settles_on_each_fork(self):

        for fork in ("london", "shanghai", "prague"):
            with self.subTest(fork=fork), Node("--fork", fork) as node:
                with contextlib.redirect_stdout(io.StringIO()) as output:
                    smoke.run(Web3(Web3.HTTPProvider(node.url)))
                self.assertIn("average 78", output.getvalue())


if __name__ == "__main__":
    unittest.main()
