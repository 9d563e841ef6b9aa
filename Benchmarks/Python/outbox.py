"""Fills an outbox: copies of its one intent, each with a key, a nonce and an attempt of its own.

    outbox.py FILE COUNT

Rows carry a check sum, which the file's triggers ask for: the first eight bytes of Keccak-256 over the RLP list of a
row's values, each with a letter for its type.
"""

import sqlite3
import sys

import rlp
from eth_utils import keccak


def check_sum(*values):
    def item(value):
        if value is None:
            return b"\0"
        if isinstance(value, bytes):
            return b"b" + value
        letter = "s" if isinstance(value, str) else "d" if isinstance(value, float) else "i"
        return f"{letter}{value}".encode()

    return keccak(rlp.encode([item(value) for value in values]))[:8]


def copy(db, table, changed, source):
    """Inserts a row for each of `source`, which names n; what is not changed is as in the first row."""
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in ("id", "checksum")]
    values = [changed.get(column, f"first.{column}") for column in columns]
    db.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)}"
        f" FROM ({source}) AS n, (SELECT * FROM {table} ORDER BY id LIMIT 1) AS first"
    )


path, count = sys.argv[1], int(sys.argv[2])
db = sqlite3.connect(path)
db.create_function("outboxChecksum", -1, check_sum, deterministic=True)
numbers = f"WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {count}) SELECT n FROM c"
with db:
    copy(
        db, "intent",
        {"key": "'copy ' || n.n", "nonce": "n.n", "digest": "randomblob(16)", "created": "first.created - n.n"},
        numbers,
    )
    copy(
        db, "attempt", {"intent": "n.id", "hash": "randomblob(32)", "nonce": "n.nonce"},
        "SELECT id, nonce FROM intent WHERE id > (SELECT min(id) FROM intent)",
    )
db.close()
