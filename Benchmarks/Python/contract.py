"""The lecture contract in web3.py."""

import json
import pathlib

from web3 import Web3

ARTIFACT = pathlib.Path(__file__).parents[2] / "ABI" / "LectureMarket.json"


def connect(url, address):
    w3 = Web3(Web3.HTTPProvider(url))
    return w3, w3.eth.contract(address=address, abi=json.loads(ARTIFACT.read_text())["abi"])
