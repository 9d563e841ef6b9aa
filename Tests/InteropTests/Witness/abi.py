"""Random ABI types and values from a seed, encoded by eth-abi."""

import random

import eth_abi
from eth_abi.packed import encode_packed
from eth_utils import to_checksum_address


class ABI:
    def abi_cases(self, seed: int, count: int):
        """Types, values and their encoding: `count` cases, the same for the same seed."""
        source = random.Random(seed)
        return [self._case(source) for _ in range(count)]

    def abi_decodes_to(self, types: list, data: str, values: list) -> bool:
        """Whether eth-abi decodes the data to these values."""
        decoded = eth_abi.decode(types, bytes.fromhex(data[2:]))
        return [written(each) for each in decoded] == values

    def abi_encode(self, types: list, values: list):
        return "0x" + eth_abi.encode(types, [read(kind, value) for kind, value in zip(types, values)]).hex()

    def packed_cases(self, seed: int, count: int):
        source = random.Random(seed)
        cases = []
        for _ in range(count):
            types = [self._packable(source) for _ in range(source.randint(1, 5))]
            values = [value_of(source, kind) for kind in types]
            cases.append(
                {
                    "types": types,
                    "values": [written(each) for each in values],
                    "data": "0x" + encode_packed(types, values).hex(),
                }
            )
        return cases

    def _case(self, source):
        types = [type_of(source, 3) for _ in range(source.randint(0, 5))]
        values = [value_of(source, kind) for kind in types]
        return {
            "types": types,
            "values": [written(each) for each in values],
            "data": "0x" + eth_abi.encode(types, values).hex(),
        }

    def _packable(self, source):
        # Solidity fills the elements of an array up to a word and eth-abi does not, so only words are in arrays here.
        if source.random() < 0.25:
            return source.choice(["uint256", "int256", "bytes32"]) + source.choice(["[]", "[2]", "[3]"])
        return source.choice([value_type(source), value_type(source), "string", "bytes"])


def value_type(source):
    return source.choice(
        [
            "address",
            "bool",
            f"uint{8 * source.randint(1, 32)}",
            f"int{8 * source.randint(1, 32)}",
            f"bytes{source.randint(1, 32)}",
            "uint256",
            "int256",
        ]
    )


def type_of(source, depth):
    """A type, nested `depth` deep at most."""
    choice = source.random()
    if depth == 0 or choice < 0.5:
        return source.choice([value_type(source), value_type(source), "string", "bytes"])
    if choice < 0.7:
        return type_of(source, depth - 1) + "[]"
    if choice < 0.8:
        return type_of(source, depth - 1) + f"[{source.randint(1, 4)}]"
    return "(" + ",".join(type_of(source, depth - 1) for _ in range(source.randint(1, 4))) + ")"


def edge(source, low, high):
    """Ends of a range more often than chance would have them."""
    return source.choice([low, high, 0, 1, source.randint(low, high), source.randint(low, high)])


def value_of(source, kind):
    if kind.endswith("]"):
        inner, _, count = kind[:-1].rpartition("[")
        return [value_of(source, inner) for _ in range(int(count) if count else source.randint(0, 4))]
    if kind.startswith("("):
        return tuple(value_of(source, part) for part in components(kind))
    if kind == "address":
        return to_checksum_address(source.randbytes(20))
    if kind == "bool":
        return source.random() < 0.5
    if kind == "string":
        return "".join(source.choice("aZ 0\n\"\\é한글🎓") for _ in range(source.choice([0, 1, 5, 31, 32, 33, 70])))
    if kind == "bytes":
        return source.randbytes(source.choice([0, 1, 31, 32, 33, 100]))
    if kind.startswith("bytes"):
        return source.randbytes(int(kind[5:]))
    if kind.startswith("uint"):
        return edge(source, 0, 2 ** int(kind[4:]) - 1)
    bits = int(kind[3:])
    return edge(source, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def components(kind):
    """The parts of a tuple's type."""
    parts, depth, start = [], 0, 1
    for index, letter in enumerate(kind):
        depth += (letter == "(") - (letter == ")")
        if (letter == "," and depth == 1) or (letter == ")" and depth == 0):
            parts.append(kind[start:index])
            start = index + 1
    return parts


def written(value):
    """As JSON: numbers as decimal text, bytes as hex, addresses with their checksum."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return "0x" + bytes(value).hex()
    if isinstance(value, str):
        # eth-abi gives addresses in lower case.
        is_address = len(value) == 42 and value.startswith("0x")
        return to_checksum_address(value) if is_address else value
    return [written(each) for each in value]


def read(kind, value):
    """The way back from ``written``."""
    if kind.endswith("]"):
        inner = kind[:-1].rpartition("[")[0]
        return [read(inner, each) for each in value]
    if kind.startswith("("):
        return tuple(read(part, each) for part, each in zip(components(kind), value))
    if kind.startswith("bytes"):
        return bytes.fromhex(value[2:])
    if kind.startswith(("int", "uint")):
        return int(value)
    return value
