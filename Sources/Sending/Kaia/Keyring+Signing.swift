import Keys
import Primitives

/// The keys of an account that sign, as the account's key on the chain has it.
extension Keyring: Signer {
  /// All keys, each once: which of them counts in a role the chain decides, not the file.
  public var keys: [PrivateKey] {
    var seen: Set<PrivateKey> = []
    return roles.flatMap { $0 }.filter { seen.insert($0).inserted }
  }

  /// Signs as Ethereum's accounts do, with the key that the address comes from.
  ///
  /// - Throws: `SendingError` `.keyNotHeld` when that is not here.
  public func sign(_ digest: Hash32) async throws -> Signature {
    guard let key = keys.first(where: { $0.address == address }) else {
      throw notHeld(.transaction, .legacy, "Its own key, the one that the address comes from, is not among those here.")
    }
    return try key.sign(digest)
  }

  /// The keys that have to sign in a role, as few as suffice.
  ///
  /// - Parameter accountKey: The account's key on the chain.
  /// - Throws: `SendingError` `.keyNotHeld` unless they suffice, with the reason.
  public func signers(in role: AccountKey.Role, under accountKey: AccountKey) throws(SendingError) -> [PrivateKey] {
    let chosen = candidates(in: role, under: accountKey)
    do {
      try accountKey.check(chosen.map(\.publicKey), role: role, of: address)
    } catch {
      throw notHeld(role, accountKey.key(for: role), reason(role, accountKey, chosen))
    }
    return chosen
  }

  /// The keys that count in a role, as many as are needed, even if they do not suffice: for an account whose other keys
  /// are elsewhere.
  public func candidates(in role: AccountKey.Role, under accountKey: AccountKey) -> [PrivateKey] {
    switch accountKey.key(for: role) {
    case .none, .fail, .roles: return []
    case .legacy: return keys.filter { $0.address == address }
    case .publicKey(let key): return keys.filter { $0.publicKey == key }
    case .multisig(let multisig):
      var weight: UInt64 = 0
      var chosen: [PrivateKey] = []
      // The heaviest first: each signature costs gas.
      for member in multisig.keys.sorted(by: { $0.weight > $1.weight }) where weight < multisig.threshold {
        guard let key = keys.first(where: { $0.publicKey == member.key }) else { continue }
        chosen.append(key)
        weight = weight.addingSaturated(member.weight)
      }
      return chosen
    }
  }

  private func reason(_ role: AccountKey.Role, _ accountKey: AccountKey, _ chosen: [PrivateKey]) -> String {
    let held = keys.count == 1 ? "the key here is \(keys[0].publicKey)" : "none of the \(keys.count) keys here is that"
    switch accountKey.key(for: role) {
    case .none, .roles: return "The account has no usable key for the role \(role)."
    case .fail: return "The account's key for the role \(role) is a fail key: nobody can sign with it."
    case .legacy:
      let own =
        keys.count == 1 ? "the key here is that of \(keys[0].address)" : "none of the \(keys.count) keys here is that"
      return "The account's key is the one that its address comes from; \(own)."
    case .publicKey(let key):
      return "The account's key was changed on the chain: it is \(key) now; \(held)."
    case .multisig(let multisig):
      return chosen.isEmpty
        ? "The account's key was changed on the chain: it is a multisig of \(multisig.keys.count) keys now; none of them is among those opened."
        : "The account's multisig has the threshold \(multisig.threshold); \(chosen.count) of its \(multisig.keys.count) keys were opened, which is not enough."
    }
  }

  private func notHeld(_ role: AccountKey.Role, _ key: AccountKey, _ reason: String) -> SendingError {
    SendingError(
      .keyNotHeld, "The keys of this keystore may not sign for \(address)\(role == .transaction ? "" : " as \(role)").",
      reason: reason, advice: key == .fail ? "No key can. Use another account." : nil, facts: .accountKey(address, key))
  }
}
