import Keys
import Keystores
import Primitives
import WalletBook

/// All wallets: the accounts whose keys are here, and the addresses that are only watched, with what the book has of them.
package struct WalletDirectory: Sendable {
  /// The key files.
  package let keystores: KeystoreManager
  /// The network in use.
  private let network: String
  private let open: @Sendable (_ isMade: Bool) throws -> Book?

  /// A directory that reads when it is asked.
  ///
  /// - Parameters:
  ///   - network: The name of the network in use.
  ///   - book: Opens the wallet book, and makes it if that is wanted; nil where there is none.
  package init(
    _ keystores: KeystoreManager, network: String, book: @escaping @Sendable (_ isMade: Bool) throws -> Book?
  ) { (self.keystores, self.network, open) = (keystores, network, book) }

  /// The wallet book; nil if there is none yet.
  package func bookIfThere() throws -> Book? { try open(false) }

  /// The wallet book, made at its first use.
  ///
  /// - Throws: `SettingsError` `.noPlace` without a place for it; `WalletBookError`.
  package func book() throws -> Book {
    guard let book = try open(true) else {
      throw SettingsError(.noPlace, "There is no place for the wallet book.", reason: "HOME is not an absolute path.")
    }
    return book
  }

  /// The names known here.
  package func addressBook() async throws -> AddressBook {
    try await AddressBook(accountsIn: keystores, and: bookIfThere())
  }

  // MARK: Finding

  /// All wallets by name.
  ///
  /// - Throws: The error that keeps the directory or the book from being read.
  package func wallets() async throws -> [ListedWallet] {
    let entries = try await keystores.list()
    let records = try await bookIfThere()?.wallets() ?? []
    let byTitle = Dictionary(records.map { ($0.title, $0) }) { $1 }
    let watched = records.filter { $0.kind == .watch }.map { ListedWallet(watching: $0, network: network) }
    let withKey = entries.map { ListedWallet($0, byTitle[$0.name], network: network) }
    return watched.isEmpty ? withKey : (withKey + watched).sorted { $0.name < $1.name }
  }

  /// The wallet of a name, address or file name.
  ///
  /// - Throws: `KeystoreError` `.notFound`, `.ambiguous`.
  package func wallet(_ name: String) async throws -> ListedWallet {
    let records = try await bookIfThere()?.wallets() ?? []
    do {
      let entry = try await keystores.entry(name)
      return ListedWallet(entry, records.first { $0.title == entry.name }, network: network)
    } catch let error as KeystoreError {
      guard error.code == .notFound else { throw error }
      let address = try? Address(name)
      guard let record = records.first(where: { $0.kind == .watch && ($0.title == name || $0.address == address) })
      else {
        let watched = records.filter { $0.kind == .watch }.map(\.title)
        // Without any, the keystore's own error names all there are.
        guard !watched.isEmpty else { throw error }
        throw Self.unknown(name, among: ((try? await keystores.list()) ?? []).map(\.name) + watched)
      }
      return ListedWallet(watching: record, network: network)
    }
  }

  private static func unknown(_ name: String, among names: [String]) -> KeystoreError {
    let all = names.sorted().prefix(20).map { TerminalSafe.name($0) }
    return KeystoreError(
      .notFound, "There is no wallet \(TerminalSafe.name(name)).", reason: "There are: \(all.joined(separator: ", ")).",
      advice: NearMatch.closest(to: name, among: names).map { "Did you mean \(TerminalSafe.name($0))?" })
  }

  // MARK: Changing

  /// Makes sure that a new wallet may have a name, before anybody is asked for a secret.
  ///
  /// - Returns: The objections to which a person can agree.
  /// - Throws: `KeystoreError` `.exists`, `.invalidName`; as ``AddressBook/objections(to:of:)``.
  package func checkNew(name: String, of address: Address? = nil) async throws -> [NameObjection] {
    try await keystores.checkNew(name: name)
    return try await addressBook().objections(to: name, of: address)
  }

  /// Makes sure that a wallet may get another name.
  ///
  /// - Returns: The objections to which a person can agree.
  /// - Throws: as ``checkNew(name:of:)``.
  package func checkNew(name: String, for wallet: ListedWallet) async throws -> [NameObjection] {
    // A key's own file says whether it can have the name.
    if wallet.entry == nil, name != wallet.name { try await keystores.checkNew(name: name) }
    return try await addressBook().without(wallet.knownName).objections(to: name, of: nil)
  }

  /// Adds accounts of a phrase to the keystore; that they are a phrase's has to be noted afterwards.
  ///
  /// - Parameter names: A name for each path.
  package func add(
    _ mnemonic: Mnemonic, passphrase: String = "", at paths: [DerivationPath], names: [String], password: SecretBytes,
    kdf: KDF = .standard
  ) async throws -> [PhraseAccount] {
    var accounts: [PhraseAccount] = []
    for (path, name) in zip(paths, names) {
      let entry = try await keystores.importMnemonic(
        mnemonic, passphrase: passphrase, path: path, name: name, password: password, kdf: kdf)
      accounts.append(PhraseAccount(entry: entry, path: path))
    }
    return accounts
  }

  /// Keeps in the book facts that are not in a key file: that its key is a phrase's, and its network.
  ///
  /// - Parameters:
  ///   - network: The network of its own; nil for whichever is in use.
  ///   - time: Seconds since 1970.
  package func note(
    _ entry: KeystoreEntry, path: DerivationPath? = nil, network: String? = nil, at time: Int64
  ) async throws {
    guard let address = entry.address else { return }
    try await book().add(
      Wallet(
        title: entry.name, address: address, kind: path == nil ? .key : .phrase, network: network,
        path: path?.description, created: time))
  }

  /// Lists an address whose key is elsewhere.
  ///
  /// - Parameters:
  ///   - network: The network of its own; nil for whichever is in use.
  ///   - time: Seconds since 1970.
  /// - Throws: `WalletBookError`.
  package func watch(_ address: Address, as name: String, network own: String? = nil, at time: Int64) async throws
    -> ListedWallet
  {
    let wallet = Wallet(title: name, address: address, kind: .watch, network: own, created: time)
    try await book().add(wallet)
    return ListedWallet(watching: wallet, network: network)
  }

  /// Gives a wallet another name, and its key file too.
  ///
  /// - Returns: The key file as it is now; nil for a wallet that is only watched.
  /// - Throws: `KeystoreError`, `WalletBookError`.
  package func rename(_ wallet: ListedWallet, to name: String) async throws -> KeystoreEntry? {
    var entry: KeystoreEntry?
    if let old = wallet.entry { entry = try await keystores.rename(old.fileName, to: name) }
    if wallet.record != nil { try await bookIfThere()?.rename(wallet.name, to: name) }
    return entry
  }

  /// Removes a wallet: its key file for good, and what the book has of it.
  ///
  /// - Throws: `KeystoreError` `.changed` where the file has another address by now.
  package func remove(_ wallet: ListedWallet) async throws {
    if let entry = wallet.entry { try await keystores.remove(entry.fileName, expecting: entry.address) }
    if wallet.record != nil { try await bookIfThere()?.remove(wallet.name) }
  }
}
