import JSONFields
import Keys
import Primitives
import StrictJSON
import Tries

/// An account as a block's state root proves it (EIP-1186).
public struct ProvenAccount: Hashable, Sendable {
  /// Whether there is such an account; all else is 0 if there is none.
  public let exists: Bool
  /// The number of transactions that it sent.
  public let nonce: UInt64
  /// The balance, in peb or wei.
  public let balance: UInt256
  /// The key that signs for it; of Ethereum's accounts the key that the address comes from.
  public let key: AccountKey

  private static let mostNodes = 65
  private static let mostNodeBytes = 1 << 16

  /// Checks the answer to `kaia_getProof` or `eth_getProof`; the numbers beside the proof count for nothing.
  ///
  /// - Parameter stateRoot: that of a trusted header.
  /// - Throws: `noProof` when the node gives none, `wrongProof` when it does not hold, `malformedProof`.
  public init(_ address: Address, proof: JSON, stateRoot: Hash32) throws(EvidenceError) {
    if proof.isNull { throw Self.none(address, "it answered null") }
    let fields = try EvidenceFields(proof, .malformedProof, "the proof of the account \(address)")
    // Nodes of old answer an empty list for any account: that shows nothing at all, least of all that there is none.
    guard fields["accountProof"] != nil else { throw Self.none(address, "there is none in its answer") }
    let list = try fields.required("accountProof", .list(of: .any, atMost: Self.mostNodes))
    guard !list.isEmpty else { throw Self.none(address, "its proof is empty") }
    var nodes: [Bytes] = []
    for node in list {
      guard let text = node.string, text.utf8.count <= 2 * Self.mostNodeBytes, let bytes = try? Hex.decode(text) else {
        throw fields.failure("accountProof", "has something that is no node of a trie")
      }
      nodes.append(bytes)
    }
    let leaf: Bytes?
    do throws(TrieError) {
      leaf = try SecureTrie.verify(proof: nodes, of: address.bytes, root: stateRoot)
    } catch {
      throw EvidenceError(
        .wrongProof, "the proof of the account \(address) does not hold",
        reason: "its nodes do not lead from the state root \(stateRoot) to the account (\(error.code))")
    }
    guard let leaf else {
      (exists, nonce, balance, key) = (false, 0, 0, .legacy)
      return
    }
    let record = try AccountLeaf(leaf)
    (exists, nonce, balance, key) = (true, record.nonce, record.balance, record.key)
  }

  private static func none(_ address: Address, _ reason: String) -> EvidenceError {
    EvidenceError(
      .noProof, "the node gives no proof of the account \(address)",
      reason: "\(reason): it is of an old version, or has not got the state of that block any more")
  }
}

/// A leaf of the state trie: Ethereum's four fields, or what Kaia's account serializer writes.
struct AccountLeaf: Hashable, Sendable {
  let nonce: UInt64
  let balance: UInt256
  let key: AccountKey

  /// Reads a leaf.
  ///
  /// - Throws: `malformedProof`.
  init(_ bytes: Bytes) throws(EvidenceError) {
    guard let first = bytes.first else { throw Self.malformed("it is empty") }
    guard first < 0xc0 else {
      let fields = try reading(orFail: Self.malformed) { () throws(RLPError) in
        try RLP.decode(bytes, limits: RLP.Limits(depth: 1, items: 8)).list()
      }
      guard fields.count == 4 else { throw Self.malformed("it has \(fields.count) fields instead of 4") }
      (nonce, balance) = try Self.numbers(fields)
      key = .legacy
      return
    }
    guard first == 1 || first == 2 else { throw Self.malformed("its type is \(first)") }
    var fields = try reading(orFail: Self.malformed) { () throws(RLPError) in
      try RLP.decode(bytes.dropFirst(), limits: RLP.Limits(depth: 8, items: 4096)).list()
    }
    // Accounts with code, or with storage, have both roots behind what all have.
    if fields.count == 4, case .list(let common) = fields[0] {
      fields = common
    } else if first == 2 {
      throw Self.malformed("it is a contract's without code")
    }
    guard fields.count == 5 else { throw Self.malformed("it has \(fields.count) fields instead of 5") }
    (nonce, balance) = try Self.numbers(fields)
    guard case .bytes(let kind) = fields[3], kind.count == 1,
      let key = try? AccountKey(decoding: kind + RLP.encode(fields[4]))
    else { throw Self.malformed("its key is of no known kind") }
    self.key = key
  }

  /// The first two fields: nonce and balance.
  private static func numbers(_ fields: [RLP.Item]) throws(EvidenceError) -> (UInt64, UInt256) {
    try reading(orFail: malformed) { () throws(RLPError) in (try fields[0].uint64(), try fields[1].uint256()) }
  }

  private static func malformed(_ reason: String) -> EvidenceError {
    EvidenceError(.malformedProof, "the account that the proof leads to cannot be read", reason: reason)
  }
}
