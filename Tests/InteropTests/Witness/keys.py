"""Keys, signatures, transactions, key files, mnemonics and addresses, by eth-account and eth-utils."""

import json

from eth_account import Account
from eth_account.hdaccount.mnemonic import Language, Mnemonic
from eth_account.messages import encode_defunct
from eth_account.typed_transactions import TypedTransaction
from eth_utils import keccak, to_checksum_address
from hexbytes import HexBytes
from web3.utils.address import get_create2_address, get_create_address

Account.enable_unaudited_hdwallet_features()


def plain(value):
    """A field as the Swift side compares it: numbers as decimal text, bytes as hex."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return "0x" + bytes(value).hex()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(f"what is {type(value)}?")


NUMBERS = (
    *("nonce", "gas", "gasPrice", "value", "chainId"),
    *("maxFeePerGas", "maxPriorityFeePerGas", "maxFeePerBlobGas"),
)


def numbers(fields: dict, names: tuple) -> dict:
    """Fields with those that are numbers as such; the Swift side writes them as decimal text."""
    return {name: int(value) if name in names else value for name, value in fields.items()}


class Keys:
    # ---------------------------------------------------------------- transactions

    def recover_transaction(self, raw: str):
        return Account.recover_transaction(raw)

    def transaction_fields(self, raw: str):
        """The fields of a typed transaction, as eth-account reads them."""
        return plain(dict(TypedTransaction.from_bytes(HexBytes(raw)).as_dict()))

    def sign_transaction(self, key: str, transaction: dict, blobs: list | None = None):
        """With blobs the transaction's sidecar is made, and the versioned hashes from it."""
        fields = numbers(transaction, NUMBERS)
        if "authorizationList" in fields:
            fields["authorizationList"] = [
                numbers(each, ("chainId", "nonce", "yParity", "r", "s")) for each in fields["authorizationList"]
            ]
        if fields.get("to") is None:
            fields.pop("to", None)
        else:
            fields["to"] = to_checksum_address(fields["to"])
        signed = Account.sign_transaction(fields, key, blobs=blobs and [HexBytes(blob) for blob in blobs])
        return {"raw": "0x" + bytes(signed.raw_transaction).hex(), "hash": "0x" + bytes(signed.hash).hex()}

    def sign_authorization(self, key: str, authorization: dict):
        signed = Account.sign_authorization(numbers(authorization, ("chainId", "nonce")), key)
        return plain({"yParity": signed.y_parity, "r": signed.r, "s": signed.s})

    # -------------------------------------------------------------------- messages

    def sign_message(self, key: str, message: str):
        signed = Account.sign_message(encode_defunct(hexstr=message), key)
        return "0x" + bytes(signed.signature).hex()

    def recover_message(self, message: str, signature: str):
        return Account.recover_message(encode_defunct(hexstr=message), signature=signature)

    # ------------------------------------------------------------------- key files

    def encrypt(self, key: str, password: str, kdf: str, iterations: int):
        return json.dumps(Account.encrypt(key, password, kdf=kdf, iterations=iterations))

    def decrypt(self, keystore: str, password: str):
        return "0x" + bytes(Account.decrypt(keystore, password)).hex()

    # -------------------------------------------------------------- keys and paths

    def address(self, key: str):
        return Account.from_key(key).address

    def mnemonic(self, words: int, language: str):
        return Mnemonic(Language(language)).generate(words)

    def derive(self, phrase: str, path: str, passphrase: str):
        account = Account.from_mnemonic(phrase, passphrase=passphrase, account_path=path)
        return {"address": account.address, "key": "0x" + bytes(account.key).hex()}

    def create_address(self, sender: str, nonce: int):
        return get_create_address(sender, nonce)

    def create2_address(self, sender: str, salt: str, code: str):
        return get_create2_address(sender, salt, code)

    def keccak(self, data: str):
        return "0x" + keccak(hexstr=data).hex()
