import Keys
import Primitives
import StrictJSON

/// The keys of a version 4 file (Kaia's KIP-3): one list, or a list for each of at most three roles.
struct Keyring: Sendable, Hashable {
  /// A multiple signature has ten keys at most.
  private static let keysPerRole = 10
  private static let maximumRoles = 3

  /// The keys by role: transactions, account updates, fee payments; a file without roles has them all in the first.
  let roles: [[SealedKey]]
  /// Whether the file lists keys without roles.
  let isFlat: Bool

  var count: Int { roles.reduce(0) { $0 + $1.count } }

  init(roles: [[SealedKey]], isFlat: Bool) {
    self.roles = roles
    self.isFlat = isFlat
  }

  init(_ json: JSON?) throws(KeystoreError) {
    guard let items = json?.array else { throw .damaged("The key file's `keyring` is no list.") }
    isFlat = items.contains { $0.array == nil }
    let lists: [[JSON]]
    if isFlat {
      lists = [items]
    } else {
      guard items.count <= Keyring.maximumRoles else {
        throw .damaged("The key file's `keyring` has \(items.count) roles instead of at most 3.")
      }
      lists = items.map { $0.array ?? [] }
    }
    var roles: [[SealedKey]] = []
    for list in lists {
      guard list.count <= Keyring.keysPerRole else {
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
}
