import Primitives

extension AccountKey {
  /// Checks that an account can get this key (`CheckInstallable` of Kaia's nodes).
  ///
  /// - Throws: the first rule it breaks: `noKey`, `empty`, `tooManyKeys`, `zeroThreshold`, `zeroWeight`, `duplicateKey`,
  ///   `weightOverflow`, `unsatisfiableThreshold`, `tooManyRoles` or `nested`.
  public func validate() throws(AccountKeyError) {
    switch self {
    case .none:
      throw AccountKeyError(
        .noKey,
        """
        an account cannot get the nil key
        it stands only in a change of some roles, for a role that the account has and that keeps its key
        """)
    case .legacy, .publicKey, .fail: break
    case .multisig(let multisig): try multisig.validate()
    case .roles(let keys):
      if let error = AccountKeyError.roles(keys.count) { throw error }
      for key in keys {
        if case .roles = key { throw .nested }
        try key.validate()
      }
    }
  }

  /// The key that an account with this one has after an update to `new` (`CheckReplacable` of Kaia's nodes).
  ///
  /// A role-based key changes role by role: nil keeps a role's key, and roles that `new` does not name keep theirs. Any
  /// other key is replaced whole.
  ///
  /// - Throws: what ``validate()`` throws for the new parts, or `failNotUpdatable`.
  public func updated(by new: AccountKey) throws(AccountKeyError) -> AccountKey {
    switch (self, new) {
    case (.fail, .fail):
      throw AccountKeyError(
        .failNotUpdatable, "a fail key cannot be changed to a fail key\nleave this role out, or give it another key")
    case (.roles(var keys), .roles(let changes)):
      if let error = AccountKeyError.roles(changes.count) { throw error }
      for (role, change) in changes.enumerated() {
        switch change {
        case .roles: throw .nested
        case _ where role >= keys.count:
          try change.validate()
          keys.append(change)
        case .none: break
        default: keys[role] = try keys[role].updated(by: change)
        }
      }
      return .roles(keys)
    default:
      try new.validate()
      return new
    }
  }

  /// Checks that these signers, together and without a stranger among them, may sign in a role for an account.
  ///
  /// - Parameters:
  ///   - signers: the public keys recovered from the signatures, one for each signature.
  ///   - address: the account's; what a legacy key is compared with.
  /// - Throws: `unauthorized`, with what the key wants.
  public func check(_ signers: [PublicKey], role: Role, of address: Address) throws(AccountKeyError) {
    func refuse(_ why: String) -> AccountKeyError {
      AccountKeyError(
        .unauthorized, "the signatures do not count for \(address) in the role \(role): \(why)")
    }
    switch key(for: role) {
    case .none, .roles: throw refuse("the account has no usable key for it")
    case .fail: throw refuse("the account's key is a fail key\nnobody can sign for it")
    case .legacy:
      guard signers.count == 1 else { throw refuse("there are \(signers.count), and a legacy key wants exactly one") }
      guard signers[0].address == address else {
        throw refuse("its key is legacy, the one its address comes from, and \(signers[0].address) signed")
      }
    case .publicKey(let key):
      guard signers.count == 1 else { throw refuse("there are \(signers.count), and one public key wants exactly one") }
      guard signers[0] == key else {
        throw refuse("its key is \(key)\nand \(signers[0]) signed; if the key was changed, sign with the new one")
      }
    case .multisig(let multisig):
      guard signers.count <= multisig.keys.count else {
        throw refuse("there are \(signers.count), more than the \(multisig.keys.count) keys of the multisig")
      }
      let distinct = Set(signers)
      if let stranger = signers.first(where: { signer in !multisig.keys.contains { $0.key == signer } }) {
        throw refuse("\(stranger) signed, which is no key of the multisig\none such signature makes all invalid")
      }
      let weight = multisig.weight(signedBy: distinct)
      guard multisig.threshold > 0, weight >= multisig.threshold else {
        throw refuse(
          "their keys weigh \(weight), and the threshold is \(multisig.threshold)\nlet more of its keys sign")
      }
    }
  }
}

extension WeightedMultisig {
  /// The rules in the order in which Kaia's nodes look at them.
  fileprivate func validate() throws(AccountKeyError) {
    guard !keys.isEmpty else {
      throw AccountKeyError(.empty, "a multisig account key has no keys\ngive it one to \(Self.mostKeys)")
    }
    guard threshold > 0 else {
      throw AccountKeyError(.zeroThreshold, "the threshold of a multisig account key is 0\ngive one from 1 up")
    }
    guard keys.count <= Self.mostKeys else { throw .tooManyKeys(keys.count) }
    var seen: Set<PublicKey> = []
    var sum: UInt64 = 0
    for member in keys {
      guard member.weight > 0 else {
        throw AccountKeyError(.zeroWeight, "a key of a multisig has the weight 0: \(member.key)\ngive 1 or more")
      }
      guard seen.insert(member.key).inserted else {
        throw AccountKeyError(
          .duplicateKey, "a multisig has a key twice: \(member.key)\ngive it a higher weight instead")
      }
      let (total, overflow) = sum.addingReportingOverflow(member.weight)
      guard !overflow else {
        throw AccountKeyError(.weightOverflow, "the weights of a multisig account key add up to 2^64 or more")
      }
      sum = total
    }
    guard threshold <= sum else {
      throw AccountKeyError(
        .unsatisfiableThreshold,
        "the threshold of a multisig account key is \(threshold), and all its keys weigh \(sum)")
    }
  }
}
