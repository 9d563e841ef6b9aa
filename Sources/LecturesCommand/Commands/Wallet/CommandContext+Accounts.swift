import Keys
import Keystores
import Primitives
import Terminal

extension CommandContext {
  /// The password of an account, from where the settings say or from the person at the terminal.
  ///
  /// Of a key that everybody has it is said that nobody need keep it.
  func password(for entry: KeystoreEntry) async throws -> SecretBytes {
    let password = try await password(for: entry.name, isPublished: entry.isPublished)
    if let tolerated = entry.tolerated {
      note(
        StyledText(
          "\(tolerated.reason ?? tolerated.message) The key of \(PlainText.escaped(entry.name)) is used all the same: "
            + "it is published for tests, everybody has it.", .dim))
    }
    return password
  }

  /// The key of an account; the password is asked for unless the settings know it.
  ///
  /// - Throws: the problem with the file, and the errors of ``KeystoreManager/unlock(_:password:)``.
  func unlock(_ entry: KeystoreEntry, in manager: KeystoreManager) async throws -> PrivateKey {
    if let problem = entry.problem { throw problem }
    let password = try await password(for: entry)
    return try await progress("Unlocking \(entry.name)") { _ in
      try await manager.unlock(entry.fileName, password: password)
    }
  }

  /// All keys of an account, by role; the password is asked for unless the settings know it.
  ///
  /// - Parameter file: The file with its password, if it has one of its own.
  /// - Throws: the problem with the file, and the errors of ``KeystoreManager/unlockKeyring(_:password:)``.
  func unlockKeyring(
    _ entry: KeystoreEntry, in manager: KeystoreManager, passwordFile file: String? = nil
  ) async throws -> Keyring {
    if let problem = entry.problem { throw problem }
    let password =
      if let file {
        try await password(from: .file(file), prompt: "", ofPublishedKey: entry.isPublished)
      } else {
        try await password(for: entry)
      }
    return try await progress("Unlocking \(entry.name)") { _ in
      try await manager.keyring(of: entry, password: password)
    }
  }

  /// All keys of several accounts, in their order, opened at once.
  ///
  /// A password that is typed for one is tried for the others before theirs are asked for; one from a file is for all.
  func unlockKeyrings(_ entries: [KeystoreEntry], in manager: KeystoreManager) async throws -> [Keyring] {
    for entry in entries { if let problem = entry.problem { throw problem } }
    let isShared: Bool
    switch try passwordSource() {
    // Each has a line of its own there.
    case .descriptor, .file("-"): isShared = false
    default: isShared = true
    }
    var opened: [Int: Keyring] = [:]
    var waiting = Array(entries.indices)
    while let first = waiting.first {
      var accounts: [(Int, KeystoreEntry, SecretBytes)] = []
      for index in waiting {
        let shared = isShared ? accounts.first?.2 : nil
        let password = if let shared { shared } else { try await password(for: entries[index]) }
        accounts.append((index, entries[index], password))
      }
      let names = accounts.map(\.1.name).joined(separator: ", ")
      let outcomes = try await progress("Unlocking \(names)") { [accounts] _ in try await manager.keyrings(of: accounts)
      }
      for (index, outcome) in outcomes {
        do throws(KeystoreError) {
          opened[index] = try outcome.get()
        } catch {
          guard isShared, index != first, error.code == .wrongPassword else { throw error }
        }
      }
      waiting.removeAll { opened[$0] != nil }
    }
    return entries.indices.compactMap { opened[$0] }
  }

  /// The addresses of the accounts here.
  func knownAddresses() async -> Set<Address> { Set(((try? await keystores().list()) ?? []).compactMap(\.address)) }
}

extension KeystoreManager {
  /// All keys of an account; of a file of another version than 4 the key has to be the address's own.
  fileprivate func keyring(of entry: KeystoreEntry, password: SecretBytes) async throws -> Keyring {
    guard case .keystore(.v4) = entry.kind else {
      return Keyring(try await unlock(entry.fileName, password: password))
    }
    return try await unlockKeyring(entry.fileName, password: password)
  }

  /// The keys of several accounts, opened at once, or why not.
  fileprivate func keyrings(
    of accounts: [(Int, KeystoreEntry, SecretBytes)]
  ) async throws -> [(Int, Result<Keyring, KeystoreError>)] {
    try await withThrowingTaskGroup(of: (Int, Result<Keyring, KeystoreError>).self) { group in
      for (index, entry, password) in accounts {
        group.addTask { (index, try await outcome(of: entry, password)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func outcome(of entry: KeystoreEntry, _ password: SecretBytes) async throws -> Result<Keyring, KeystoreError>
  {
    do {
      return .success(try await keyring(of: entry, password: password))
    } catch let error as KeystoreError {
      return .failure(error)
    }
  }
}
