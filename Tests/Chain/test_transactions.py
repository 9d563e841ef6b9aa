"""Every type of transaction is taken, and what is refused is refused with geth's texts."""

import unittest

from chain_accounts import account
from node_test import NodeTest


class Transactions(NodeTest):
    def test_every_type_is_mined_and_read_back(self):
        access = [{"address": account(2).address, "storageKeys": ["0x" + "00" * 31 + "01"]}]
        fees = {"maxFeePerGas": 3 * 10**9, "maxPriorityFeePerGas": 10**9}
        authorization = account(3).sign_authorization(
            {"chainId": self.node.chain_id, "address": account(4).address, "nonce": 0}
        )
        for kind, fields in (
            (0, {}),
            (1, {"accessList": access, "gas": 30_000, "type": 1}),
            (2, {**fees, "accessList": access, "gas": 30_000}),
            (4, {**fees, "authorizationList": [authorization], "gas": 100_000}),
        ):
            with self.subTest(type=kind):
                signed = self.signed(**fields)
                sent = self.rpc("eth_sendRawTransaction", signed.raw_transaction.to_0x_hex())
                self.assertEqual(sent, signed.hash.to_0x_hex())
                receipt = self.rpc("eth_getTransactionReceipt", sent)
                read = self.rpc("eth_getTransactionByHash", sent)
                self.assertEqual((receipt["type"], receipt["status"], read["type"]), (hex(kind), "0x1", hex(kind)))
                self.assertEqual(read["from"], account(0).address.lower())
                self.assertEqual((int(read["r"], 16), int(read["s"], 16)), (signed.r, signed.s))
                self.assertEqual(read["blockHash"], receipt["blockHash"])
                self.assertEqual(receipt["effectiveGasPrice"], read["gasPrice"])
        code = self.rpc("eth_getCode", account(3).address, "latest")
        self.assertEqual(code, "0xef0100" + account(4).address[2:].lower())

    def test_a_blob_transaction_comes_in_its_network_form(self):
        blob = b"\x00" * 131072
        signed = account(0).sign_transaction(
            {
                "type": 3,
                "chainId": self.node.chain_id,
                "nonce": 0,
                "gas": 21000,
                "to": account(1).address,
                "value": 1,
                "maxFeePerGas": 3 * 10**9,
                "maxPriorityFeePerGas": 10**9,
                "maxFeePerBlobGas": 10**9,
            },
            blobs=[blob],
        )
        sent = self.rpc("eth_sendRawTransaction", signed.raw_transaction.to_0x_hex())
        receipt = self.rpc("eth_getTransactionReceipt", sent)
        self.assertEqual((receipt["type"], receipt["blobGasUsed"]), ("0x3", hex(131072)))
        block = self.rpc("eth_getBlockByNumber", "latest", True)
        self.assertEqual(block["blobGasUsed"], hex(131072))
        self.assertEqual(len(block["transactions"][0]["blobVersionedHashes"]), 1)

    def test_a_transaction_without_replay_protection_is_taken(self):
        self.assertTrue(self.send(chainId=None))

    def test_refusals_have_the_texts_of_geth(self):
        self.send()
        for fields, message in (
            ({"nonce": 0}, "nonce too low: next nonce 1, tx nonce 0"),
            (
                {"value": 10**30},
                "insufficient funds for gas * price + value: balance 9999999936999999999999, "
                "tx cost 1000000000000063000000000000, overshot 999990000000126000000000001".replace(
                    "999990000000126000000000001", str(10**30 + 63 * 10**12 - 9999999936999999999999)
                ).replace("1000000000000063000000000000", str(10**30 + 63 * 10**12)),
            ),
            ({"gas": 20999}, "intrinsic gas too low: gas 20999, minimum needed 21000"),
            ({"gas": 30_000_001}, "exceeds block gas limit"),
            ({"chainId": 5}, "invalid sender: invalid chain id for signer: have 5 want 1337"),
            (
                {"chainId": 5, "maxFeePerGas": 10**9, "maxPriorityFeePerGas": 1},
                "invalid sender: invalid chain id for signer: have 5 want 1337",
            ),
            ({"gasPrice": 0}, "transaction underpriced: gas tip cap 0, minimum needed 1"),
        ):
            with self.subTest(**fields):
                error = self.send_error(**fields)
                self.assertEqual((error["code"], error["message"]), (-32000, message))

    def test_what_is_no_transaction_is_refused(self):
        for raw, code in (
            ("0x", -32000),
            ("0x00", -32000),
            ("0xc0", -32000),
            ("0x05c0", -32000),
            ("0x02c0", -32000),
            ("0x7f", -32000),
            ("0xf8", -32000),
            ("02", -32602),
            (None, -32602),
            ("0xabc", -32602),
        ):
            self.assertEqual(self.rpc.error("eth_sendRawTransaction", raw)["code"], code, raw)

    def test_a_nonce_ahead_waits_for_the_ones_before_it(self):
        later = self.send(nonce=1)
        self.assertIsNone(self.rpc("eth_getTransactionReceipt", later))
        self.assertIsNone(self.rpc("eth_getTransactionByHash", later)["blockHash"])
        self.assertEqual(self.rpc("txpool_status"), {"pending": "0x0", "queued": "0x1"})
        first = self.send(nonce=0)
        for transaction in (first, later):
            self.assertEqual(self.rpc("eth_getTransactionReceipt", transaction)["status"], "0x1")

    def test_the_accounts_of_the_node_send_without_a_signature(self):
        sent = self.rpc("eth_sendTransaction", {"from": account(0).address, "to": account(1).address, "value": "0x1"})
        self.assertEqual(self.rpc("eth_getTransactionReceipt", sent)["gasUsed"], hex(21000))
        error = self.rpc.error("eth_sendTransaction", {"from": "0x" + "11" * 20, "to": account(1).address})
        self.assertEqual(error["message"], "unknown account")

    def test_what_is_unknown_is_null(self):
        nothing = "0x" + "11" * 32
        for method in ("eth_getTransactionByHash", "eth_getTransactionReceipt"):
            self.assertIsNone(self.rpc(method, nothing))
        self.assertIsNone(self.rpc("eth_getBlockByHash", nothing, False))
        self.assertIsNone(self.rpc("eth_getBlockByNumber", "0x1234", False))


if __name__ == "__main__":
    unittest.main()
