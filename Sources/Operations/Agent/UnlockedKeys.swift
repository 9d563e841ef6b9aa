import Keys
import Primitives

/// The keys of one account as bytes, in memory that is kept out of swap and core dumps.
///
/// The address, the number of roles, and for each role the number of its keys and the keys.
struct UnlockedKeys: Sendable {
  /// The bytes.
  let bytes: SecretBytes

  /// Three roles of ten keys each have so many bytes.
  static let most = 20 + 1 + 3 * (1 + 10 * 32)

  /// The keys of a keyring.
  init(_ keyring: Keyring) {
    let count = 21 + keyring.roles.reduce(0) { $0 + 1 + $1.count * 32 }
    bytes = SecretBytes(count: count) { target in
      target.copyBytes(from: keyring.address.bytes)
      target[20] = UInt8(keyring.roles.count)
      var place = 21
      for role in keyring.roles {
        target[place] = UInt8(role.count)
        place += 1
        for key in role {
          key.secret.withUnsafeBytes { secret in
            UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: secret)
          }
          place += 32
        }
      }
    }
  }

  /// Takes bytes as they came.
  init(_ bytes: SecretBytes) { self.bytes = bytes }

  /// The account's address; nil for bytes that are no keys.
  var address: Address? {
    bytes.withUnsafeBytes { bytes in bytes.count > 21 ? try? Address(Array(bytes.prefix(20))) : nil }
  }

  /// The keys; nil for bytes that are none.
  var keyring: Keyring? {
    guard let address else { return nil }
    return bytes.withUnsafeBytes { bytes -> Keyring? in
      var rest = bytes.dropFirst(20)
      guard let roleCount = rest.popFirst(), (1...3).contains(roleCount) else { return nil }
      var roles: [[PrivateKey]] = []
      for _ in 0..<roleCount {
        guard let count = rest.popFirst(), count <= 10 else { return nil }
        var role: [PrivateKey] = []
        for _ in 0..<count {
          guard rest.count >= 32 else { return nil }
          let secret = SecretBytes(count: 32) { $0.copyBytes(from: rest.prefix(32)) }
          guard let key = try? PrivateKey(secret) else { return nil }
          role.append(key)
          rest = rest.dropFirst(32)
        }
        roles.append(role)
      }
      guard rest.isEmpty else { return nil }
      return try? Keyring(address: address, roles: roles)
    }
  }
}
