/// The key of an account of Kaia: the account's address need not come from the key, and the key can be changed.
public indirect enum AccountKey: Hashable, Sendable {
  /// AccountKeyNil: in a role-based update, "this role keeps its key"; no account has it.
  case none
  /// AccountKeyLegacy: the key that the address comes from, as on Ethereum; what every new account has.
  case legacy
  /// AccountKeyPublic: one key, whatever the address.
  case publicKey(PublicKey)
  /// AccountKeyFail: nobody.
  case fail
  /// AccountKeyWeightedMultiSig: several keys whose weights must reach a threshold.
  case multisig(WeightedMultisig)
  /// AccountKeyRoleBased: a key for each role, one to three, none of them role-based itself.
  case roles([AccountKey])

  /// The use of a signature; the raw value is the place of its key in a role-based key.
  public enum Role: Int, CaseIterable, Hashable, Sendable {
    /// Everything but changing the key.
    case transaction
    /// Changing the account's key.
    case accountUpdate
    /// Paying the fee of another account's transaction.
    case feePayer
  }

  /// The kind of a key; the raw value is the number that the chain writes for it.
  public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// In the order of the numbers, from 0 to 5; see the cases of ``AccountKey``.
    case none, legacy, publicKey, fail, multisig, roles

    /// The name in Kaia's documents, such as `AccountKeyPublic`.
    public var name: String {
      switch self {
      case .none: "AccountKeyNil"
      case .legacy: "AccountKeyLegacy"
      case .publicKey: "AccountKeyPublic"
      case .fail: "AccountKeyFail"
      case .multisig: "AccountKeyWeightedMultiSig"
      case .roles: "AccountKeyRoleBased"
      }
    }
  }

  /// The kind of this key.
  public var kind: Kind {
    switch self {
    case .none: .none
    case .legacy: .legacy
    case .publicKey: .publicKey
    case .fail: .fail
    case .multisig: .multisig
    case .roles: .roles
    }
  }

  /// The key that signs in a role: that of a role-based key, or its first if it has none for the role; else the key itself.
  public func key(for role: Role) -> AccountKey {
    guard case .roles(let keys) = self else { return self }
    return keys.indices.contains(role.rawValue) ? keys[role.rawValue] : keys.first ?? .none
  }

  /// The number of public keys that it holds, in all roles: what making it costs gas for.
  public var publicKeyCount: Int {
    switch self {
    case .none, .legacy, .fail: 0
    case .publicKey: 1
    case .multisig(let multisig): multisig.keys.count
    case .roles(let keys): keys.reduce(0) { $0 + $1.publicKeyCount }
    }
  }
}

extension AccountKey.Role: CustomStringConvertible {
  /// The role in words, such as `account update`.
  public var description: String {
    switch self {
    case .transaction: "transaction"
    case .accountUpdate: "account update"
    case .feePayer: "fee payer"
    }
  }
}
