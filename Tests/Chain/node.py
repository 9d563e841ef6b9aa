#!/usr/bin/env python3
"""A node to test against that is not ours: py-evm behind JSON-RPC over HTTP, on the loopback interface.

    .venv/bin/python Tests/Chain/node.py --port 0

When it is ready it prints one line of JSON to standard output, {"url": …, "chainId": …, "accounts": […]}, and nothing
after. It ends on SIGTERM, on SIGINT and when its standard input is closed, so that a test run that dies leaves no node
behind (--detached ignores standard input). The accounts are those of the usual test mnemonic, `test test test test test
test test test test test test junk` at m/44'/60'/0'/0/0 and on, with 10,000 ether each.

For tests it also takes evm_snapshot, evm_revert(id), evm_mine, evm_mineBlocks(count), evm_setAutomine(true or false),
evm_increaseTime(seconds), evm_setNextBlockTimestamp(time) and evm_setOption(name, value), which changes one of the
ways of other nodes: maxLogRange, maxLogs, maxBatch, shuffleBatches, delay, reverts.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import threading

# As in chain.py, which would load py-evm for --help.
FORKS = ["byzantium", "petersburg", "istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one (default)")
    parser.add_argument("--chain-id", type=int, default=1337)
    parser.add_argument("--fork", default="prague", choices=FORKS, help="the rules of all blocks (default prague)")
    parser.add_argument("--accounts", type=int, default=10, help="how many accounts have a balance (default 10)")
    parser.add_argument("--balance", type=int, default=10_000, help="of each account, in ether (default 10000)")
    parser.add_argument("--gas-limit", type=int, default=30_000_000, help="of a block")
    parser.add_argument("--no-automine", action="store_true", help="mine on evm_mine only")
    parser.add_argument("--block-time", type=float, help="mine a block each so many seconds, and only then")
    parser.add_argument("--detached", action="store_true", help="live on when standard input is closed")
    strange = parser.add_argument_group("ways of other nodes")
    strange.add_argument("--max-log-range", type=int, metavar="BLOCKS", help="refuse eth_getLogs over more blocks")
    strange.add_argument("--max-logs", type=int, metavar="N", help="refuse eth_getLogs with more results")
    strange.add_argument("--max-batch", type=int, metavar="N", help="refuse larger batches")
    strange.add_argument("--shuffle-batches", action="store_true", help="answer a batch in another order")
    strange.add_argument("--delay", type=float, default=0, metavar="SECONDS", help="before each answer")
    strange.add_argument(
        "--reverts",
        default="geth",
        choices=["geth", "result", "message", "http", "parity", "nested"],
        help="how a revert is told: geth, code 3 with data (default); result, eth_call answers 0x; message, code "
        "-32000 without data; http, status 500; parity, code -32015 and `Reverted 0x…`; nested, data in data",
    )
    options = parser.parse_args()
    options.no_automine = options.no_automine or options.block_time is not None
    return parser, options


def end_with_standard_input():
    """Blocks in a thread of its own: a transaction that takes long must not keep a dead test's node alive."""
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        pass
    os._exit(0)


async def serve(options):
    # Loading py-evm takes most of a second: after the arguments are known to be good.
    from chain import Chain
    from methods import Methods
    from server import Connection, Dispatcher

    chain = Chain(options.fork, options.chain_id, options.accounts, options.balance * 10**18, options.gas_limit)
    methods = Methods(chain, options)
    dispatcher = Dispatcher(methods, options)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(dispatcher), "127.0.0.1", options.port)
    port = server.sockets[0].getsockname()[1]
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    ready = {"url": f"http://127.0.0.1:{port}", "chainId": options.chain_id, "accounts": methods.eth_accounts()}
    print(json.dumps(ready), flush=True)
    if options.block_time is not None:

        def mine():
            methods.mine_if_due()
            loop.call_later(options.block_time, mine)

        loop.call_later(options.block_time, mine)
    await stop.wait()
    server.close()


def main() -> int:
    parser, options = arguments()
    if options.chain_id < 1 or options.accounts < 1 or options.balance < 0:
        parser.error("--chain-id and --accounts are at least 1, --balance is not negative")
    if not options.detached:
        threading.Thread(target=end_with_standard_input, daemon=True).start()
    try:
        asyncio.run(serve(options))
    except OSError as error:
        print(f"cannot listen on port {options.port}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
