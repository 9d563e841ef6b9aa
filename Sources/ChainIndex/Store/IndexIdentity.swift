import Database
import Primitives

/// The contracts that an index is of.
package struct IndexIdentity: Sendable, Hashable {
  /// The chain's number.
  package let chainID: UInt256
  /// The hash of the chain's first block, which tells chains with one number apart.
  package let genesis: Hash32
  /// The contracts with the events that are read, by their addresses; one at least.
  package let sources: [EventSource]

  /// The first contract.
  package var contract: Address { sources.first?.address ?? .zero }

  /// Contracts of a chain.
  package init(chainID: UInt256, genesis: Hash32, sources: [EventSource]) {
    (self.chainID, self.genesis) = (chainID, genesis)
    self.sources = sources.sorted { $0.address < $1.address }
  }

  /// The addresses for people.
  var names: String { sources.map(\.address.checksummed).joined(separator: ", ") }

  /// Whether the events of two are the same ones, whatever their interfaces say beside.
  func hasEvents(of other: IndexIdentity) -> Bool {
    sources.map(\.address) == other.sources.map(\.address) && sources.map(\.topics) == other.sources.map(\.topics)
  }
}

/// The lowest blocks of an index whose headers a node told without what makes them checkable; nil where there are none.
package struct UncheckedHeaders: Sendable, Hashable {
  /// The lowest whose header had no filter: nobody knows whether events of it, or of later ones, are missing.
  package var filter: UInt64?
  /// The lowest whose header did not have all that its hash is made of.
  package var hash: UInt64?

  /// No block, or those given.
  package init(filter: UInt64? = nil, hash: UInt64? = nil) { (self.filter, self.hash) = (filter, hash) }
}

/// The table of single values.
struct MetaTable {
  let database: Connection

  /// The contracts that the index is of; nil for a new one.
  func identity() throws -> IndexIdentity? {
    let sources = try SourceTable(database: database).all()
    guard let chain = try word("chain"), let genesis = try word("genesis"), !sources.isEmpty else { return nil }
    return IndexIdentity(chainID: chain, genesis: Hash32(genesis), sources: sources)
  }

  /// Notes the contracts that an index is of.
  func set(_ identity: IndexIdentity) throws {
    try set("chain", identity.chainID.bigEndianBytes)
    try set("genesis", identity.genesis.bytes)
    if try bytes("incarnation") == nil {
      try set("incarnation", UInt256(UInt64.random(in: 1 ... .max)).bigEndianBytes)
    }
    try SourceTable(database: database).set(identity.sources)
  }

  /// The number that tells this index from one that is made anew of the same events; 0 before anything is read.
  func incarnation() throws -> UInt64 { try number("incarnation") ?? 0 }

  /// The block with which the index begins; nil where it is not known yet.
  func firstBlock() throws -> UInt64? { try number("first") }

  /// Notes the block with which the index begins.
  func setFirstBlock(_ number: UInt64) throws { try set("first", UInt256(number).bigEndianBytes) }

  /// The headers that could not be checked.
  func unchecked() throws -> UncheckedHeaders {
    UncheckedHeaders(filter: try number("unfiltered"), hash: try number("unhashed"))
  }

  /// Notes headers that could not be checked, unless lower ones are noted.
  func note(_ headers: UncheckedHeaders) throws {
    for (key, number) in [("unfiltered", headers.filter), ("unhashed", headers.hash)] {
      guard let number else { continue }
      if let known = try self.number(key), known <= number { continue }
      try set(key, UInt256(number).bigEndianBytes)
    }
  }

  /// Forgets the notes about blocks above a height.
  func forgetNotes(above height: UInt64) throws {
    for key in ["unfiltered", "unhashed"] {
      guard let known = try number(key), known > height else { continue }
      try database.execute("DELETE FROM meta WHERE key = ?", [key])
    }
  }

  private func number(_ key: String) throws -> UInt64? {
    guard let word = try word(key) else { return nil }
    guard let number = UInt64(exactly: word) else { throw DatabaseError.unreadable(key) }
    return number
  }

  private func bytes(_ key: String) throws -> Bytes? {
    try database.value("SELECT value FROM meta WHERE key = ?", [key])
  }

  private func word(_ key: String) throws -> UInt256? {
    guard let bytes = try bytes(key) else { return nil }
    guard bytes.count <= 32, let word = try? UInt256(bigEndian: bytes) else { throw DatabaseError.unreadable(key) }
    return word
  }

  private func set(_ key: String, _ value: Bytes) throws {
    try database.execute(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [key, value])
  }
}
