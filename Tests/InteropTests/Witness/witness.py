#!/usr/bin/env python3
"""An independent witness: eth-account, eth-abi, web3.py and html5lib behind lines of JSON.

Reads one request in a line, {"do": NAME, …}, and answers each with a line, {"ok": RESULT} or {"error": TEXT}. One
process answers many requests, since loading web3.py takes a second. It ends when its standard input does.
"""

import json
import sys
import traceback

from abi import ABI
from chain import Chain
from devnet import Devnet
from keys import Keys
from markup import Markup
from typed_data import TypedData


def main() -> int:
    helpers = [Keys(), ABI(), TypedData(), Chain(), Devnet(), Markup()]
    table = {}
    for helper in helpers:
        for name in dir(helper):
            if not name.startswith("_"):
                table[name] = getattr(helper, name)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"ok": table[request.pop("do")](**request)}
        except Exception as error:  # noqa: BLE001 - whatever it is, the test has to see it
            answer = {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
