import Database
import Primitives

/// The contract that an index is of.
package struct IndexIdentity: Sendable, Hashable {
  /// The chain's number.
  package let chainID: UInt256
  /// The hash of the chain's first block, which tells chains with one number apart.
  package let genesis: Hash32
  /// The contract.
  package let contract: Address

  /// The contract at an address of a chain.
  package init(chainID: UInt256, genesis: Hash32, contract: Address) {
    (self.chainID, self.genesis, self.contract) = (chainID, genesis, contract)
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

  /// The contract that the file is of; nil for a new file.
  func identity() throws -> IndexIdentity? {
    guard let chain = try word("chain"), let genesis = try word("genesis"), let contract = try bytes("contract") else {
      return nil
    }
    guard let address = try? Address(contract) else { throw DatabaseError.unreadable("contract") }
    return IndexIdentity(chainID: chain, genesis: Hash32(genesis), contract: address)
  }

  /// Notes the contract that a new file is of.
  func set(_ identity: IndexIdentity) throws {
    try set("chain", identity.chainID.bigEndianBytes)
    try set("genesis", identity.genesis.bytes)
    try set("contract", identity.contract.bytes)
  }

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
    try database.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [key, value])
  }
}
