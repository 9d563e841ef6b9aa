import Keys
import Primitives
import StrictJSON

/// The encrypted keys of a version 4 file (Kaia's KIP-3): one list, or a list for each of at most three roles.
struct SealedKeyring: Sendable, Hashable {
  /// The keys by role: transactions, account updates, fee payments; a file without roles has them all in the first.
  let roles: [[SealedKey]]
  /// Whether the file lists keys without roles.
  let isFlat: Bool

  var count: Int { roles.reduce(0) { $0 + $1.count } }
}

extension SealedKeyring {
  init(_ json: JSON?) throws(KeystoreError) {
    guard let items = json?.array else { throw .damaged("The key file's `keyring` is no list.") }
    isFlat = items.contains { $0.array == nil }
    let lists: [[JSON]]
    if isFlat {
      lists = [items]
    } else {
      guard items.count <= AccountKey.Role.allCases.count else {
        throw .damaged("The key file's `keyring` has \(items.count) roles instead of at most 3.")
      }
      lists = items.map { $0.array ?? [] }
    }
    var roles: [[SealedKey]] = []
    for list in lists {
      guard list.count <= WeightedMultisig.mostKeys else {
        throw .damaged("The key file's `keyring` has \(list.count) keys in one role instead of at most 10.")
      }
      var keys: [SealedKey] = []
      for item in list { keys.append(try SealedKey(try Fields(item, "keyring"))) }
      roles.append(keys)
    }
    self.roles = roles
    guard count > 0 else { throw .damaged("The key file's `keyring` has no key.") }
  }

  var json: JSON {
    let lists = roles.map { $0.map(\.json) }
    return isFlat ? .array(lists.flatMap { $0 }) : .array(lists.map { .array($0) })
  }

  /// Encrypts keys by role, each under a salt of its own.
  init(sealing roles: [[PrivateKey]], isFlat: Bool, password: SecretBytes, kdf: KDF) throws(KeystoreError) {
    var sealed: [[SealedKey]] = []
    for keys in roles {
      var list: [SealedKey] = []
      for key in keys { list.append(try SealedKey.seal(key, password: password, kdf: kdf)) }
      sealed.append(list)
    }
    self.init(roles: sealed, isFlat: isFlat)
  }

  /// Decrypts every key; the parameters must have been checked against the limits.
  func open(password: SecretBytes) throws(KeystoreError) -> [[PrivateKey]] {
    var opened: [[PrivateKey]] = []
    for keys in roles {
      var list: [PrivateKey] = []
      for key in keys { list.append(try key.open(password: password)) }
      opened.append(list)
    }
    return opened
  }
}
