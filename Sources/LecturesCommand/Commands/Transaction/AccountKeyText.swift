import Keys

/// An account key of Kaia for people, a line for each role.
enum AccountKeyText {
  /// One line, or the name of each role with its own.
  static func lines(_ key: AccountKey) -> [String] {
    guard case .roles(let keys) = key else { return [line(key)] }
    return zip(AccountKey.Role.allCases, keys).map { "\($0): \(line($1))" }
  }

  private static func line(_ key: AccountKey) -> String {
    switch key {
    case .none: "stays as it is"
    case .legacy: "the one that the address comes from"
    case .publicKey(let key): "\(key)"
    case .fail: "none: nobody can sign, for ever"
    case .multisig(let multisig):
      "weight \(multisig.threshold) of " + multisig.keys.map { "\($0.key) (\($0.weight))" }.joined(separator: ", ")
    case .roles(let keys): "\(keys.count) roles"
    }
  }
}
