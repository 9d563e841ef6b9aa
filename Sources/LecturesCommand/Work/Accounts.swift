import Keys
import Keystores
import Operations
import Primitives
import Sending
import Terminal

/// The account that acts: its address is known from the keystore's listing, its key only after unlocking.
struct ActingAccount: Sendable {
  let name: String
  let address: Address
  fileprivate let manager: KeystoreManager
  /// The keys, where they are unlocked already: a file without an address had to be asked.
  fileprivate var keyring: Keyring?
  /// The file with its password, if it has one of its own.
  fileprivate var passwordFile: String?
  /// The keystores whose keys sign for it, where they are not in one of its own.
  fileprivate var signers: [KeystoreEntry] = []

  /// The account with its keys, so that nobody is asked for the password again.
  func unlocked(_ keyring: Keyring) -> ActingAccount {
    var account = self
    account.keyring = keyring
    return account
  }
}

/// The accounts that act and pay in this run, and their unlocking.
struct Accounts: Sendable {
  let settings: Settings
  let prompts: Prompts
  let keys: LocalKeys
  let names: KnownNames
  /// The sending options of the command line; nil for a command that sends nothing.
  let sending: SendingOptions?
  /// The account that was named on the line.
  let named: String?

  /// The account of `--from`, or the only one there is.
  ///
  /// - Throws: `noAccount` when none is named and there is not exactly one; `KeystoreError` `.notFound`.
  func acting() async throws -> ActingAccount {
    let manager = try keys.manager()
    let entry: KeystoreEntry
    if let sending, !sending.signers.isEmpty { return try await jointAccount(signedBy: sending.signers, in: manager) }
    if let name = try settings.account() {
      // A dry run needs no key.
      if prompts.isDryRun, let address = try? Address(name) {
        return ActingAccount(name: "", address: address, manager: manager)
      }
      entry = try await account(named: name, in: manager)
    } else {
      entry = try await onlyAccount(in: manager)
    }
    if let problem = entry.problem { throw problem }
    guard let address = entry.address else {
      // Some tools leave the address out; then only the key can give it.
      let key = try await keys.unlock(entry, in: manager)
      return ActingAccount(name: entry.name, address: key.address, manager: manager, keyring: Keyring(key))
    }
    return ActingAccount(name: entry.name, address: address, manager: manager)
  }

  /// The key file, if there is only one; those that cannot be used now are counted, for one of them may be meant.
  private func onlyAccount(in manager: KeystoreManager) async throws -> KeystoreEntry {
    let candidates = try await manager.list().filter {
      $0.problem == nil || $0.isBrokenKey || $0.problem?.code == .exposed
    }
    guard let first = candidates.first else {
      throw CommandFailure(
        .noAccount, "There is no account to act with.",
        reason: "The directory \(manager.directory) holds no keystore.",
        advice: "Make one: lectures wallet new NAME; or name the directory with --keystore-dir.")
    }
    guard candidates.count > 1 else { return first }
    // With nothing but unusable files there is no choice to be made: the problem is the answer.
    if !candidates.contains(where: { $0.problem == nil }), let problem = first.problem { throw problem }
    throw CommandFailure(
      .noAccount, "Which account is to act?",
      reason: "There are \(candidates.map(Self.nameAndState).joined(separator: ", ")).",
      advice: "Name one with --from, or set LECTURES_ACCOUNT.")
  }

  private static func nameAndState(_ entry: KeystoreEntry) -> String {
    let name = PlainText.escaped(entry.name)
    guard let problem = entry.problem else { return name }
    return "\(name) (\(problem.code == .exposed ? "others have access to it" : "damaged"))"
  }

  /// The account of `--from` with the keystores of `--sign-with`, whose keys sign for it: it need have none of its own.
  private func jointAccount(signedBy names: [String], in manager: KeystoreManager) async throws -> ActingAccount {
    guard let name = try settings.account() else {
      throw CommandFailure(
        .noAccount, "For which account are \(names.joined(separator: ", ")) to sign?",
        reason: "--sign-with tells whose keys sign, and not for whom.", advice: "Name the account with --from.")
    }
    let address = try await address(of: nil)
    var signers: [KeystoreEntry] = []
    for name in names { signers.append(try await account(named: name, in: manager)) }
    return ActingAccount(
      name: (try? Address(name)) == nil ? name : "", address: address, manager: manager, signers: signers)
  }

