"""Reads the parameters of JSON-RPC methods; whatever is not what it should be is refused as geth refuses it."""

import re

from errors import invalid

QUANTITY = re.compile(r"0x(0|[1-9a-fA-F][0-9a-fA-F]*)\Z")
DATA = re.compile(r"0x([0-9a-fA-F]{2})*\Z")
TAGS = ("latest", "pending", "earliest", "safe", "finalized")


def quantity(value, name="quantity") -> int:
    if not isinstance(value, str) or not QUANTITY.match(value) or len(value) > 66:
        raise invalid(f"invalid argument: {name} must be a hex quantity, 0x… without leading zeros")
    return int(value, 16)


def data(value, name="data", length: int | None = None) -> bytes:
    if not isinstance(value, str) or not DATA.match(value):
        raise invalid(f"invalid argument: {name} must be hex bytes, 0x… with an even number of digits")
    result = bytes.fromhex(value[2:])
    if length is not None and len(result) != length:
        raise invalid(f"invalid argument: {name} must have {length} bytes, has {len(result)}")
    return result


def address(value, name="address") -> bytes:
    return data(value, name, 20)


def hash32(value, name="hash") -> bytes:
    return data(value, name, 32)


def boolean(value, name) -> bool:
    if not isinstance(value, bool):
        raise invalid(f"invalid argument: {name} must be true or false")
    return value


def slot(value) -> int:
    """A storage position: geth takes both 0x0 and the padded form."""
    if not isinstance(value, str) or not re.match(r"0x[0-9a-fA-F]{1,64}\Z", value):
        raise invalid("invalid argument: storage position must be hex, 32 bytes at most")
    return int(value, 16)


def access_list(value) -> list:
    if not isinstance(value, list):
        raise invalid("invalid argument: accessList must be a list")
    result = []
    for entry in value:
        if not isinstance(entry, dict):
            raise invalid("invalid argument: accessList holds objects")
        keys = entry.get("storageKeys", [])
        if not isinstance(keys, list):
            raise invalid("invalid argument: storageKeys must be a list")
        result.append((address(entry.get("address")), [int.from_bytes(hash32(key), "big") for key in keys]))
    return result


def authorization_list(value) -> list:
    if not isinstance(value, list):
        raise invalid("invalid argument: authorizationList must be a list")
    return [
        {
            "chain_id": quantity(entry.get("chainId"), "chainId"),
            "address": address(entry.get("address")),
            "nonce": quantity(entry.get("nonce"), "nonce"),
            "y_parity": quantity(entry.get("yParity", entry.get("v")), "yParity"),
            "r": quantity(entry.get("r"), "r"),
            "s": quantity(entry.get("s"), "s"),
        }
        for entry in value
        if isinstance(entry, dict)
    ]


class CallRequest:
    """The object that eth_call, eth_estimateGas and eth_sendTransaction take."""

    def __init__(self, value):
        if not isinstance(value, dict):
            raise invalid("invalid argument 0: a transaction object is expected")
        read = value.get

        def number(name):
            return None if read(name) is None else quantity(read(name), name)

        self.sender = bytes(20) if read("from") is None else address(read("from"), "from")
        self.to = None if read("to") is None else address(read("to"), "to")
        self.gas = number("gas")
        self.gas_price = number("gasPrice")
        self.max_fee = number("maxFeePerGas")
        self.max_priority_fee = number("maxPriorityFeePerGas")
        self.value = number("value") or 0
        self.nonce = number("nonce")
        self.access_list = None if read("accessList") is None else access_list(read("accessList"))
        self.authorizations = (
            None if read("authorizationList") is None else authorization_list(read("authorizationList"))
        )
        both = [data(read(name), name) for name in ("input", "data") if read(name) is not None]
        if len(both) == 2 and both[0] != both[1]:
            raise invalid(
                'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data'
            )
        self.data = both[0] if both else b""
        if self.gas_price is not None and (self.max_fee is not None or self.max_priority_fee is not None):
            raise invalid("both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified")

    @property
    def fee_cap(self) -> int:
        """What a unit of gas may cost; 0 when the caller said nothing, and then gas is free."""
        return self.gas_price if self.gas_price is not None else self.max_fee or 0
