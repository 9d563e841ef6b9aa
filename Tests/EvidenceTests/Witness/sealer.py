"""Seals chains as nodes of Kaia do, by nothing of the project's: eth_keys, rlp and Keccak from eth_hash.

Reads one object of JSON a line and answers one a line:
  chainId    only told
  validators how many seal the first block
  committee  how many seal a block at most
  blocks     the number of the last block
  votes      {"number": {"remove": [ids], "add": [ids]}}: counts from the next block on
  governance {"number": {"istanbul.committeesize": …}}: parameters that the header of that block tells
  committees {"number": size}: how many seal from that block on
  roots      {"number": {"transactionsRoot": …, "receiptsRoot": …, "stateRoot": …}}
  bodies     {"number": {"raw": ["0x…"], "receipts": [{status, txError, gasUsed, logsBloom, logs}]}}: the roots are theirs
  impl       how roots are formed: 0 trie, 1 binary, 2 concatenation (2)
  first      the number of the first block (0)
  start      the time of the first block, in seconds since 1970
  period     seconds between blocks (1)
  forged     headers that are no part of the chain: number, validators, sealers, proposer (ids), roots or body
Who has the id n has the private key Keccak("validator n").
"""

import json
import sys

import rlp
from eth_hash.auto import keccak
from eth_keys import keys
from trie import HexaryTrie

EMPTY = keccak(b"")
START = 1_700_000_000


class Validators:
    def __init__(self):
        self.known = {}

    def __getitem__(self, number):
        if number not in self.known:
            self.known[number] = keys.PrivateKey(keccak(b"validator %d" % number))
        return self.known[number]

    def address(self, number):
        return self[number].public_key.to_canonical_address()


everyone = Validators()


def quorum(count):
    return count if count < 4 else -(-2 * count // 3)


def integer(number):
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def extra(validators, seal, committed, round_number):
    vanity = bytes(31) + bytes([round_number])
    return vanity + rlp.encode([[everyone.address(each) for each in validators], seal, committed])


def fields(header, extra_data):
    return [
        header["parent"], header["reward"], header["stateRoot"], header["transactionsRoot"], header["receiptsRoot"],
        bytes(256), integer(1), integer(header["number"]), integer(0), integer(header["time"]), integer(7), extra_data,
        header["governance"], header["vote"], integer(25 * 10**9),
    ]


def root(items, impl):
    if impl == 0:
        trie = HexaryTrie({})
        for index, item in enumerate(items):
            trie[rlp.encode(index)] = item
        return trie.root_hash
    if impl == 2:
        return keccak(b"".join(items))
    level = [keccak(item) for item in items] or [EMPTY]
    while len(level) > 1:
        level += level[-1:] * (len(level) % 2)
        level = [keccak(level[index] + level[index + 1]) for index in range(0, len(level), 2)]
    return level[0]


def data(text):
    return bytes.fromhex(text[2:])


def in_block(raw):
    # Those of Ethereum's types stand behind 0x78.
    return b"\x78" + raw if raw[0] in (1, 2, 3, 4) else raw


def receipt(each):
    status = int(each.get("txError") or each["status"], 16)
    logs = [[data(log["address"]), [data(topic) for topic in log["topics"]], data(log["data"])] for log in each["logs"]]
    return rlp.encode([integer(status), integer(int(each["gasUsed"], 16)), data(each["logsBloom"]), logs])


def roots_of(body, impl):
    transactions = root([in_block(data(raw)) for raw in body["raw"]], impl)
    receipts = root([receipt(each) for each in body["receipts"]], impl)
    return {"transactionsRoot": "0x" + transactions.hex(), "receiptsRoot": "0x" + receipts.hex()}


def told(number):
    return hex(number)


def seal(number, parent, time, validators, sealers, proposer, roots=None, governance=b"", vote=b"", round_number=0):
    roots = {name: bytes.fromhex(value[2:]) for name, value in (roots or {}).items()}
    header = {
        "parent": parent, "number": number, "time": time, "reward": everyone.address(proposer),
        "stateRoot": roots.get("stateRoot", keccak(b"state %d" % number)),
        "transactionsRoot": roots.get("transactionsRoot", EMPTY),
        "receiptsRoot": roots.get("receiptsRoot", EMPTY), "governance": governance, "vote": vote,
    }
    unsigned = keccak(rlp.encode(fields(header, extra(validators, b"", [], 0))))
    proposed = everyone[proposer].sign_msg_hash(keccak(unsigned)).to_bytes()
    block_hash = keccak(rlp.encode(fields(header, extra(validators, proposed, [], 0))))
    commit = keccak(block_hash + b"\x02")
    committed = [everyone[each].sign_msg_hash(commit).to_bytes() for each in sealers]
    answer = {
        "parentHash": parent, "reward": header["reward"], "stateRoot": header["stateRoot"],
        "transactionsRoot": header["transactionsRoot"], "receiptsRoot": header["receiptsRoot"],
        "logsBloom": bytes(256), "extraData": extra(validators, proposed, committed, round_number),
        "governanceData": governance, "voteData": vote, "hash": block_hash,
    }
    answer = {name: "0x" + value.hex() for name, value in answer.items()}
    answer |= {
        "blockScore": "0x1", "number": told(number), "gasUsed": "0x0", "timestamp": told(time), "timestampFoS": "0x7",
        "baseFeePerGas": told(25 * 10**9),
    }
    return block_hash, answer


def ballot(council, change, proposer):
    votes = []
    for what, name in (("remove", b"governance.removevalidator"), ("add", b"governance.addvalidator")):
        for each in change.get(what, []):
            council = [one for one in council if one != each] if what == "remove" else council + [each]
            votes.append(rlp.encode([everyone.address(proposer), name, everyone.address(each)]))
    return council, votes[0] if votes else b""


def chain(wish):
    council = list(range(wish["validators"]))
    committee = wish.get("committee", 22)
    parent = bytes(32)
    headers = []
    first, start, period, impl = wish.get("first", 0), wish.get("start", START), wish.get("period", 1), wish.get("impl", 2)
    empty = roots_of({"raw": [], "receipts": []}, impl)
    for number in range(first, first + wish["blocks"] + 1):
        at = str(number)
        committee = wish.get("committees", {}).get(at, committee)
        validators = list(council)
        count = min(len(validators), committee)
        proposer = validators[number % len(validators)]
        sealers = [validators[(number + index) % len(validators)] for index in range(quorum(count))]
        governance = wish.get("governance", {}).get(at)
        governance = rlp.encode(json.dumps(governance, separators=(",", ":")).encode()) if governance else b""
        council, vote = ballot(council, wish.get("votes", {}).get(at, {}), proposer)
        parent, header = seal(
            number, parent, start + (number - first) * period, validators, sealers, proposer,
            roots_of(wish["bodies"][at], impl) if at in wish.get("bodies", {}) else wish.get("roots", {}).get(at, empty),
            governance, vote, number % 3)
        header["sealedBy"] = ["0x" + everyone.address(each).hex() for each in sealers]
        headers.append(header)
    forged = []
    for lie in wish.get("forged", []):
        number = lie["number"]
        parent = bytes.fromhex(headers[number - 1 - first]["hash"][2:])
        forged.append(seal(
            number, parent, start + (number - first) * period, lie["validators"], lie["sealers"],
            lie.get("proposer", lie["validators"][0]),
            roots_of(lie["body"], impl) if "body" in lie else lie.get("roots", empty))[1])
    return {"headers": headers, "forged": forged}


for line in sys.stdin:
    print(json.dumps(chain(json.loads(line))), flush=True)
