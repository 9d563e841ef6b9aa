"""Prints the wallets of a book and what they held last, as `lectures wallet list --offline` does."""
import sqlite3
import sys

with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as book:
    rows = book.execute(
        "SELECT title, address, (SELECT wei FROM sample WHERE sample.address = wallet.address"
        " AND sample.network = 'local' ORDER BY time DESC LIMIT 1) FROM wallet ORDER BY title"
    ).fetchall()
for title, address, wei in rows:
    print(f"{title:8} {address} {int(wei or 0) / 10**18:>12} KLAY  local")
