import JSONFields
import Keys
import Primitives
import StrictJSON

/// An encrypted key file: version 3 of the Web3 secret storage, Kaia's version 4, or a presale wallet.
///
/// Reading one proves nothing yet: address and identifier are what the file says until ``decrypt(password:limits:)``
/// has proven them. Everything in the file is kept, so that ``json`` gives back what other tools have put there.
public struct KeystoreFile: Sendable, Hashable {
  /// The format of a key file.
  public enum Kind: Sendable, Hashable {
    /// Web3 secret storage, version 3: one key, whose address is the account's.
    case v3
    /// Kaia's version 4 (KIP-3): so many keys for each role, of an account that may have an address of its own.
    case v4(roles: [Int])
    /// A wallet of the sale of 2014.
    case presale

    var isVersion4: Bool { if case .v4 = self { true } else { false } }
  }

  enum Contents: Sendable, Hashable {
    case single(SealedKey)
    case keyring(SealedKeyring)
    case presale(PresaleWallet)
  }

  /// The format.
  public var kind: Kind {
    switch contents {
    case .single: .v3
    case .keyring(let ring): .v4(roles: ring.roles.map(\.count))
    case .presale: .presale
    }
  }

  /// The account's address as the file has it; version 3 may be without.
  public let address: Address?
  /// The file's identifier, usually a UUID.
  public let id: String?
  /// The whole file.
  public let json: JSON
  let contents: Contents

  /// Reads a key file out of JSON.
  ///
  /// - Throws: `notKeystore`, `damaged`, `unsupported` (another version, cipher, KDF), or `parametersRefused` when the
  ///   parameters are not lawful; the limits are not checked before ``decrypt(password:limits:)``.
  public init(json: JSON) throws(KeystoreError) {
    guard json.object != nil else { throw KeystoreFile.notKeystore }
    let fields = try Fields(json)
    self.json = json
    id = fields["id"]?.string
    if fields["encseed"] != nil {
      let wallet = try PresaleWallet(fields)
      address = wallet.address
      contents = .presale(wallet)
      return
    }
    guard fields["version"] != nil, fields["crypto"] != nil || fields["keyring"] != nil else {
      if fields["crypto"] != nil { throw .damaged("The key file does not say its `version`.") }
      if fields["version"]?.int == 3, fields["id"] != nil || fields["address"] != nil {
        throw .damaged("The key file has no `crypto` object.")
      }
      throw KeystoreFile.notKeystore
    }
    switch try fields.required("version", .integer) {
    case 3:
      contents = .single(try SealedKey(try fields.fields("crypto")))
    case 4 where fields["keyring"] != nil:
      contents = .keyring(try SealedKeyring(fields["keyring"]))
    case 4:
      throw KeystoreFile.unsupported("It is a validator's BLS key (EIP-2335), which signs no transactions.")
    case let version:
      throw KeystoreFile.unsupported("It is of version \(version); versions 3 and 4 are read here.")
    }
    address = try KeystoreFile.address(fields)
  }

  /// Reads a key file out of its bytes.
  ///
  /// - Throws: `tooLarge`, `notKeystore`, `damaged`, `unsupported`, `parametersRefused`; see ``init(json:)``.
  public init(_ bytes: some Collection<UInt8>, limits: KeystoreLimits = .default) throws(KeystoreError) {
    guard bytes.count <= limits.fileSize else {
      throw KeystoreError(
        .tooLarge, "This is no key file.", reason: "It has \(bytes.count) bytes; a key file has about five hundred.")
    }
    var text = Bytes(bytes)
    // Editors on Windows put a byte order mark in front.
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    let json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      throw .damaged(
        "The key file is damaged: it is \(text.isEmpty ? "empty" : "no JSON").", reason: text.isEmpty ? nil : "\(error)"
      )
    }
    try self.init(json: json)
  }

  private static func address(_ fields: Fields) throws(KeystoreError) -> Address? {
    guard let value = fields["address"], value != .string("") else { return nil }
    guard let address = try? Address(try fields.required("address", .bytes(20...20, prefix: .optional))) else {
      throw .damaged("The key file's `address` is no address.")
    }
    return address
  }

  private static var notKeystore: KeystoreError {
    KeystoreError(
      .notKeystore, "This JSON is no key file.",
      reason: "A key file has `version` and `crypto` (or `keyring`).")
  }

  private static func unsupported(_ reason: String) -> KeystoreError {
    KeystoreError(
      .unsupported, "This key file cannot be read here.", reason: reason,
      advice: "Open it with the tool that wrote it and export the private key.")
  }
}

extension KeystoreFile {
  /// The file's bytes: indented JSON with a line end.
  public var bytes: Bytes {
    Bytes((json.serialized(prettyIndent: 2) + "\n").utf8)
  }

  /// Throws `parametersRefused` when opening the file would cost more than the limits allow.
  public func check(_ limits: KeystoreLimits = .default) throws(KeystoreError) {
    for key in sealedKeys { try key.kdf.check(limits) }
    try KeystoreFile.check(work: sealedKeys.map(\.kdf.work), limits)
  }

  /// The keys of a ring have salts of their own: what opening costs is the sum.
  static func check(work: [Int], _ limits: KeystoreLimits) throws(KeystoreError) {
    guard work.count <= 1 || work.reduce(0, { $0.addingSaturated($1) }) <= limits.keyringWork else {
      throw .beyondLimit("keyring (\(work.count))", "Σ n · r · p ≤ \(limits.keyringWork)")
    }
  }

  var sealedKeys: [SealedKey] {
    switch contents {
    case .single(let key): [key]
    case .keyring(let ring): ring.roles.flatMap { $0 }
    case .presale: []
    }
  }
}
