"""A contract deployed, read and used by web3.py."""

import json

from eth_account import Account
from keys import plain
from web3 import Web3


class Chain:
    def __init__(self):
        self._connections = {}

    def web3_deploy(self, url: str, artifact: str, key: str):
        w3, interface, code = self._artifact(url, artifact)
        contract = w3.eth.contract(abi=interface, bytecode=code)
        return self._send(w3, key, contract.constructor())["contractAddress"]

    def web3_call(self, url: str, artifact: str, address: str, function: str, arguments: list):
        contract = self._contract(url, artifact, address)
        return self._named(contract, function, arguments).call()

    def web3_record(self, url: str, artifact: str, address: str, function: str, arguments: list):
        """A struct that a function returns, by its fields."""
        return plain(self.web3_call(url, artifact, address, function, arguments)._asdict())

    def web3_send(self, url: str, artifact: str, address: str, key: str, function: str, arguments: list, value: str):
        contract = self._contract(url, artifact, address)
        call = self._named(contract, function, arguments)
        receipt = self._send(self._connections[url], key, call, int(value))
        return {"status": receipt["status"], "hash": receipt["transactionHash"].to_0x_hex()}

    def web3_events(self, url: str, artifact: str, address: str, event: str, transaction: str):
        """The events of a transaction, as web3.py decodes them."""
        contract = self._contract(url, artifact, address)
        receipt = self._connections[url].eth.get_transaction_receipt(transaction)
        return [plain(dict(log["args"])) for log in contract.events[event]().process_receipt(receipt)]

    def _artifact(self, url, artifact):
        if url not in self._connections:
            self._connections[url] = Web3(Web3.HTTPProvider(url))
        with open(artifact, encoding="utf-8") as file:
            content = json.load(file)
        return self._connections[url], content["abi"], content["bytecode"]

    def _contract(self, url, artifact, address):
        w3, interface, _ = self._artifact(url, artifact)
        return w3.eth.contract(address=address, abi=interface, decode_tuples=True)

    def _named(self, contract, function, arguments):
        """By name or by signature; numbers come as text, since JSON's have no room."""
        arguments = [int(each) if isinstance(each, str) and each.isdigit() else each for each in arguments]
        if "(" in function:
            return contract.get_function_by_signature(function)(*arguments)
        return contract.functions[function](*arguments)

    def _send(self, w3, key, call, value=0):
        account = Account.from_key(key)
        transaction = call.build_transaction(
            {"from": account.address, "nonce": w3.eth.get_transaction_count(account.address), "value": value}
        )
        signed = account.sign_transaction(transaction)
        return w3.eth.wait_for_transaction_receipt(w3.eth.send_raw_transaction(signed.raw_transaction), poll_latency=0.05)
