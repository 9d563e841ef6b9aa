import Database
import Orders
import Primitives

extension BookStore {
  /// Notes which chain and which exchanges a new file is of, or checks that an old one is of those.
  ///
  /// - Throws: `anotherChain` or `otherExchanges`.
  func bind(to exchanges: KnownExchanges, of chainID: UInt256) async throws(OrderBookError) {
    let addresses = Self.bytes(of: exchanges)
    try await write { db in
      let meta = MetaTable(database: db)
      guard let chain = try meta.word("chain") else {
        try meta.set("chain", chainID.bigEndianBytes)
        try meta.set("exchanges", addresses)
        return
      }
      guard chain == chainID else {
        throw OrderBookError(
          .anotherChain, "The book's store is of another chain.",
          reason: "It is of chain \(chain), and the exchanges are of chain \(chainID).",
          facts: .chain(chainID, expected: chain))
      }
      guard try meta.bytes("exchanges") == addresses else {
        throw OrderBookError(
          .otherExchanges, "The book's store is of other exchange contracts.",
          reason: "A book keeps the orders of those that it began with.",
          facts: .exchanges(exchanges.all.map(\.contract.address)))
      }
    }
  }

  /// Notes the first block of the chain that a new file is of, or checks that an old one is of that chain.
  ///
  /// - Throws: `anotherChain`.
  func bind(toGenesis genesis: Hash32) async throws(OrderBookError) {
    try await write { db in
      let meta = MetaTable(database: db)
      guard let known = try meta.word("genesis").map({ Hash32($0) }) else {
        try meta.set("genesis", genesis.bytes)
        return
      }
      guard known == genesis else {
        throw OrderBookError(
          .anotherChain, "The book's store is of another chain with the same number.",
          reason: "The node's first block is \(genesis), and that of the book's chain is \(known).",
          facts: .genesis(genesis, expected: known))
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
    try database.execute(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [key, value])
  }

  /// Keeps a number.
  func set(_ key: String, _ number: UInt64) throws { try set(key, UInt256(number).bigEndianBytes) }
}
