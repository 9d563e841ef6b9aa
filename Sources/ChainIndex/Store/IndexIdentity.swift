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
  func firstBlock() throws -> UInt64? {
    guard let word = try word("first") else { return nil }
    guard let number = UInt64(exactly: word) else { throw DatabaseError.unreadable("first") }
    return number
  }

  /// Notes the block with which the index begins.
  func setFirstBlock(_ number: UInt64) throws { try set("first", UInt256(number).bigEndianBytes) }

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
