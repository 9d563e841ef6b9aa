import Keys
import Keystores
import Primitives

/// The accounts whose keys are here, and the choice of the one that acts.
public struct AccountDirectory: Sendable {
  /// The key files.
  public let keystores: KeystoreManager
  private let noted: @Sendable (String) throws -> Address?

  /// A directory that reads when it is asked first.
  ///
  /// - Parameter noted: the address of a watched wallet or a contact of a name; nil if none has it.
  public init(_ keystores: KeystoreManager, noted: @escaping @Sendable (String) throws -> Address?) {
    (self.keystores, self.noted) = (keystores, noted)
  }

  // MARK: Choosing

  /// The account of a name, or the only one there is.
  ///
  /// - Parameters:
  ///   - name: a name or an address; nil for the only one.
  ///   - isDryRun: whether no key is needed, so that an address will do.
  ///   - unlock: opens a keystore that does not say whose key it holds: some tools leave the address out.
  /// - Throws: `OperationError` `.noAccount` and `.severalAccounts` when none is named and there is not exactly one,
  ///   `.noKey`; `KeystoreError` `.notFound`, or the problem with the keystore.
  public func account(
    named name: String?, isDryRun: Bool = false, unlock: (KeystoreEntry) async throws -> PrivateKey
  ) async throws -> ActingAccount {
    if isDryRun, let name, let address = try? Address(name) { return ActingAccount(name: "", address: address) }
    let entry = if let name { try await entry(named: name) } else { try await onlyEntry() }
    if let problem = entry.problem { throw problem }
    if let address = entry.address { return ActingAccount(name: entry.name, address: address) }
    let key = try await unlock(entry)
    return ActingAccount(name: entry.name, address: key.address, keyring: Keyring(key))
  }

  /// The account of an address, whose key is here.
  ///
  /// - Throws: `KeystoreError` `.notFound` where it is not.
  public func account(holding address: Address) async throws -> ActingAccount {
    let entry = try await keystores.entry(address.checksummed)
    if let problem = entry.problem { throw problem }
    return ActingAccount(name: entry.name, address: address)
  }

  /// An account for which the keys of several keystores sign: it need have none of its own.
  ///
  /// - Parameters:
  ///   - name: its name or its address.
  ///   - signers: the names of the keystores.
  public func account(_ name: String, at address: Address, signedBy signers: [String]) async throws -> ActingAccount {
    var entries: [KeystoreEntry] = []
    for signer in signers { entries.append(try await entry(named: signer)) }
    return ActingAccount(name: (try? Address(name)) == nil ? name : "", address: address, signers: entries)
  }

  /// The key file, if there is only one; those that cannot be used now are counted, for one of them may be meant.
  private func onlyEntry() async throws -> KeystoreEntry {
    let candidates = try await keystores.list().filter {
      $0.problem == nil || $0.isBrokenKey || $0.problem?.code == .exposed
    }
    guard let first = candidates.first else {
      throw OperationError(
        .noAccount, "There is no account to act with.",
        reason: "The directory \(keystores.directory) holds no keystore.")
    }
    guard candidates.count > 1 else { return first }
    // With nothing but unusable files there is no choice to be made: the problem is the answer.
    if !candidates.contains(where: { $0.problem == nil }), let problem = first.problem { throw problem }
    throw OperationError(
      .severalAccounts, "Which account is to act?",
      reason: "There are \(candidates.map(Self.nameAndState).joined(separator: ", ")).")
  }

  private static func nameAndState(_ entry: KeystoreEntry) -> String {
    let name = printable(entry.name)
    guard let problem = entry.problem else { return name }
    return "\(name) (\(problem.code == .exposed ? "others have access to it" : "damaged"))"
  }

  /// The key file of an account that signs; a name without a key is reported as what it is.
  private func entry(named name: String) async throws -> KeystoreEntry {
    do {
      return try await keystores.entry(name)
    } catch let error as KeystoreError {
      guard error.code == .notFound, let address = try? noted(name) else { throw error }
      throw OperationError(
        .noKey, "There is no key of \(Self.printable(name)) here.",
        reason: "The wallet book has the address \(address) only.")
    }
  }

  // MARK: Names

  /// The address that a name means: that of an account here, a watched wallet, or a contact; nil if it means none.
  ///
  /// - Parameter unlock: opens a keystore that does not say whose key it holds.
  /// - Throws: `OperationError` `.ambiguousName` if it means two.
  public func address(
    named name: String, unlock: (KeystoreEntry) async throws -> PrivateKey
  ) async throws -> Address? {
    let noted = try noted(name)
    let entry: KeystoreEntry
    do {
      entry = try await keystores.entry(name)
    } catch let error as KeystoreError {
      guard error.code == .notFound else { throw error }
      return noted
    }
    let own = if let address = entry.address { address } else { try await unlock(entry).address }
    guard let noted, noted != own else { return own }
    throw OperationError(
      .ambiguousName, "Two addresses are called \(Self.printable(name)).",
      reason: "The account here is \(own), the wallet book has \(noted).")
  }

  private static func printable(_ name: String) -> String {
    TerminalSafe.escape(name, limit: .max, keepsJoiners: true)
  }
}
