import Primitives

/// The private keys of one account, by what they sign: on Ethereum the address's own key, on Kaia up to ten for each role.
public struct Keyring: Sendable, Hashable {
  /// The account's address; on Kaia never to be computed from the keys.
  public let address: Address
  /// The keys of each role, in the order of ``AccountKey/Role``: one to three lists, the last not empty.
  public let roles: [[PrivateKey]]

  /// Takes the keys of an account; empty lists at the end are left out.
  ///
  /// - Throws: `empty` without any key, `tooManyRoles`, or `tooManyKeys` in a role.
  public init(address: Address, roles: [[PrivateKey]]) throws(AccountKeyError) {
    guard let last = roles.lastIndex(where: { !$0.isEmpty }) else {
      throw AccountKeyError(.empty, "an account's keyring has no key\ngive it at least one")
    }
    if let error = AccountKeyError.roles(last + 1) { throw error }
    if let role = roles.first(where: { $0.count > WeightedMultisig.mostKeys }) { throw .tooManyKeys(role.count) }
    self.address = address
    self.roles = Array(roles[...last])
  }

  /// The key of its own address.
  public init(_ key: PrivateKey) {
    address = key.address
    roles = [[key]]
  }

  /// A key and the address it signs for.
  public init(_ walletKey: KlaytnWalletKey) {
    address = walletKey.address
    roles = [[walletKey.privateKey]]
  }

  /// The keys that sign in a role: its own, or those of the first role where it has none.
  public func keys(for role: AccountKey.Role) -> [PrivateKey] {
    let own = roles.indices.contains(role.rawValue) ? roles[role.rawValue] : []
    return own.isEmpty ? roles[0] : own
  }

  /// The one key of an account whose address is that key's; nil for any other account.
  public var ownKey: PrivateKey? {
    guard roles.count == 1, roles[0].count == 1, roles[0][0].address == address else { return nil }
    return roles[0][0]
  }
}

extension Keyring: CustomStringConvertible, CustomDebugStringConvertible {
  /// The address; never a key.
  public var description: String { "keys of \(address)" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
}
