import Primitives

/// An account as the state trie holds it (Yellow Paper, section 4.1).
public struct AccountRecord: Hashable, Sendable {
  /// The number of transactions that it sent, or contracts it created.
  public var nonce: UInt64
  /// In wei.
  public var balance: UInt256
  /// The root of the secure trie of its storage: slots as 32 bytes, values as the RLP of the number.
  public var storageRoot: Hash32
  /// The Keccak-256 of its code.
  public var codeHash: Hash32

  /// An account; by default one without storage and code.
  public init(
    nonce: UInt64 = 0, balance: UInt256 = 0, storageRoot: Hash32 = .emptyTrieRoot, codeHash: Hash32 = .emptyCodeHash
  ) {
    self.nonce = nonce
    self.balance = balance
    self.storageRoot = storageRoot
    self.codeHash = codeHash
  }

  /// The RLP list of nonce, balance, storage root and code hash.
  public var encoded: Bytes {
    RLP.encode(.list([.uint(nonce), .uint(balance), .hash(storageRoot), .hash(codeHash)]))
  }

  /// Reads what `encoded` writes.
  ///
  /// - Throws: `malformedAccount`.
  public init(decoding bytes: Bytes) throws(TrieError) {
    let fields: [RLP.Item]
    do throws(RLPError) {
      fields = try RLP.decode(bytes, limits: RLP.Limits(depth: 1, items: 16)).list()
    } catch {
      throw Self.malformed("\(error)")
    }
    guard fields.count == 4 else { throw Self.malformed("it has \(fields.count) fields instead of 4") }
    do throws(RLPError) {
      nonce = try fields[0].uint64()
      balance = try fields[1].uint256()
      storageRoot = try fields[2].hash()
      codeHash = try fields[3].hash()
    } catch {
      throw Self.malformed("\(error)")
    }
  }

  private static func malformed(_ reason: String) -> TrieError {
    TrieError(.malformedAccount, "cannot read an account of the state trie\n\(reason)")
  }
}
