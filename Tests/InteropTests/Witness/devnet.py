"""web3.py and eth-account, unchanged, as clients of the embedded devnet."""

import asyncio
import json

from eth_account import Account
from web3 import AsyncWeb3, Web3, WebSocketProvider
from web3.exceptions import ContractLogicError

# The first keys of the usual test mnemonic.
KEYS = [
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
]


class Devnet:
    def devnet_contract(self, url: str, artifact: str):
        """Deploys, sends, calls, reads events in three ways, and asks why a call reverts."""
        w3 = Web3(Web3.HTTPProvider(url))
        market = self._deployed(w3, artifact)
        owner, teacher, student = w3.eth.accounts[:3]
        w3.eth.wait_for_transaction_receipt(market.functions.createLecture(2, "파이썬").transact({"from": teacher}))
        buy = market.functions.purchaseLecture(0)
        bought = w3.eth.wait_for_transaction_receipt(
            buy.transact({"from": student, "value": w3.to_wei(2, "ether")})
        )
        try:
            buy.call({"from": owner, "value": 1})
            reason = None
        except ContractLogicError as error:
            reason = error.message
        event = market.events.PurchasingLecture
        return {
            "chain": w3.eth.chain_id,
            "client": w3.client_version,
            "title": market.functions.getLecture(0).call().title,
            "valid": market.functions.isValidStudent(0, student).call(),
            "inReceipt": [log["args"]["student"] == student for log in event().process_receipt(bought)],
            "byEvent": [log["args"]["student"] == student for log in event().get_logs(from_block=0)],
            "byFilter": len(w3.eth.get_logs({"address": market.address, "fromBlock": 0, "toBlock": "latest"})),
            "reason": reason,
            "balance": w3.eth.get_balance(market.address),
            "code": len(w3.eth.get_code(market.address)),
            "feeHistory": len(w3.eth.fee_history(2, "latest", [50])["reward"]),
            "full": w3.eth.get_block("latest", full_transactions=True)["transactions"][0]["from"] == student,
        }

    def devnet_signed(self, url: str):
        """A transaction of each kind, signed by eth-account: who the devnet says sent it, and what came of it."""
        w3 = Web3(Web3.HTTPProvider(url))
        account, other = Account.from_key(KEYS[0]), Account.from_key(KEYS[1])
        common = {"to": other.address, "value": 1, "gas": 100_000, "chainId": w3.eth.chain_id}
        fees = {"maxFeePerGas": 10**11, "maxPriorityFeePerGas": 10**9}
        authorization = other.sign_authorization(
            {"chainId": w3.eth.chain_id, "address": account.address, "nonce": w3.eth.get_transaction_count(other.address)}
        )
        kinds = [
            {"gasPrice": 10**11},
            {"gasPrice": 10**11, "type": 1, "accessList": [{"address": other.address, "storageKeys": ["0x" + "00" * 32]}]},
            dict(fees, type=2),
            dict(fees, type=4, authorizationList=[authorization]),
        ]
        found = []
        for kind in kinds:
            nonce = w3.eth.get_transaction_count(account.address)
            signed = account.sign_transaction(common | kind | {"nonce": nonce})
            hash = w3.eth.send_raw_transaction(signed.raw_transaction)
            receipt = w3.eth.wait_for_transaction_receipt(hash)
            transaction = w3.eth.get_transaction(hash)
            found.append(
                {
                    "type": transaction["type"],
                    "hash": hash == signed.hash,
                    "sender": transaction["from"] == account.address == receipt["from"],
                    "recovered": Account.recover_transaction(signed.raw_transaction) == account.address,
                    "status": receipt["status"],
                }
            )
        return {"found": found, "delegated": w3.eth.get_code(other.address).to_0x_hex()}

    def devnet_subscriptions(self, url: str, artifact: str):
        """What AsyncWeb3 hears over WebSocket of new heads, pending transactions, and one contract's events."""
        return asyncio.run(self._listen(url, artifact))

    async def _listen(self, url, artifact):
        http = Web3(Web3.HTTPProvider(url))
        market = self._deployed(http, artifact)
        heard = {"heads": [], "events": [], "pending": []}
        async with AsyncWeb3(WebSocketProvider(url.replace("http", "ws"))) as w3:
            heads = await w3.eth.subscribe("newHeads")
            events = await w3.eth.subscribe("logs", {"address": market.address})
            pending = await w3.eth.subscribe("newPendingTransactions")
            sent = await w3.eth.send_transaction(
                {"from": http.eth.accounts[1], "to": market.address, "data": market.encode_abi("createLecture", [2, "x"])}
            )
            names = {heads: "heads", events: "events", pending: "pending"}
            async for message in w3.socket.process_subscriptions():
                heard[names[message["subscription"]]].append(message["result"])
                if all(heard.values()):
                    break
            ended = [await w3.eth.unsubscribe(each) for each in names]
        return {
            "head": heard["heads"][0]["hash"] == http.eth.get_block("latest")["hash"],
            "parent": heard["heads"][0]["parentHash"] == http.eth.get_block(heard["heads"][0]["number"] - 1)["hash"],
            "event": heard["events"][0]["transactionHash"] == sent and not heard["events"][0]["removed"],
            "topic": market.events.CreatingLecture().process_log(heard["events"][0])["event"],
            "pending": heard["pending"][0] == sent,
            "ended": ended,
        }

    def _deployed(self, w3, artifact):
        with open(artifact, encoding="utf-8") as file:
            content = json.load(file)
        contract = w3.eth.contract(abi=content["abi"], bytecode=content["bytecode"])
        receipt = w3.eth.wait_for_transaction_receipt(contract.constructor().transact({"from": w3.eth.accounts[0]}))
        return w3.eth.contract(address=receipt["contractAddress"], abi=content["abi"], decode_tuples=True)
