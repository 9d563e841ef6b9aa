import Keys
import Primitives

/// The validators and seals in a header's `extraData`, behind 32 bytes of which the last is the round.
struct IstanbulExtra: Hashable, Sendable {
  let vanity: Bytes
  let validators: [Address]
  let seal: Bytes
  let committedSeals: [Bytes]

  static let mostBytes = 1 << 17
  private static let mostValidators = 1024
  private static let vanityCount = 32

  /// Reads the bytes, strictly.
  ///
  /// - Throws: `malformedHeader`.
  init(_ bytes: Bytes) throws(EvidenceError) {
    func failure(_ reason: String) -> EvidenceError {
      EvidenceError(.malformedHeader, "the header's validators and seals cannot be read", reason: reason)
    }
    guard bytes.count > Self.vanityCount else {
      throw failure(
        "its extraData has \(bytes.count) bytes: answers of eth_ methods leave it out, those of kaia_ methods have it")
    }
    vanity = Bytes(bytes.prefix(Self.vanityCount))
    let limits = RLP.Limits(depth: 2, items: 2 * Self.mostValidators + 8)
    let parts = try reading(orFail: failure) { () throws(RLPError) in
      try RLP.decode(bytes.dropFirst(Self.vanityCount), limits: limits).list()
    }
    guard parts.count == 3 else { throw failure("its extraData has \(parts.count) parts instead of 3") }
    (validators, seal, committedSeals) = try reading(orFail: failure) { () throws(RLPError) in
      var validators: [Address] = []
      for item in try parts[0].list() { validators.append(try item.address()) }
      var seals: [Bytes] = []
      for item in try parts[2].list() { seals.append(try item.bytes()) }
      return (validators, try parts[1].bytes(), seals)
    }
    guard validators.count <= Self.mostValidators, committedSeals.count <= Self.mostValidators else {
      throw failure("it has more than \(Self.mostValidators) validators or seals")
    }
    guard !validators.isEmpty, Set(validators).count == validators.count else {
      throw failure("its validators are none, or one of them is there twice")
    }
  }

  /// The round of consensus in which the block was sealed.
  var round: UInt8 { vanity[Self.vanityCount - 1] }

  /// The bytes that are hashed: round 0, no committed seals, and the proposer's seal or none.
  func hashed(withSeal: Bool) -> Bytes {
    vanity.dropLast() + [0]
      + RLP.encode(.list([.list(validators.map { .address($0) }), .bytes(withSeal ? seal : []), .list([])]))
  }
}

extension Address {
  /// The signer of a seal, whose last byte is 0 or 1; nil if it is no seal.
  init?(sealing digest: Hash32, _ seal: Bytes) {
    guard seal.count == 65, seal[64] <= 1, let signature = try? Signature(bytes65: seal),
      let key = try? signature.recover(digest)
    else { return nil }
    self = key.address
  }
}
