import Files
import Keys
import Primitives

extension KeystoreFile {
  /// Decrypts the file's one key; takes about a second and 256 MiB with usual parameters, and blocks.
  ///
  /// - Throws: `wrongPassword`; `parametersRefused` before any work is done; `addressMismatch` when the key is not that
  ///   of the file's address; `damaged`; `unsupported` for a ring of several keys (see ``decryptKeyring(password:limits:)``).
  public func decrypt(
    password: SecretBytes, limits: KeystoreLimits = .default
  ) throws(KeystoreError) -> PrivateKey {
    try check(limits)
    let key: PrivateKey
    switch contents {
    case .single(let sealed):
      key = try sealed.open(password: password)
    case .presale(let wallet):
      return try wallet.open(password: password)
    case .keyring(let ring):
      guard ring.count == 1, let sealed = ring.roles.lazy.flatMap({ $0 }).first else {
        throw KeystoreError(
          .unsupported, "This key file holds \(ring.count) keys of one Kaia account (version 4).",
          reason: "A single key was asked for, and there is no one key that stands for the account.")
      }
      key = try sealed.open(password: password)
      if let address, key.address != address {
        throw KeystoreError(
          .unsupported, "This key file's Kaia account has a key of another address (version 4).",
          reason: "The key of \(key.address) signs for \(address); as a plain key it would sign for the wrong account.")
      }
    }
    if let address, key.address != address {
      throw KeystoreError(
        .addressMismatch, "The key in this file is not that of the file's address.",
        reason: "The file says \(address), its key belongs to \(key.address): its `address` or `iv` was changed, "
          + "or it is of a Kaia account that was given another key.",
        advice: "Do not send anything to either address before you know which; try a backup of the file. "
          + "The new key of a Kaia account is imported for that account's address.")
    }
    return key
  }

  /// Decrypts every key of the file, by role; blocks for each of them.
  ///
  /// A version 3 file gives its one key. The keys of a Kaia account need not be those of its address, in files of either
  /// version, so that this is not checked here: a damaged `iv`, which the MAC does not cover, gives another key. Only a
  /// keyring's ``Keyring/ownKey`` signs for its address on other chains.
  ///
  /// - Throws: `wrongPassword`; `parametersRefused` before any work is done; `damaged`, also when there are several keys
  ///   and no address.
  public func decryptKeyring(
    password: SecretBytes, limits: KeystoreLimits = .default
  ) throws(KeystoreError) -> Keyring {
    try check(limits)
    if case .presale(let wallet) = contents { return Keyring(try wallet.open(password: password)) }
    let sealed = SealedKeyring(roles: try sealedRoles(), isFlat: false)
    return try keyring(sealed.open(password: password))
  }

  /// Decrypts every key of the file, several at once, on threads of their own.
  ///
  /// Each takes about a second and 256 MiB with usual parameters: as many are opened at the same time as there are
  /// processors, and as their memory together stays within the limits.
  ///
  /// - Throws: as ``decryptKeyring(password:limits:)``; `CancellationError`.
  public func unlockKeyring(password: SecretBytes, limits: KeystoreLimits = .default) async throws -> Keyring {
    try check(limits)
    if case .presale(let wallet) = contents {
      return try await BlockingWork.run { Keyring(try wallet.open(password: password)) }
    }
    let roles = try sealedRoles()
    let sealed = roles.flatMap { $0 }
    let dearest = sealed.map(\.kdf.memory).max() ?? 0
    let width = max(1, min(BlockingWork.processors, sealed.count, limits.memory / max(1, dearest)))
    let opened = try await withThrowingTaskGroup(of: [(Int, PrivateKey)].self) { group in
      for first in 0..<width {
        group.addTask {
          var keys: [(Int, PrivateKey)] = []
          for index in stride(from: first, to: sealed.count, by: width) {
            try Task.checkCancellation()
            keys.append((index, try await BlockingWork.run { try sealed[index].open(password: password) }))
          }
          return keys
        }
      }
      var opened: [Int: PrivateKey] = [:]
      for try await keys in group { for (index, key) in keys { opened[index] = key } }
      return opened
    }
    var rest = (0..<sealed.count).compactMap { opened[$0] }[...]
    return try keyring(
      roles.map { role in
        defer { rest = rest.dropFirst(role.count) }
        return Array(rest.prefix(role.count))
      })
  }

  /// The encrypted keys by role.
  private func sealedRoles() throws(KeystoreError) -> [[SealedKey]] {
    switch contents {
    case .presale: return []
    case .single(let sealed): return [[sealed]]
    case .keyring(let ring):
      guard address != nil || ring.count == 1 else {
        throw .damaged("The key file does not say whose \(ring.count) keys it holds: its `address` is missing.")
      }
      return ring.roles
    }
  }

  private func keyring(_ roles: [[PrivateKey]]) throws(KeystoreError) -> Keyring {
    guard let first = roles.lazy.flatMap({ $0 }).first,
      let keyring = try? Keyring(address: address ?? first.address, roles: roles)
    else { throw .damaged("The key file's `keyring` has no key.") }
    return keyring
  }

  /// Decrypts on a thread of its own, off the main queue and off the cooperative pool.
  ///
  /// - Throws: as ``decrypt(password:limits:)``.
  public func unlock(password: SecretBytes, limits: KeystoreLimits = .default) async throws -> PrivateKey {
    try await BlockingWork.run { try decrypt(password: password, limits: limits) }
  }
}
