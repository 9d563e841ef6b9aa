import Database
import Orders
import Primitives

/// The chain and the contracts that a book's file is of.
struct BookIdentity: Sendable, Hashable {
  let chainID: UInt256
  let genesis: Hash32
  let exchanges: KnownExchanges
}

extension BookStore {
  /// Notes what a new file is of, or checks that an old one is of that.
  ///
  /// - Throws: `anotherChain` or `otherExchanges`.
  func bind(to identity: BookIdentity) async throws(OrderBookError) {
    let addresses = Self.bytes(of: identity.exchanges)
    try await write { db in
      let meta = MetaTable(database: db)
      guard let chain = try meta.word("chain") else {
        try meta.set("chain", identity.chainID.bigEndianBytes)
        try meta.set("genesis", identity.genesis.bytes)
        try meta.set("exchanges", addresses)
        return
      }
      guard chain == identity.chainID else {
        throw OrderBookError(
          .anotherChain, "The book's file is of another chain.",
          reason: "It is of chain \(chain), and the node is of chain \(identity.chainID).",
          facts: .chain(identity.chainID, expected: chain))
      }
      let genesis = Hash32(try meta.word("genesis") ?? 0)
      guard genesis == identity.genesis else {
        throw OrderBookError(
          .anotherChain, "The book's file is of another chain with the same number.",
          reason: "The node's first block is \(identity.genesis), and that of the file's chain was \(genesis).",
          facts: .genesis(identity.genesis, expected: genesis))
      }
      guard try meta.bytes("exchanges") == addresses else {
        throw OrderBookError(
          .otherExchanges, "The book's file is of other exchange contracts.",
          reason: "A book keeps the orders of those that it began with.",
          facts: .exchanges(identity.exchanges.all.map(\.contract.address)))
      }
    }
  }

  /// The exchanges as they stand in the file: addresses with their spenders and fee tokens.
  private static func bytes(of exchanges: KnownExchanges) -> Bytes {
    exchanges.all.flatMap { exchange in
      exchange.contract.address.bytes + exchange.spender.bytes + (exchange.feeToken ?? .zero).bytes
        + Bytes(exchange.version.rawValue.utf8)
    }
  }
}

/// The table of single values.
struct MetaTable {
  let database: Connection

  /// A value's bytes; nil where there is none.
  func bytes(_ key: String) throws -> Bytes? { try database.value("SELECT value FROM meta WHERE key = ?", [key]) }

  /// A value as a number; nil where there is none.
  func word(_ key: String) throws -> UInt256? {
    guard let bytes = try bytes(key) else { return nil }
    guard bytes.count <= 32, let word = try? UInt256(bigEndian: bytes) else { throw DatabaseError.unreadable(key) }
    return word
  }

  /// A value as a number of 64 bits; nil where there is none.
  func number(_ key: String) throws -> UInt64? {
    guard let word = try word(key) else { return nil }
    guard let number = UInt64(exactly: word) else { throw DatabaseError.unreadable(key) }
    return number
  }

  /// Keeps a value.
  func set(_ key: String, _ value: Bytes) throws {
    try database.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [key, value])
  }

  /// Keeps a number.
  func set(_ key: String, _ number: UInt64) throws { try set(key, UInt256(number).bigEndianBytes) }
}
