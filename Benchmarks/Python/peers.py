"""The peers in Python: reads a command a line, runs it, and answers with the seconds it took and its result, in JSON.

    encode COUNT
    averages URL CONTRACT COUNT
    averages-batched URL CONTRACT COUNT
    backfill URL CONTRACT HEIGHT WIDTH DATABASE
    evm MACHINE CODE ADDRESS CALLEES-CODE ADDRESS
    fees FILE
    news FOLDER
    photos FOLDER SEED COUNT
    photos-read FOLDER READER
"""

import json
import sys
import time

import averages
import backfill
import encoding
import evm
import fees
import news
import photos

COMMANDS = {
    "encode": encoding.encode,
    "averages": averages.one_by_one,
    "averages-batched": averages.batched,
    "backfill": backfill.run,
    "evm": evm.run,
    "fees": fees.offers,
    "news": news.read,
    "photos": photos.make,
    "photos-read": photos.read,
}


def main():
    for line in sys.stdin:
        name, *arguments = line.split()
        start = time.perf_counter()
        result = COMMANDS[name](*arguments)
        print(json.dumps({"seconds": time.perf_counter() - start, "result": str(result)}), flush=True)


if __name__ == "__main__":
    main()