  /// The account of `--fee-payer`, if one is named.
  ///
  /// - Throws: `KeystoreError` `.notFound`, or the problem with its keystore.
  func feePaying() async throws -> ActingAccount? {
    guard let name = sending?.feePayer else { return nil }
    let manager = try keys.manager()
    // A dry run needs no key.
    if prompts.isDryRun, let address = try? Address(name) {
      return ActingAccount(name: "", address: address, manager: manager)
    }
    let entry = try await account(named: name, in: manager)
    if let problem = entry.problem { throw problem }
    guard let address = entry.address else {
      throw CommandFailure(
        .settings, "The keystore \(entry.name) does not say whose key it holds.",
        reason: "A fee payer has to be known before its key is unlocked.",
        advice: "Make a copy that says it: lectures wallet import")
    }
    return ActingAccount(
      name: entry.name, address: address, manager: manager, passwordFile: sending?.feePayerPasswordFile)
  }

  /// The key file of the sending account; a name without a key is reported as what it is.
  private func account(named name: String, in manager: KeystoreManager) async throws -> KeystoreEntry {
    do {
      return try await manager.entry(name)
    } catch let error as KeystoreError {
      guard error.code == .notFound, let address = try? settings.bookAddress(name) else { throw error }
      throw CommandFailure(
        .init("keystore.notFound", .locked), "There is no key of \(PlainText.escaped(name)) here.",
        reason: "The wallet book has the address \(address) only.",
        advice: "Import its key (lectures wallet import), or act with another account: --from")
    }
  }

  /// The account with an address, whose key is here.
  ///
  /// - Throws: `KeystoreError` `.notFound` where it is not.
  func account(holding address: Address) async throws -> ActingAccount {
    // Of several keystores of one address the person says which.
    if named != nil, let named = try? await acting(), named.address == address { return named }
    let manager = try keys.manager()
    let entry = try await manager.entry(address.checksummed)
    if let problem = entry.problem { throw problem }
    return ActingAccount(name: entry.name, address: address, manager: manager)
  }

  /// An address given as such, or as the name of an account, a watched wallet or a contact; the acting account's where
  /// nothing is given.
  func address(of given: String?) async throws -> Address {
    if given == nil, let address = try settings.accountAddress() { return address }
    if let given = try given ?? settings.account() {
      if let address = try? Address(given) { return address }
      // An invalid address must not be looked up as a name.
      if given.lowercased().hasPrefix("0x") { return try Address(given) }
      return try await names.address(named: given)
    }
    return try await acting().address
  }

  /// The account's key; the password is asked for, and scrypt runs off the main thread.
  func unlock(_ account: ActingAccount) async throws -> PrivateKey {
    if let key = account.keyring?.ownKey { return key }
    return try await keys.unlock(try await account.manager.entry(account.name), in: account.manager)
  }

  /// The account's keys and those of its fee payer, once a person has said yes.
  func unlock(_ account: ActingAccount, after confirmation: () async throws -> Void) async throws -> Signers {
    let keys = try await keys(of: account, after: confirmation)
    guard let payer = try await feePaying() else { return Signers(keys) }
    return Signers(keys, feePayer: payer.address == keys.address ? keys : try await self.keys(of: payer))
  }

  /// The account's keys, once a person has said yes.
  ///
  /// A password that nobody types is tried before anybody is asked: if it is wrong, there is nothing to confirm.
  func keys(of account: ActingAccount, after confirmation: () async throws -> Void) async throws -> Keyring {
    let isTyped = try prompts.passwordSource() == .prompt && account.passwordFile == nil
    let held = isTyped ? nil : try await keys(of: account)
    try await confirmation()
    if let held { return held }
    return try await keys(of: account)
  }

  /// All keys that are here for an account; the password is asked for, and scrypt runs off the main thread.
  func keys(of account: ActingAccount) async throws -> Keyring {
    if let keyring = account.keyring { return keyring }
    guard account.signers.isEmpty else {
      let keys = try await keys.unlockKeyrings(account.signers, in: account.manager).flatMap(\.keys)
      var seen: Set<PrivateKey> = []
      return try Keyring(address: account.address, roles: [keys.filter { seen.insert($0).inserted }])
    }
    return try await keys.unlockKeyring(
      try await account.manager.entry(account.name), in: account.manager, passwordFile: account.passwordFile)
  }

  /// An address that is typed, or the address of an account here by its name; the acting account's where nothing is given.
  ///
  /// - Parameter option: the option that gave it, for the error.
  /// - Throws: `usage` with the mistake in the address, a checksum that does not fit included; `keystore.notFound`.
  func address(_ text: String?, of option: String) async throws -> Address {
    do {
      return try await address(of: text)
    } catch let error as PrimitivesError {
      throw CommandFailure(.usage, "The address of \(option) is none.", because: error)
    }
  }
}

extension CommandFailure.Code {
  /// No account is named, and there is not exactly one.
  static let noAccount = Self("noAccount", .settings)
}
