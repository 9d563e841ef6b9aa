import Keys

extension AccountKey {
  /// The kind of key, for people, in a few words.
  var words: String {
    switch self {
    case .none: "stays as it is"
    case .legacy: "the one that the address comes from"
    case .publicKey: "one key of its own"
    case .fail: "none: nobody can sign"
    case .multisig(let multisig):
      multisig.keys.allSatisfy { $0.weight == 1 }
        ? "\(multisig.threshold) of \(multisig.keys.count) keys"
        : "weight \(multisig.threshold) of \(multisig.keys.count) keys"
    case .roles: "one for each role"
    }
  }

  /// The key itself, in a line, or the name of each role with its own.
  var lines: [String] {
    guard case .roles(let keys) = self else { return [line] }
    return zip(Role.allCases, keys).map { "\($0): \($1.line)" }
  }

  private var line: String {
    switch self {
    case .publicKey(let key): "\(key)"
    case .multisig(let multisig):
      "\(words): " + multisig.keys.map { "\($0.key) (\($0.weight))" }.joined(separator: ", ")
    case .none, .legacy, .fail, .roles: words
    }
  }
}
