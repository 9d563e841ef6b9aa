import Database

/// The tables of a book's store.
///
/// The application's id is "LKOB". Numbers of 256 bits, hashes and addresses are blobs, big-endian; times of blocks are
/// seconds, `added` of an order is milliseconds since 1970. A change has what was before it: NULL where nothing was known.
enum BookSchema {
  static let schema = DatabaseSchema(
    applicationID: 0x4c4b_4f42,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE block (
            number INTEGER PRIMARY KEY, hash BLOB NOT NULL, parent BLOB NOT NULL, time INTEGER NOT NULL) STRICT;
          CREATE TABLE orders (
            hash BLOB PRIMARY KEY NOT NULL, version TEXT NOT NULL, fields BLOB NOT NULL, signature BLOB NOT NULL,
            signer BLOB, arrival INTEGER NOT NULL UNIQUE, added INTEGER NOT NULL, filled BLOB NOT NULL,
            cancelled BLOB NOT NULL, isCancelled INTEGER NOT NULL, isSigned INTEGER NOT NULL,
            isStopped INTEGER NOT NULL, endedAt INTEGER, endedTime INTEGER, state TEXT NOT NULL,
            remaining BLOB NOT NULL, funded BLOB NOT NULL, maker BLOB NOT NULL) STRICT;
          CREATE INDEX endedOrder ON orders (endedTime) WHERE endedTime IS NOT NULL;
          CREATE INDEX orderByMaker ON orders (maker);
          CREATE TABLE maker (
            owner BLOB NOT NULL, token BLOB NOT NULL, spender BLOB NOT NULL, balance BLOB NOT NULL,
            allowance BLOB NOT NULL, PRIMARY KEY (owner, token, spender)) STRICT, WITHOUT ROWID;
          CREATE TABLE orderChange (
            block INTEGER NOT NULL, hash BLOB NOT NULL, filled BLOB, cancelled BLOB, isCancelled INTEGER,
            isSigned INTEGER, PRIMARY KEY (block, hash)) STRICT, WITHOUT ROWID;
          CREATE TABLE makerChange (
            block INTEGER NOT NULL, owner BLOB NOT NULL, token BLOB NOT NULL, spender BLOB NOT NULL, balance BLOB,
            allowance BLOB, PRIMARY KEY (block, owner, token, spender)) STRICT, WITHOUT ROWID;
          CREATE TABLE trade (
            block INTEGER NOT NULL, logIndex INTEGER NOT NULL, blockHash BLOB NOT NULL, time INTEGER NOT NULL,
            txHash BLOB NOT NULL, exchange BLOB NOT NULL, version TEXT NOT NULL, orderHash BLOB NOT NULL,
            maker BLOB NOT NULL, taker BLOB NOT NULL, feeRecipient BLOB NOT NULL, makerToken BLOB NOT NULL,
            takerToken BLOB NOT NULL, makerAmount BLOB NOT NULL, takerAmount BLOB NOT NULL, makerFee BLOB NOT NULL,
            takerFee BLOB NOT NULL, PRIMARY KEY (block, logIndex)) STRICT, WITHOUT ROWID;
          CREATE INDEX tradeByTokens ON trade (makerToken, takerToken, block, logIndex);
          CREATE INDEX tradeByMaker ON trade (maker, block, logIndex);
          CREATE INDEX tradeByTaker ON trade (taker, block, logIndex);
          CREATE INDEX tradeByOrder ON trade (orderHash, block, logIndex);
          CREATE TABLE attempt (
            block INTEGER NOT NULL, logIndex INTEGER NOT NULL, txHash BLOB NOT NULL, orderHash BLOB NOT NULL,
            code INTEGER NOT NULL, PRIMARY KEY (block, logIndex)) STRICT, WITHOUT ROWID;
          """)
      },
      // For several processes over one server: who keeps the book, what it changed, and what others were posted. Programs
      // before would keep the book beside the one that does.
      .changing {
        try Lease.makeTable(in: $0)
        try $0.execute(
          """
          CREATE TABLE news (number INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (number)) STRICT;
          CREATE TABLE post (
            id BLOB PRIMARY KEY NOT NULL, origin TEXT NOT NULL, content BLOB NOT NULL, answer BLOB,
            time INTEGER NOT NULL) STRICT;
          CREATE INDEX openPost ON post (time) WHERE answer IS NULL;
          CREATE INDEX answeredPost ON post (origin) WHERE answer IS NOT NULL;
          """)
      },
    ])
}
