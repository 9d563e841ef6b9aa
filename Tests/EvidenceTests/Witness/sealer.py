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
  period     seconds between blocks (1)
  forged     headers that are no part of the chain: number, validators, sealers, proposer (ids), roots
Who has the id n has the private key Keccak("validator n").
"""

import json
import sys

import rlp
from eth_hash.auto import keccak
from eth_keys import keys

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
    for number in range(wish["blocks"] + 1):
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
            number, parent, START + number * wish.get("period", 1), validators, sealers, proposer,
            wish.get("roots", {}).get(at), governance, vote, number % 3)
        header["sealedBy"] = ["0x" + everyone.address(each).hex() for each in sealers]
        headers.append(header)
    forged = []
    for lie in wish.get("forged", []):
        number = lie["number"]
        parent = bytes.fromhex(headers[number - 1]["hash"][2:])
        forged.append(seal(
            number, parent, START + number * wish.get("period", 1), lie["validators"], lie["sealers"],
            lie.get("proposer", lie["validators"][0]), lie.get("roots"))[1])
    return {"headers": headers, "forged": forged}


for line in sys.stdin:
    print(json.dumps(chain(json.loads(line))), flush=True)
