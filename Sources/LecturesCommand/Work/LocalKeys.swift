import Keys
import Keystores
import Localization
import Operations
import Primitives
import Terminal

/// The key files of this user, and their unlocking.
struct LocalKeys: Sendable {
  let settings: Settings
  let prompts: Prompts

  /// The keystores of the settings.
  func manager() throws -> KeystoreManager { try KeystoreManager(directory: settings.keystoreDirectory()) }

  /// The key of an account; the password is asked for unless the settings know it.
  ///
  /// - Throws: the problem with the file, and the errors of ``KeystoreManager/unlock(_:password:)``.
  func unlock(_ entry: KeystoreEntry, in manager: KeystoreManager) async throws -> PrivateKey {
    if let problem = entry.problem { throw problem }
    if let key = await unlockedKeys(of: entry, in: manager)?.ownKey { return key }
    return try await attempting(entry, on: prompts.console.language[ProgressText.unlocking(entry.name)]) {
      try await manager.unlock(entry.fileName, password: $0)
    }.found
  }

  // MARK: Unlocked accounts

  /// The process that keeps a key file's account unlocked, if one runs; nil where there is no place for one.
  func agent(of entry: KeystoreEntry, in manager: KeystoreManager) -> KeyAgent? {
    KeyAgent(of: entry, in: manager.directory, settings.folders)
  }

  /// Says that an account is unlocked; false where it is not, so that its password is needed.
  func reportUnlocked(_ entry: KeystoreEntry, in manager: KeystoreManager) async -> Bool {
    guard entry.problem == nil, let held = await agent(of: entry, in: manager)?.unlocked(),
      entry.address == nil || held.address == entry.address
    else { return false }
    prompts.console.note(prompts.console.language[UnlockText.used(entry.name, minutes: (held.seconds + 59) / 60)])
    return true
  }

  /// The keys of an account that is kept unlocked; nil where it is not.
  private func unlockedKeys(
    of entry: KeystoreEntry, in manager: KeystoreManager, isTold: Bool = false
  ) async -> Keyring? {
    guard isTold ? true : await reportUnlocked(entry, in: manager) else { return nil }
    guard let keyring = await agent(of: entry, in: manager)?.keyring(),
      entry.address == nil || keyring.address == entry.address
    else { return nil }
    return keyring
  }

  // MARK: Passwords

  /// So often a password that is typed may be wrong.
  private static let attempts = 3

  /// Opens an account's file by its password; where a person types it, a wrong one is asked for again, twice.
  ///
  /// - Throws: the errors of `open`; of a wrong password too, once nobody types another; after the third its own words.
  func attempting<Found: Sendable>(
    _ entry: KeystoreEntry, on label: StyledText, _ open: (SecretBytes) async throws -> Found
  ) async throws -> (found: Found, password: SecretBytes) {
    guard try prompts.passwordSource() == .prompt, let prompter = prompts.prompter else {
      let password = try await prompts.password(for: entry)
      return (try await Progress.show(label, on: prompts.console) { _ in try await open(password) }, password)
    }
    return try await prompter.silently(isolation: #isolation) { try await attemptingTyped(entry, on: label, open) }
  }

  /// Opens an account's file by a password that a person types, up to three times.
  private func attemptingTyped<Found: Sendable>(
    _ entry: KeystoreEntry, on label: StyledText, _ open: (SecretBytes) async throws -> Found
  ) async throws -> (found: Found, password: SecretBytes) {
    var password = try await prompts.password(for: entry)
    var left = Self.attempts
    while true {
      left -= 1
      do {
        return (try await Progress.show(label, on: prompts.console) { _ in try await open(password) }, password)
      } catch let error as KeystoreError {
        guard error.code == .wrongPassword else { throw error }
        guard left > 0 else {
          throw CommandFailure(CommandFailure(error).code, WalletRefusal.passwordsWrong(entry.name))
        }
        prompts.console.warn(prompts.console.language[PasswordText.wrong(left: left)])
        do {
          password = try await prompts.password(for: entry)
        } catch let other as CommandFailure {
          throw other.code == .noPassword ? error : other
        }
      }
    }
  }

  /// All keys of an account, by role; the password is asked for unless the settings know it.
  ///
  /// - Parameters:
  ///   - file: The file with its password, if it has one of its own.
  ///   - isAsked: Whether the password is needed even if the account is kept unlocked.
  ///   - isTold: Whether it was said already that it is unlocked.
  /// - Throws: the problem with the file, and the errors of ``KeystoreManager/unlockKeyring(_:password:)``.
  func unlockKeyring(
    _ entry: KeystoreEntry, in manager: KeystoreManager, passwordFile file: String? = nil, isAsked: Bool = false,
    isTold: Bool = false
  ) async throws -> Keyring {
    if let problem = entry.problem { throw problem }
    if !isAsked, file == nil, let keyring = await unlockedKeys(of: entry, in: manager, isTold: isTold) {
      return keyring
    }
    let label = prompts.console.language[ProgressText.unlocking(entry.name)]
    guard let file else {
      return try await attempting(entry, on: label) { try await manager.keyring(of: entry, password: $0) }.found
    }
    let password = try await prompts.password(from: .file(file), prompt: "", ofPublishedKey: entry.isPublished)
    return try await Progress.show(label, on: prompts.console) { _ in
      try await manager.keyring(of: entry, password: password)
    }
  }

  /// All keys of several accounts, in their order, opened at once.
  ///
  /// A password that is typed for one is tried for the others before theirs are asked for; one from a file is for all.
  func unlockKeyrings(_ entries: [KeystoreEntry], in manager: KeystoreManager) async throws -> [Keyring] {
    for entry in entries { if let problem = entry.problem { throw problem } }
    let isShared: Bool
    switch try prompts.passwordSource() {
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
        let password = if let shared { shared } else { try await prompts.password(for: entries[index]) }
        accounts.append((index, entries[index], password))
      }
      let names = accounts.map(\.1.name).joined(separator: ", ")
      let outcomes = try await Progress.show(
        prompts.console.language[ProgressText.unlocking(names)], on: prompts.console
      ) {
        [accounts] _ in
        try await manager.keyrings(of: accounts)
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
  func addresses() async -> Set<Address> { Set(await entries().compactMap(\.address)) }

  /// The names of the keystores by the addresses of their keys; those of version 4 only if they state the addresses.
  func names() async -> [Address: String] {
    let entries = await entries()
    let own = entries.filter { !$0.isVersion4 }.compactMap { entry in entry.address.map { ($0, entry.name) } }
    let told = entries.flatMap { entry in entry.keyAddresses.map { ($0, entry.name) } }
    return Dictionary(own + told, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the keystores here that state that they belong to an account, whatever keys they hold.
  func names(of address: Address) async -> [String] {
    await entries().filter { $0.address == address }.map(\.name)
  }

  /// All key files; none where they cannot be listed.
  private func entries() async -> [KeystoreEntry] { (try? await manager().list()) ?? [] }
}

extension KeystoreManager {
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
