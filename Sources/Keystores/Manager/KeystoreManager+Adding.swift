import Files
import Keys
import Primitives

extension KeystoreManager {
  /// Makes a new random key.
  ///
  /// - Parameters:
  ///   - name: the key's name; without one the file is named as geth names it, and found by its address.
  ///   - password: what it is encrypted under.
  ///   - kdf: how dear guessing the password is made.
  /// - Throws: `invalidName`, `exists`, `parametersRefused`, `busy`, `io`.
  public func create(
    name: String? = nil, password: SecretBytes, kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    try await importKey(try PrivateKey.random(), name: name, password: password, kdf: kdf)
  }

  /// Adds a private key; parameters and errors as in ``create(name:password:kdf:)``.
  ///
  /// - Throws: also `exists` when a key of this address is already here, under whatever name.
  public func importKey(
    _ key: PrivateKey, name: String? = nil, password: SecretBytes, kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    try await importKeyring(Keyring(key), name: name, password: password, kdf: kdf)
  }

  /// Adds the keys of an account: the address's own key as a version 3 file, any others as Kaia's version 4.
  ///
  /// An account of version 4 may have several files here, an old key's and a new one's, or one for each role.
  ///
  /// - Throws: as ``importKey(_:name:password:kdf:)``.
  public func importKeyring(
    _ keyring: Keyring, name: String? = nil, password: SecretBytes, kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    let file = try await BlockingWork.run {
      let kind: KeystoreFile.Kind = keyring.ownKey == nil ? .v4(roles: keyring.roles.map(\.count)) : .v3
      // Looked at before the password is stretched, so that a taken name costs no second; and again under the lock.
      try checkFree(name, keyring.address, kind, among: try entries())
      return if let key = keyring.ownKey {
        try KeystoreFile.encrypt(key, password: password, kdf: kdf)
      } else {
        try KeystoreFile.encrypt(keyring, password: password, kdf: kdf)
      }
    }
    try Task.checkCancellation()
    return try await BlockingWork.run { try add(file, name: name) }
  }

  /// Adds the key at one path of a mnemonic (BIP-32, BIP-39).
  ///
  /// - Throws: as ``importKey(_:name:password:kdf:)``, and `KeysError` when the path has no key.
  public func importMnemonic(
    _ mnemonic: Mnemonic, passphrase: String = "", path: DerivationPath, name: String? = nil, password: SecretBytes,
    kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    let key = try await BlockingWork.run {
      try ExtendedKey(seed: try mnemonic.seed(passphrase: passphrase)).derive(path: path).privateKey
    }
    return try await importKey(key, name: name, password: password, kdf: kdf)
  }

  /// Adds the key of a Klaytn wallet key, `0x<private key>0x000x<address>`.
  ///
  /// - Throws: as ``importKeyring(_:name:password:kdf:)``.
  public func importWalletKey(
    _ walletKey: KlaytnWalletKey, name: String? = nil, password: SecretBytes, kdf: KDF = .standard
  ) async throws -> KeystoreEntry {
    try await importKeyring(Keyring(walletKey), name: name, password: password, kdf: kdf)
  }

  /// Adds another program's key file.
  ///
  /// - Parameters:
  ///   - bytes: the file, which is kept as it is (a presale wallet is turned into version 3).
  ///   - name: as in ``create(name:password:kdf:)``.
  ///   - password: proves that the file opens, and gives a file without an address its own; nil to copy unproven.
  ///   - account: the account of Kaia that the key of a version 3 file signs for, which makes it one of version 4; a file
  ///     of version 4 has to say the same.
  /// - Throws: whatever reading and decrypting throw, `addressMismatch`, `invalidName`, `exists`, `busy`, `io`.
  public func importFile(
    _ bytes: Bytes, name: String? = nil, password: SecretBytes?, for account: Address? = nil
  ) async throws -> KeystoreEntry {
    let file = try await BlockingWork.run {
      var file = try KeystoreFile(bytes, limits: limits)
      try file.check(limits)
      if let account { file = try file.belonging(to: account) }
      if name != nil || file.address != nil || password == nil {
        try checkFree(name, file.address, file.kind, among: try entries())
      }
      if let password {
        switch file.kind {
        case .presale:
          file = try file.reencrypted(password: password, newPassword: password, limits: limits)
        case .v3:
          file = try file.naming(try file.decrypt(password: password, limits: limits).address)
        case .v4:
          _ = try file.decryptKeyring(password: password, limits: limits)
        }
      }
      return file
    }
    try Task.checkCancellation()
    return try await BlockingWork.run { try add(file, name: name) }
  }

  /// Makes sure that a new key can have a name, before anybody is asked for its password; who writes makes sure again.
  ///
  /// - Throws: `invalidName`, `exists`, `io`.
  public func checkNew(name: String) async throws {
    try await BlockingWork.run { _ = try newFileName(name, among: try entries()) }
  }

  /// The file of a name that is free.
  func newFileName(_ name: String, among entries: [KeystoreEntry]) throws(KeystoreError) -> FileName {
    let file = try FileName(label: name)
    // Equal as text, however composed: two names that look alike would be one on some file systems.
    guard let other = entries.first(where: { $0.name == name || $0.fileName == file.text }) else { return file }
    throw KeystoreError(
      .exists, "There is already a key \(TerminalSafe.name(other.name)).",
      reason: other.address.map { "Its address is \($0)." }
        ?? "Its file is \(TerminalSafe.name(other.fileName)).",
      advice: "Choose another name, or rename that key.")
  }

  private func checkFree(
    _ name: String?, _ address: Address?, _ kind: KeystoreFile.Kind, among entries: [KeystoreEntry]
  ) throws(KeystoreError) {
    if let name {
      _ = try newFileName(name, among: entries)
    } else if address == nil {
      throw KeystoreError(
        .invalidName, "This key needs a name.", reason: "The file has no address to name it by.",
        advice: "Give a name, or the password, so that the address can be found.")
    }
    if let address, let other = entries.first(where: { $0.hasKey(of: address, kind) }) {
      throw KeystoreError(
        .exists, "The key of \(address) is already here.",
        reason:
          "Its name is \(TerminalSafe.name(other.name)), its file \(TerminalSafe.name(other.fileName)).",
        advice: "Rename it, or change its password.")
    }
  }

  private func add(_ file: KeystoreFile, name: String?) throws(KeystoreError) -> KeystoreEntry {
    let sandbox = try Sandbox.create(directory)
    sandbox.checkpoint = checkpoint
    return try sandbox.locked { () throws(KeystoreError) in
      try checkFree(name, file.address, file.kind, among: try entries(in: sandbox))
      let fileName: FileName
      if let name {
        fileName = try FileName(label: name)
      } else {
        fileName = FileName(address: file.address ?? .zero, time: .now())
      }
      try sandbox.writeNew(fileName, file.bytes)
      return try entry(of: fileName, in: sandbox)
    }
  }

  /// The entry of a file that was just written.
  func entry(of fileName: FileName, in sandbox: Sandbox) throws(KeystoreError) -> KeystoreEntry {
    guard let (entry, _) = KeystoreEntry.look(at: fileName.text, in: sandbox, limits: limits) else {
      throw Sandbox.system("The file is gone right after it was written", fileName.text)
    }
    return entry
  }
}
