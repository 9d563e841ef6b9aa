import Primitives

/// The seals of a header, checked: enough of its validators signed it, each once, and nobody else.
///
/// They show that those validators sealed it. That they are the chain's validators shows ``KaiaAnchor``.
public struct KaiaSeals: Hashable, Sendable {
  /// The validator that proposed the block.
  public let proposer: Address
  /// The validators that sealed it, in the order of the seals.
  public let sealers: [Address]

  /// Checks the seals of a header by its own list of validators.
  ///
  /// - Parameter committeeSize: how many validators seal a block of that number at most.
  /// - Throws: `notSealed`.
  /// - Complexity: a public-key recovery for each seal, some 50 µs.
  public init(of header: KaiaHeader, committeeSize: Int) throws(EvidenceError) {
    func failure(_ reason: String) -> EvidenceError {
      EvidenceError(
        .notSealed, "block \(header.number) is not sealed by its validators", about: header.number, reason: reason)
    }
    let validators = Set(header.validators)
    let quorum = Self.quorum(validators: validators.count, committeeSize: committeeSize)
    guard header.committedSeals.count >= quorum else {
      throw failure("it has \(header.committedSeals.count) seals, and must have \(quorum)")
    }
    guard header.committedSeals.count <= validators.count else { throw failure("it has more seals than validators") }
    var seen: Set<Address> = []
    var sealers: [Address] = []
    for seal in header.committedSeals {
      guard let sealer = Address(sealing: header.commitDigest, seal) else {
        throw failure("seal \(sealers.count) is no signature")
      }
      guard validators.contains(sealer) else { throw failure("\(sealer) sealed it, who is none of its validators") }
      guard seen.insert(sealer).inserted else { throw failure("\(sealer) sealed it twice") }
      sealers.append(sealer)
    }
    guard let proposer = header.proposer, validators.contains(proposer) else {
      throw failure("none of its validators signed it as the proposer")
    }
    self.proposer = proposer
    self.sealers = sealers
  }

  /// The number of seals that a block must have: honest nodes wait for these since Klaytn 1.12, and no two blocks of
  /// one number can both have them while less than a third of the validators lie. Nodes may accept fewer (2F + 1).
  public static func quorum(validators: Int, committeeSize: Int) -> Int {
    let count = min(validators, max(1, committeeSize))
    return count < 4 ? count : (2 * count + 2) / 3
  }

  /// The number of members of a trusted council that must be among the sealers of a later block, so that one who tells
  /// the truth is: F + 1, where F may lie. Of three, two: no single one is believed.
  public static func honestShare(validators: Int, committeeSize: Int) -> Int {
    let count = min(validators, max(1, committeeSize))
    return count < 4 ? max(1, count - 1) : (count + 2) / 3
  }
}
