#!/usr/bin/env python3
"""The main job once, with web3.py against a node: deploy, create, buy, rate 100,80,34,77,99, average 78, settle.

    .venv/bin/python Tests/Chain/smoke.py              starts a node of its own
    .venv/bin/python Tests/Chain/smoke.py --url URL    uses one that has the test mnemonic's accounts

Prints what each step cost. Exit code 1 when anything is not as it should be.
"""

import argparse
import contextlib
import json
import sys
import time
from pathlib import Path

from chain_accounts import account
from harness import Node
from web3 import Web3
from web3.exceptions import ContractLogicError

ARTIFACT = Path(__file__).resolve().parent.parent.parent / "ABI" / "LectureMarket.json"
SCORES = (100, 80, 34, 77, 99)
PRICE = 10


class Mismatch(Exception):
    """Something is not as it should be."""


def expect(actual, wanted, what):
    if actual != wanted:
        raise Mismatch(f"{what}: {actual!r} instead of {wanted!r}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a node that runs already")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        url = arguments.url or stack.enter_context(Node()).url
        try:
            run(Web3(Web3.HTTPProvider(url)))
        except Mismatch as error:
            print(f"FAILED: {error}", file=sys.stderr)
            return 1
    return 0


def run(web3: Web3):
    artifact = json.loads(ARTIFACT.read_text(encoding="utf-8"))
    chain_id = web3.eth.chain_id
    owner, teacher, student, stranger = (account(index) for index in range(4))

    def send(sender, call, value=0):
        transaction = call.build_transaction(
            {
                "from": sender.address,
                "value": value,
                "nonce": web3.eth.get_transaction_count(sender.address, "pending"),
                "chainId": chain_id,
            }
        )
        signed = sender.sign_transaction(transaction)
        receipt = web3.eth.wait_for_transaction_receipt(web3.eth.send_raw_transaction(signed.raw_transaction))
        name = getattr(call, "fn_name", "deployment")
        expect(receipt["status"], 1, f"status of {name}")
        print(f"{name:18} {receipt['gasUsed']:>9,} gas (estimated {transaction['gas']:,})")
        return receipt

    started = time.monotonic()
    factory = web3.eth.contract(abi=artifact["abi"], bytecode=artifact["bytecode"])
    address = send(owner, factory.constructor())["contractAddress"]
    expect(web3.eth.get_code(address).hex(), artifact["deployedBytecode"][2:], "deployed code")
    market = web3.eth.contract(address=address, abi=artifact["abi"])
    call = market.functions

    created = send(teacher, call.createLecture(PRICE))
    event = market.events.CreatingLecture().process_log(created["logs"][0])["args"]
    expect((event["teacher"], event["lectureCost"], event["lectureNumber"]), (teacher.address, PRICE, 0), "creation")
    send(student, call.purchaseLecture(0), value=PRICE * 10**18)
    expect(call.isValidStudent(0, student.address).call(), True, "student")
    send(student, call.evaluateLecture(0, *SCORES))
    expect(call.calculateEvaluationAveragePoint(0).call(), 78, "average")
    expect(call.getLectureEvaluationPoint(0).call(), [1, *SCORES], "points")

    try:
        call.purchaseLecture(0).call({"from": stranger.address, "value": 1})
        raise Mismatch("a wrong payment was taken")
    except ContractLogicError as error:
        expect(error.message, "execution reverted: wrong payment", "reason")

    before = web3.eth.get_balance(teacher.address)
    send(owner, call.acceptAdmin(0))
    # Of 10 KLAY: fee 1, of which 5 % go back at an average of 78.
    expect(web3.eth.get_balance(teacher.address) - before, 9 * 10**18 + 5 * 10**16, "teacher's share")
    expect(web3.eth.get_balance(address), 0, "what is left in the contract")
    print(f"average 78, settled; {time.monotonic() - started:.1f} s on {web3.client_version}")


if __name__ == "__main__":
    sys.exit(main())
