"""Blocks, logs, fees, and what moves the chain in tests."""

import unittest

import rlp
from chain_accounts import account
from eth_utils import keccak
from node_test import EMPTY_BLOOM, STORE_AND_LOG, NodeTest


class BlocksAndLogs(NodeTest):
    def test_the_hash_of_a_block_is_that_of_its_header(self):
        self.send()
        block = self.rpc("eth_getBlockByNumber", "latest", False)
        integers = ("difficulty", "number", "gasLimit", "gasUsed", "timestamp")
        names = [
            "parentHash",
            "sha3Uncles",
            "miner",
            "stateRoot",
            "transactionsRoot",
            "receiptsRoot",
            "logsBloom",
            "difficulty",
            "number",
            "gasLimit",
            "gasUsed",
            "timestamp",
            "extraData",
            "mixHash",
            "nonce",
            "baseFeePerGas",
            "withdrawalsRoot",
            "blobGasUsed",
            "excessBlobGas",
            "parentBeaconBlockRoot",
            "requestsHash",
        ]
        integers += ("baseFeePerGas", "blobGasUsed", "excessBlobGas")
        fields = [int(block[name], 16) if name in integers else bytes.fromhex(block[name][2:]) for name in names]
        self.assertEqual("0x" + keccak(rlp.encode(fields)).hex(), block["hash"])

    def test_logs_are_in_the_bloom_and_found(self):
        store, other = self.deploy(STORE_AND_LOG), self.deploy(STORE_AND_LOG)
        topics = ["0x" + f"{value:064x}" for value in (7, 8)]
        first = int(self.rpc("eth_blockNumber"), 16) + 1
        for contract in (store, other):
            for topic in topics:
                self.send(to=contract, value=0, data=topic, gas=100_000)
        self.assertNotEqual(self.rpc("eth_getBlockByNumber", "latest", False)["logsBloom"], EMPTY_BLOOM)

        def count(**query):
            return len(self.rpc("eth_getLogs", {"fromBlock": hex(first), "toBlock": "latest", **query}))

        self.assertEqual(count(), 4)
        self.assertEqual(count(address=store), 2)
        self.assertEqual(count(address=[store, other], topics=[topics[0]]), 2)
        self.assertEqual(count(address=store, topics=[topics]), 2)
        self.assertEqual(count(topics=[None]), 4)
        self.assertEqual(count(topics=[None, None]), 0)
        self.assertEqual(count(topics=["0x" + "00" * 32]), 0)
        self.assertEqual(count(fromBlock=hex(first + 3)), 1)
        block = self.rpc("eth_getBlockByNumber", hex(first), False)
        (log,) = self.rpc("eth_getLogs", {"blockHash": block["hash"]})
        self.assertEqual((log["address"], log["topics"], log["logIndex"]), (store, [topics[0]], "0x0"))
        self.assertEqual(self.rpc.error("eth_getLogs", {"fromBlock": "0x5", "toBlock": "0x1"})["code"], -32602)

    def test_the_fee_history_covers_what_is_asked(self):
        for _ in range(3):
            self.send(maxFeePerGas=3 * 10**9, maxPriorityFeePerGas=7)
        history = self.rpc("eth_feeHistory", "0x2", "latest", [0, 50, 100])
        self.assertEqual(history["oldestBlock"], hex(int(self.rpc("eth_blockNumber"), 16) - 1))
        self.assertEqual((len(history["baseFeePerGas"]), len(history["gasUsedRatio"])), (3, 2))
        self.assertEqual(history["reward"], [["0x7"] * 3] * 2)
        pending = self.rpc("eth_getBlockByNumber", "pending", False)
        self.assertEqual(history["baseFeePerGas"][-1], pending["baseFeePerGas"])
        self.assertEqual(self.rpc.error("eth_feeHistory", "0x1", "latest", [101])["code"], -32602)

    def test_gas_price_covers_the_base_fee(self):
        base_fee = int(self.rpc("eth_getBlockByNumber", "pending", False)["baseFeePerGas"], 16)
        self.assertEqual(int(self.rpc("eth_gasPrice"), 16), base_fee + int(self.rpc("eth_maxPriorityFeePerGas"), 16))


