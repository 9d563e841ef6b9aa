import Files
import Keys
import Primitives

extension KeystoreManager {
  /// Gives a key another name; its file follows.
  ///
  /// - Throws: `notFound`, `ambiguous`, `invalidName`, `exists`, `busy`, `io`.
  public func rename(_ nameOrAddress: String, to newName: String) async throws -> KeystoreEntry {
    try await BlockingWork.run {
      let target = try FileName(label: newName)
      guard let sandbox = try sandbox() else { throw Lookup.notFound(nameOrAddress, among: [], directory) }
      return try sandbox.locked { () throws(KeystoreError) in
        let entries = try entries(in: sandbox)
        let entry = try Lookup.one(nameOrAddress, among: entries, directory)
        if entry.fileName == target.text { return entry }
        _ = try newFileName(newName, among: entries.filter { $0.fileName != entry.fileName })
        try sandbox.rename(try FileName(entry.fileName), to: target)
        return try self.entry(of: target, in: sandbox)
      }
    }
  }

  /// Encrypts a key under another password; killed at any moment, the file opens with the old or the new one.
  ///
  /// - Throws: `notFound`, `ambiguous`; `wrongPassword` and the rest of ``KeystoreFile/decrypt(password:limits:)`` for
  ///   the old password; `changed` when another program changed the file meanwhile; `busy`, `io`.
  public func changePassword(
    _ nameOrAddress: String, from old: SecretBytes, to new: SecretBytes, kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    let (entry, bytes, file) = try await BlockingWork.run {
      let (entry, bytes) = try load(nameOrAddress)
      let file = try named(entry) { () throws(KeystoreError) in
        try KeystoreFile(bytes, limits: limits)
          .reencrypted(password: old, newPassword: new, kdf: kdf, limits: limits)
      }
      return (entry, bytes, file)
    }
    try Task.checkCancellation()
    return try await BlockingWork.run {
      let name = try FileName(entry.fileName)
      guard let sandbox = try sandbox() else { throw Lookup.notFound(nameOrAddress, among: [], directory) }
      return try sandbox.locked { () throws(KeystoreError) in
        guard try sandbox.read(name.text, limit: limits.fileSize) == bytes else {
          throw KeystoreError(
            .changed, "The key file \(TerminalSafe.name(name.text)) was changed or moved by another program.",
            reason: "That was while the new password was being set; nothing was written.", advice: "Try again.")
        }
        try sandbox.replace(name, file.bytes)
        return try self.entry(of: name, in: sandbox)
      }
    }
  }

  /// Removes a key file for good.
  ///
  /// - Parameters:
  ///   - nameOrAddress: which.
  ///   - address: the address that the caller was shown and meant; nil for a file that says none.
  /// - Throws: `notFound`, `ambiguous`; `changed` when the file has another address by now; `busy`, `io`.
  public func remove(_ nameOrAddress: String, expecting address: Address?) async throws {
    try await BlockingWork.run {
      guard let sandbox = try sandbox() else { throw Lookup.notFound(nameOrAddress, among: [], directory) }
      try sandbox.locked { () throws(KeystoreError) in
        let entry = try Lookup.one(nameOrAddress, among: try entries(in: sandbox), directory)
        guard entry.address == address else {
          throw KeystoreError(
            .changed, "The key \(TerminalSafe.name(entry.name)) is not the one that was to be removed.",
            reason: "Its address is \(entry.address?.description ?? "unknown"), "
              + "and \(address?.description ?? "none") was expected.",
            advice: "List the keys and try again.")
        }
        try sandbox.remove(try FileName(entry.fileName))
      }
    }
  }
}
