import Keys
import Keystores
import Primitives

extension CommandContext {
  /// The key of an account; the password is asked for unless the settings know it.
  ///
  /// - Throws: what is wrong with the file, and what ``KeystoreManager/unlock(_:password:)`` throws.
  func unlock(_ entry: KeystoreEntry, in manager: KeystoreManager) async throws -> PrivateKey {
    if let problem = entry.problem { throw problem }
    let password = try await password(for: entry.name)
    return try await progress("Unlocking \(entry.name)") { _ in
      try await manager.unlock(entry.fileName, password: password)
    }
  }

  /// All keys of an account, by role; the password is asked for unless the settings know it.
  ///
  /// - Parameter file: Where its password is, if it has one of its own.
  /// - Throws: what is wrong with the file, and what ``KeystoreManager/unlockKeyring(_:password:)`` throws.
  func unlockKeyring(
    _ entry: KeystoreEntry, in manager: KeystoreManager, passwordFile file: String? = nil
  ) async throws -> Keyring {
    if let problem = entry.problem { throw problem }
    let password =
      if let file { try await password(from: .file(file), prompt: "") } else { try await password(for: entry.name) }
    return try await progress("Unlocking \(entry.name)") { _ in
      // Of a file of another version the key has to be the address's own.
      guard case .keystore(.v4) = entry.kind else {
        return Keyring(try await manager.unlock(entry.fileName, password: password))
      }
      return try await manager.unlockKeyring(entry.fileName, password: password)
    }
  }

  /// The addresses of the accounts here.
  func knownAddresses() async -> Set<Address> { Set(((try? await keystores().list()) ?? []).compactMap(\.address)) }

  /// An address with the name it has among the accounts here, as in "teacher 0x…".
  func named(_ address: Address) async -> StyledText {
    let entries = ((try? await keystores().list()) ?? []).filter { $0.address == address }
    // Several files may be of one account of Kaia; its address's own key names it best.
    guard let name = (entries.first { !$0.isVersion4 } ?? entries.first)?.name, name != address.checksummed else {
      return StyledText(address.checksummed)
    }
    return StyledText(name) + " \(address)"
  }
}
