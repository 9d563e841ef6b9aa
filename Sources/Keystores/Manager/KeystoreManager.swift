import Files
import Keys
import Primitives

/// The encrypted key files of one directory: its sandbox, out of which no name leads.
///
/// A key's name is the name of its file without `.json`; files that geth, Kaia's node or another wallet named after an
/// address are found by that address, so that a copy of such a file into the directory is all it takes.
///
/// The directory is the only state, so that several managers, threads and processes may work on it at once: who writes
/// holds its lock for the time of the file operations and looks again at what is there. A file is written beside its
/// place, brought to the disk and then moved there in one step; a process killed in between leaves the old or the new.
/// Everything here runs on threads of its own, off the main thread and off the cooperative pool. A task that is cancelled
/// while a password is stretched throws `CancellationError` then, and nothing is written.
public struct KeystoreManager: Sendable {
  /// The directory's path.
  public let directory: String
  /// The limits beyond which a key file is refused.
  public let limits: KeystoreLimits
  var checkpoint: (@Sendable (Sandbox.Step) -> Void)?

  /// A manager of the directory at `path`, which is made when the first key is written to it.
  ///
  /// - Throws: `io` when the path is empty or has a NUL in it.
  public init(directory path: String, limits: KeystoreLimits = .default) throws(KeystoreError) {
    try Sandbox.checkPath(path)
    directory = path
    self.limits = limits
  }

  /// Every key file, by name; files that cannot be used are among them, with the reason. Empty without a directory.
  ///
  /// - Throws: `unreadable` when the directory cannot be read.
  public func list() async throws -> [KeystoreEntry] {
    try await BlockingWork.run { try entries() }
  }

  /// The one key file of a name, address or file name.
  ///
  /// - Parameter name: a whole name or file name, or an address with or without `0x`; beginnings do not count.
  /// - Throws: `notFound`, `ambiguous` when several files have the address, `unreadable`.
  public func entry(_ name: String) async throws -> KeystoreEntry {
    try await BlockingWork.run { try find(name) }
  }

  /// Decrypts the key of a name or an address.
  ///
  /// - Throws: `notFound`, `ambiguous`, and whatever ``KeystoreFile/decrypt(password:limits:)`` throws;
  ///   `CancellationError` when the task was cancelled meanwhile: who gave up while the password was stretched signs
  ///   nothing.
  public func unlock(_ nameOrAddress: String, password: SecretBytes) async throws -> PrivateKey {
    let key = try await BlockingWork.run { try open(nameOrAddress, password: password) }
    try Task.checkCancellation()
    return key
  }

  /// Every private key of a name or an address, by role; more than one for a Kaia account with several.
  ///
  /// - Throws: as ``unlock(_:password:)``.
  public func unlockKeyring(_ nameOrAddress: String, password: SecretBytes) async throws -> Keyring {
    let (entry, file) = try await BlockingWork.run {
      let (entry, bytes) = try load(nameOrAddress)
      return (entry, try named(entry) { () throws(KeystoreError) in try KeystoreFile(bytes, limits: limits) })
    }
    do {
      let keyring = try await file.unlockKeyring(password: password, limits: limits)
      try checkAddress(keyring.address, of: entry)
      try Task.checkCancellation()
      return keyring
    } catch let error as KeystoreError {
      throw error.about(entry.fileName)
    }
  }

  /// All keys of a keystore of this folder; of a file of another version than 4 the key has to be the address's own.
  ///
  /// - Throws: the problem with the file, and the errors of ``unlockKeyring(_:password:)``.
  public func keyring(of entry: KeystoreEntry, password: SecretBytes) async throws -> Keyring {
    if let problem = entry.problem { throw problem }
    guard entry.isVersion4 else { return Keyring(try await unlock(entry.fileName, password: password)) }
    return try await unlockKeyring(entry.fileName, password: password)
  }

  /// The encrypted file of a name or an address, as it is.
  ///
  /// - Throws: `notFound`, `ambiguous`, `damaged`, `unreadable`, `io`.
  public func export(_ nameOrAddress: String) async throws -> KeystoreFile {
    try await BlockingWork.run {
      let (entry, bytes) = try load(nameOrAddress)
      return try named(entry) { () throws(KeystoreError) in try KeystoreFile(bytes, limits: limits) }
    }
  }
}

extension KeystoreManager {
  func open(_ name: String, password: SecretBytes) throws(KeystoreError) -> PrivateKey {
    let (entry, bytes) = try load(name)
    return try named(entry) { () throws(KeystoreError) in
      let key = try KeystoreFile(bytes, limits: limits).decrypt(password: password, limits: limits)
      try checkAddress(key.address, of: entry)
      return key
    }
  }

  /// A file without an address may still have one in its name, and then it has to be that one.
  private func checkAddress(_ found: Address, of entry: KeystoreEntry) throws(KeystoreError) {
    guard let address = entry.address, found != address else { return }
    throw KeystoreError(
      .addressMismatch, "The key in this file is not that of its name.",
      reason: "Its name says \(address), its key belongs to \(found).")
  }

  /// The directory, or nil when there is none yet.
  func sandbox() throws(KeystoreError) -> Sandbox? {
    let sandbox = try Sandbox.open(directory, orFail: .unreadable)
    sandbox?.checkpoint = checkpoint
    return sandbox
  }

  func entries() throws(KeystoreError) -> [KeystoreEntry] {
    guard let sandbox = try sandbox() else { return [] }
    return try entries(in: sandbox)
  }

  func entries(in sandbox: Sandbox) throws(KeystoreError) -> [KeystoreEntry] {
    try sandbox.names { !$0.hasPrefix(".") }
      .compactMap { KeystoreEntry.look(at: $0, in: sandbox, limits: limits)?.0 }
      .sorted { ($0.name, $0.fileName) < ($1.name, $1.fileName) }
  }

  func find(_ name: String) throws(KeystoreError) -> KeystoreEntry {
    try Lookup.one(name, among: try entries(), directory)
  }

  /// The one file of a name, with its bytes; a damaged one throws its problem.
  func load(_ name: String) throws(KeystoreError) -> (KeystoreEntry, Bytes) {
    let entry = try find(name)
    if let problem = entry.problem, entry.kind == .damaged || problem.code == .exposed { throw problem }
    guard let bytes = try sandbox()?.read(entry.fileName, limit: limits.fileSize) else {
      throw Lookup.notFound(name, among: [], directory)
    }
    return (entry, bytes)
  }

  /// Runs `body`, whose errors are about this entry's file.
  func named<Result>(
    _ entry: KeystoreEntry, _ body: () throws(KeystoreError) -> Result
  ) throws(KeystoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.about(entry.fileName)
    }
  }
}
