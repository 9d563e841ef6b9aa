"""Random EIP-712 documents from a seed, signed by eth-account."""

import json
import random

from abi import value_of, value_type
from eth_account import Account
from eth_account.messages import _hash_eip191_message, encode_typed_data
from eth_utils import to_checksum_address

DOMAIN = {
    "name": "string",
    "version": "string",
    "chainId": "uint256",
    "verifyingContract": "address",
    "salt": "bytes32",
}


class TypedData:
    def typed_cases(self, seed: int, count: int, key: str):
        """Documents with their digest and a signature: `count` of them, the same for the same seed."""
        source = random.Random(seed)
        cases = []
        for _ in range(count):
            document = self._document(source)
            message = encode_typed_data(full_message=document)
            cases.append(
                {
                    "document": json.dumps(document),
                    "digest": "0x" + _hash_eip191_message(message).hex(),
                    "signature": "0x" + bytes(Account.sign_message(message, key).signature).hex(),
                }
            )
        return cases

    def recover_typed(self, document: str, signature: str):
        return Account.recover_message(encode_typed_data(full_message=json.loads(document)), signature=signature)

    def sign_typed(self, document: str, key: str):
        message = encode_typed_data(full_message=json.loads(document))
        return "0x" + bytes(Account.sign_message(message, key).signature).hex()

    def _document(self, source):
        # Each structure may hold those after it, so that none holds itself.
        names = ["Order", "Lecture", "Person", "Note"][: source.randint(1, 4)]
        types = {}
        for index, name in enumerate(names):
            fields = []
            for number in range(source.randint(1, 5)):
                kind = source.choice([value_type(source), "string", "bytes", *names[index + 1 :]])
                kind += source.choice(["", "", "", "[]", "[2]", "[][2]"])
                fields.append({"name": f"field{number}", "type": kind})
            # eth-account takes for the primary type the one that no other holds.
            fields += [{"name": "next", "type": following} for following in names[index + 1 : index + 2]]
            types[name] = fields
        chosen = [name for name in DOMAIN if source.random() < 0.7] or ["name"]
        domain = {name: self._value(source, types, DOMAIN[name]) for name in chosen}
        types["EIP712Domain"] = [{"name": name, "type": DOMAIN[name]} for name in chosen]
        return {
            "types": types,
            "primaryType": "Order",
            "domain": domain,
            "message": self._value(source, types, "Order"),
        }

    def _value(self, source, types, kind):
        if kind.endswith("]"):
            inner, _, count = kind[:-1].rpartition("[")
            return [self._value(source, types, inner) for _ in range(int(count) if count else source.randint(0, 3))]
        if kind in types:
            return {field["name"]: self._value(source, types, field["type"]) for field in types[kind]}
        value = value_of(source, kind)
        if isinstance(value, bytes):
            return "0x" + value.hex()
        return to_checksum_address(value) if kind == "address" else value
