import Keys
import Keystores
import Operations
import Primitives
import Sending
import Terminal

/// The accounts that act and pay in this run, and their unlocking.
struct Accounts: Sendable {
  let settings: Settings
  let prompts: Prompts
  let keys: LocalKeys
  let names: KnownNames
  /// The options for how transactions are made; nil for a command that sends nothing.
  let transaction: TransactionOptions?
  /// The account that was named on the line.
  let named: String?

  /// The account of `--from`, or the only one there is; with `--sign-with` the one that their keys sign for.
  ///
  /// - Throws: `noAccount` when none is named and there is not exactly one; `KeystoreError` `.notFound`.
  func acting() async throws -> ActingAccount {
    let directory = try names.directory()
    let name = try settings.account()
    guard let signers = transaction?.signers, !signers.isEmpty else {
      return try await directory.account(named: name, isDryRun: prompts.isDryRun) {
        try await keys.unlock($0, in: directory.keystores)
      }
    }
    guard let name else {
      throw CommandFailure(
        .noAccount, CommandRefusal.signersWithoutAccount(names: signers.joined(separator: ", ")))
    }
    return try await directory.account(name, at: try await address(of: nil), signedBy: signers)
  }

  /// The account of `--fee-payer`, if one is named.
  ///
  /// - Throws: `KeystoreError` `.notFound`, or the problem with its keystore.
  func feePaying() async throws -> ActingAccount? {
    guard let name = transaction?.feePayer else { return nil }
    return try await names.directory().account(named: name, isDryRun: prompts.isDryRun) { entry in
      throw CommandFailure(.settings, AccountUpdateRefusal.noAddressOfPayer(entry.name))
    }
  }

  /// Another account than the acting one, by its name or address.
  ///
  /// - Throws: `KeystoreError` `.notFound`, or the problem with its keystore.
  func account(named name: String) async throws -> ActingAccount {
    let directory = try names.directory()
    return try await directory.account(named: name, isDryRun: prompts.isDryRun) {
      try await keys.unlock($0, in: directory.keystores)
    }
  }

  /// The account with an address, whose key is here.
  ///
  /// - Throws: `KeystoreError` `.notFound` where it is not.
  func account(holding address: Address) async throws -> ActingAccount {
    // Of several keystores of one address the person says which.
    if named != nil, let named = try? await acting(), named.address == address { return named }
    return try await names.directory().account(holding: address)
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
    let manager = try keys.manager()
    return try await keys.unlock(try await manager.entry(account.name), in: manager)
  }

  /// The account's keys and those of its fee payer, once a person has said yes.
  func unlock(_ account: ActingAccount, after confirmation: () async throws -> Void) async throws -> Signers {
    let keys = try await keys(of: account, after: confirmation)
    guard let payer = try await feePaying() else { return Signers(keys) }
    if payer.address == keys.address { return Signers(keys, feePayer: keys) }
    return Signers(keys, feePayer: try await self.keys(of: payer, passwordFile: transaction?.feePayerPasswordFile))
  }

  /// The account's keys, once a person has said yes.
  ///
  /// A password that nobody types is tried before anybody is asked: if it is wrong, there is nothing to confirm.
  ///
  /// - Parameter file: the file with its password, if it has one of its own.
  func keys(
    of account: ActingAccount, passwordFile file: String? = nil, after confirmation: () async throws -> Void
  ) async throws -> Keyring {
    let isUnlocked = file == nil ? try await isUnlocked(account) : false
    let isTyped = try prompts.passwordSource() == .prompt && file == nil
    let held = isTyped || isUnlocked ? nil : try await keys(of: account, passwordFile: file)
    try await confirmation()
    if let held { return held }
    return try await keys(of: account, passwordFile: file, isTold: isUnlocked)
  }

  /// Says that an account is kept unlocked, beside what the person is about to agree to; false where it is not.
  private func isUnlocked(_ account: ActingAccount) async throws -> Bool {
    guard account.keyring == nil, account.signers.isEmpty else { return false }
    let manager = try keys.manager()
    return await keys.reportUnlocked(try await manager.entry(account.name), in: manager)
  }

  /// All keys that are here for an account; the password is asked for, and scrypt runs off the main thread.
  ///
  /// - Parameter isTold: Whether it was said already that the account is kept unlocked.
  func keys(
    of account: ActingAccount, passwordFile file: String? = nil, isTold: Bool = false
  ) async throws -> Keyring {
    if let keyring = account.keyring { return keyring }
    let manager = try keys.manager()
    guard account.signers.isEmpty else {
      let keys = try await keys.unlockKeyrings(account.signers, in: manager).flatMap(\.keys)
      var seen: Set<PrivateKey> = []
      return try Keyring(address: account.address, roles: [keys.filter { seen.insert($0).inserted }])
    }
    return try await keys.unlockKeyring(
      try await manager.entry(account.name), in: manager, passwordFile: file, isTold: isTold)
  }

  /// An address that is typed, or the address of an account here by its name; the acting account's where nothing is
  /// given.
  ///
  /// - Parameter option: the option that gave it, for the error.
  /// - Throws: `usage` with the mistake in the address, a checksum that does not fit included; `keystore.notFound`.
  func address(_ text: String?, of option: String) async throws -> Address {
    do {
      return try await address(of: text)
    } catch let error as PrimitivesError {
      throw CommandFailure(.usage, CommandRefusal.noAddress(option: option), because: error)
    }
  }
}

extension CommandFailure.Code {
  /// No account is named, and there is not exactly one.
  static let noAccount = Self("noAccount", .settings)
}
