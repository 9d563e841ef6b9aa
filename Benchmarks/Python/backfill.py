"""The events of a token into the tables of an index, as one would write it with web3.py and psycopg: COPY, a change a range."""

import psycopg
from web3 import Web3

EVENT = Web3.keccak(text="Transfer(address,address,uint256)")


def run(url, address, height, width, database):
    """Reads all blocks from the first one on; the number of events."""
    w3 = Web3(Web3.HTTPProvider(url))
    height, width, count = int(height), int(width), 0
    with psycopg.connect(database, options="-c search_path=lectures_events") as connection:
        for first in range(1, height + 1, width):
            last = min(first + width - 1, height)
            logs = w3.eth.get_logs({"address": address, "topics": [EVENT], "fromBlock": first, "toBlock": last})
            numbers = sorted({log["blockNumber"] for log in logs})
            with w3.batch_requests() as batch:
                for number in numbers:
                    batch.add(w3.eth.get_block(number))
                blocks = batch.execute()
            with connection.transaction(), connection.cursor() as cursor:
                with cursor.copy("COPY origin (block, hash, time) FROM STDIN (FORMAT binary)") as copy:
                    copy.set_types(["int8", "bytea", "int8"])
                    for block in blocks:
                        copy.write_row((block["number"], bytes(block["hash"]), block["timestamp"]))
                columns = "block, place, source, kind, trx, topics, data"
                with cursor.copy(f"COPY event ({columns}) FROM STDIN (FORMAT binary)") as copy:
                    copy.set_types(["int8", "int8", "int8", "text", "bytea", "bytea", "bytea"])
                    for log in logs:
                        copy.write_row((
                            log["blockNumber"], log["logIndex"], 1, "Transfer", bytes(log["transactionHash"]),
                            b"".join(log["topics"]), bytes(log["data"])))
            count += len(logs)
    return count
