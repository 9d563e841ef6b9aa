import Primitives

extension AccountKey {
  /// The difference between signatures and those that an account's key asks for in a role.
  public struct Shortfall: Hashable, Sendable {
    /// A key that may sign.
    public enum Member: Hashable, Sendable {
      /// A key that the account's key names.
      case key(PublicKey)
      /// The key that an address comes from, whose public key nobody can tell from it.
      case ownKey(of: Address)

      /// The address that the key had from the beginning.
      public var address: Address {
        switch self {
        case .key(let key): key.address
        case .ownKey(let address): address
        }
      }
    }

    /// Somebody whose signature would count, and for how much.
    public struct Candidate: Hashable, Sendable {
      /// The key that may sign.
      public let member: Member
      /// The weight that the signature adds to the sum; 1 where the key is no multisig.
      public let weight: UInt64
    }

    /// The sum of the weights of the signatures that count.
    public let weight: UInt64
    /// The weight that is enough; 0 if nothing is, because nobody may sign.
    public let threshold: UInt64
    /// The keys that may sign and have not, in the order in which the chain has them.
    public let missing: [Candidate]
    /// The keys that signed and may not: one of them makes all signatures worthless.
    public let strangers: [PublicKey]
    /// Why the chain does not take the signatures, as ``AccountKey/check(_:role:of:)`` tells it.
    public let reason: AccountKeyError
  }

  /// The shortfall of these signers in a role for an account; nil if they suffice.
  ///
  /// - Parameters:
  ///   - signers: the public keys recovered from the signatures, one for each signature.
  ///   - address: the account's; what a legacy key is compared with.
  public func shortfall(of signers: [PublicKey], role: Role, of address: Address) -> Shortfall? {
    let reason: AccountKeyError
    do throws(AccountKeyError) {
      try check(signers, role: role, of: address)
      return nil
    } catch {
      reason = error
    }
    let (threshold, candidates) = key(for: role).candidates(of: address)
    func signed(_ candidate: Shortfall.Candidate) -> Bool {
      signers.contains { candidate.member.isKey($0) }
    }
    let weight = candidates.filter(signed).reduce(0 as UInt64) { $0.addingSaturated($1.weight) }
    return Shortfall(
      weight: weight, threshold: threshold, missing: candidates.filter { !signed($0) },
      strangers: signers.filter { signer in !candidates.contains { $0.member.isKey(signer) } }, reason: reason)
  }

  /// The keys that may sign with this key of one role, and the weight that they need together.
  private func candidates(of address: Address) -> (threshold: UInt64, [Shortfall.Candidate]) {
    switch self {
    case .none, .fail, .roles: (0, [])
    case .legacy: (1, [Shortfall.Candidate(member: .ownKey(of: address), weight: 1)])
    case .publicKey(let key): (1, [Shortfall.Candidate(member: .key(key), weight: 1)])
    case .multisig(let multisig):
      (multisig.threshold, multisig.keys.map { Shortfall.Candidate(member: .key($0.key), weight: $0.weight) })
    }
  }
}

extension AccountKey.Shortfall.Member {
  fileprivate func isKey(_ key: PublicKey) -> Bool {
    switch self {
    case .key(let own): own == key
    case .ownKey(let address): key.address == address
    }
  }
}
