import Keys
import Primitives

/// The list of signatures of Kaia's own types: `[[v, r, s], …]`, one for each key, with `v` as EIP-155 has it.
enum KaiaSignatureList {
  /// The list without signatures in the form that caver writes.
  static let placeholder = RLP.Item.list([.list([.bytes([1]), .bytes([]), .bytes([])])])

  static func item(_ signatures: [Signature], chainID: UInt256) -> RLP.Item {
    .list(signatures.map { .list([.uint($0.v(chainID: chainID)), .uint($0.r), .uint($0.s)]) })
  }

  /// Reads the list; it is empty also for the placeholder.
  ///
  /// - Parameter chainID: the chain that the signatures must name; nil takes that of the first.
  static func read(
    _ items: [RLP.Item], _ field: String, chainID: inout UInt256?, allowingHighS: Bool
  ) throws(TransactionError) -> [Signature] {
    guard .list(items) != placeholder else { return [] }
    var signatures: [Signature] = []
    signatures.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      var reader = try FieldReader(item, count: 3, place: .element(of: field, index: index))
      signatures.append(
        try Signature(
          v: try reader.uint256("v"), r: try reader.uint256("r"), s: try reader.uint256("s"), chainID: &chainID,
          allowingHighS: allowingHighS))
    }
    return signatures
  }
}

extension Signature {
  /// The `v` of EIP-155: twice the chain id and 35 or 36; `checkV` has made sure that it fits.
  static func v(chainID: UInt256, yParity: UInt8) -> UInt256 { chainID &* 2 &+ UInt256(35 + yParity) }

  /// The `v` that names a chain.
  func v(chainID: UInt256) -> UInt256 { Self.v(chainID: chainID, yParity: yParity) }

  /// - Throws: `chainIDTooLarge` when `v` would not fit 256 bits.
  static func checkV(chainID: UInt256, yParity: UInt8 = 1) throws(TransactionError) {
    guard chainID > (UInt256.max - UInt256(35 + yParity)) / 2 else { return }
    throw TransactionError(
      .chainIDTooLarge, "The chain id \(chainID) is too large for v.", about: "chainId",
      reason: "EIP-155 puts twice the chain id into it, and that does not fit 256 bits.")
  }

  /// A signature of one of Kaia's own types.
  ///
  /// - Parameter chainID: the chain it must name; nil becomes that which it names.
  /// - Throws: `invalidV`, `wrongChain`, `invalidSignature` or `highS`.
  init(
    v: UInt256, r: UInt256, s: UInt256, chainID: inout UInt256?, allowingHighS: Bool
  ) throws(TransactionError) {
    guard v >= 35 else {
      throw TransactionError(
        .invalidV, "The signature's v is \(v).", about: "v",
        reason: "In Kaia's own types it is twice the chain id and 35 or 36.")
    }
    let named = (v - 35) >> 1
    if let chainID, chainID != named {
      throw TransactionError(
        .wrongChain, "A signature is for chain \(named), the transaction is for chain \(chainID).", about: "v",
        advice: "Sign it for this chain.")
    }
    chainID = named
    try self.init(checkedR: r, s: s, yParity: (v - 35) & 1 == 1 ? 1 : 0, allowingHighS: allowingHighS)
  }
}

extension [Signature] {
  /// The public keys that made these signatures over `digest`, in their order.
  func publicKeys(of digest: Hash32) throws(TransactionError) -> [PublicKey] {
    var keys: [PublicKey] = []
    for signature in self { keys.append(try signature.publicKey(of: digest)) }
    return keys
  }

  /// Appends what is not there yet.
  mutating func appendNew(_ others: [Signature]) {
    for signature in others where !contains(signature) { append(signature) }
  }
}