class Controls(NodeTest):
    def test_a_snapshot_takes_everything_back(self):
        state = (
            self.rpc("eth_getBlockByNumber", "latest", True),
            self.rpc("eth_getBalance", account(1).address, "latest"),
        )
        snapshot = self.rpc("evm_snapshot")
        sent = self.send()
        self.rpc("evm_increaseTime", 1000)
        self.rpc("evm_mine")
        self.assertTrue(self.rpc("evm_revert", snapshot))
        self.assertFalse(self.rpc("evm_revert", snapshot))
        after = (
            self.rpc("eth_getBlockByNumber", "latest", True),
            self.rpc("eth_getBalance", account(1).address, "latest"),
        )
        self.assertEqual(state, after)
        self.assertIsNone(self.rpc("eth_getTransactionReceipt", sent))
        self.send()

    def test_time_is_moved_for_calls_and_blocks(self):
        # MSTORE(0, TIMESTAMP); RETURN(0, 32)
        clock = self.deploy("4260005260206000f3")
        before = int(self.rpc("eth_call", {"to": clock}, "pending"), 16)
        self.rpc("evm_increaseTime", 90 * 86400)
        self.assertGreaterEqual(int(self.rpc("eth_call", {"to": clock}, "pending"), 16), before + 90 * 86400)
        self.rpc("evm_mine")
        self.assertGreaterEqual(int(self.rpc("eth_call", {"to": clock}, "latest"), 16), before + 90 * 86400)
        at = int(self.rpc("eth_getBlockByNumber", "latest", False)["timestamp"], 16) + 5000
        self.rpc("evm_setNextBlockTimestamp", at)
        self.rpc("evm_mine")
        self.assertEqual(int(self.rpc("eth_getBlockByNumber", "latest", False)["timestamp"], 16), at)

    def test_without_automine_transactions_wait_and_are_replaced(self):
        self.rpc("evm_setAutomine", False)
        cheap = self.send(nonce=0, gasPrice=2 * 10**9)
        self.assertEqual(self.rpc("eth_getTransactionCount", account(0).address, "pending"), "0x1")
        self.assertEqual(self.rpc("eth_getTransactionCount", account(0).address, "latest"), "0x0")
        self.assertEqual(self.send_error(nonce=0, gasPrice=2 * 10**9)["message"], "already known")
        error = self.send_error(nonce=0, gasPrice=2 * 10**9 + 1)
        self.assertEqual(error["message"], "replacement transaction underpriced")
        better = self.send(nonce=0, gasPrice=22 * 10**8)
        self.assertIsNone(self.rpc("eth_getTransactionByHash", cheap))
        self.rpc("evm_mine")
        self.assertEqual(self.rpc("eth_getTransactionReceipt", better)["status"], "0x1")
        self.assertIsNone(self.rpc("eth_getTransactionReceipt", cheap))
        self.rpc("evm_setAutomine", True)

    def test_many_transactions_share_a_block(self):
        self.rpc("evm_setAutomine", False)
        sent = [self.send(sender=index % 3) for index in range(12)]
        self.rpc("evm_mine")
        receipts = [self.rpc("eth_getTransactionReceipt", each) for each in sent]
        self.assertEqual(len({receipt["blockNumber"] for receipt in receipts}), 1)
        self.assertEqual(sorted(int(receipt["transactionIndex"], 16) for receipt in receipts), list(range(12)))
        self.assertTrue(all(receipt["gasUsed"] == hex(21000) for receipt in receipts))
        self.rpc("evm_setAutomine", True)

    def test_blocks_for_confirmations_are_mined_at_once(self):
        before = int(self.rpc("eth_blockNumber"), 16)
        self.rpc("evm_mineBlocks", 50)
        self.assertEqual(int(self.rpc("eth_blockNumber"), 16), before + 50)


if __name__ == "__main__":
    unittest.main()
