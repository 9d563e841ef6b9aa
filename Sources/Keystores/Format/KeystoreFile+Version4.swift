import Keys
import Primitives
import StrictJSON

extension KeystoreFile {
  /// The layout of a version 4 file; every reader knows both.
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// As Kaia's node writes it: a list of keys for each role, the address without `0x`.
    case node
    /// As caver-js and caver-java write it: one list of keys where there are no roles, the address with `0x`.
    case caver

    func isFlat(_ roles: Int) -> Bool { self == .caver && roles == 1 }

    func text(_ address: Address) -> String { self == .node ? KeystoreFile.plain(address) : address.lowercaseHex }
  }

  /// Encrypts an account's keys into a version 4 file (KIP-3), each with a fresh salt and initial vector; blocks for each.
  ///
  /// - Throws: `parametersRefused` when the KDF's parameters are not lawful or too dear, also for so many keys;
  ///   `cryptography`.
  public static func encrypt(
    _ keyring: Keyring, password: SecretBytes, kdf: KDF = .standard, layout: Layout = .node
  ) throws(KeystoreError) -> KeystoreFile {
    try kdf.check()
    try KeystoreFile.check(work: keyring.roles.flatMap { $0.map { _ in kdf.work } }, .default)
    let ring = try SealedKeyring(
      sealing: keyring.roles, isFlat: layout.isFlat(keyring.roles.count), password: password, kdf: kdf)
    // The format tells no public key: by these the file is found for one without its password.
    let addresses = keyring.roles.flatMap { $0 }.map(\.address)
    return try version4(ring, keyring.address, id: try Randomness.uuid(), layout, keyAddresses: addresses)
  }

  private static let keyAddressesName = "keyAddresses"

  /// The addresses that the keys of a version 4 file would have of their own, as the file says: nothing proves it. Empty
  /// for files that other programs made.
  public var keyAddresses: [Address] {
    guard case .keyring(let ring) = contents, let texts = json[Self.keyAddressesName]?.array,
      texts.count == ring.count
    else { return [] }
    return texts.compactMap { $0.string.flatMap { try? Address($0) } }
  }

  /// Converts the file to version 4 of this layout with the encrypted keys as they are; takes no password, and leaves
  /// out what else is in the file.
  ///
  /// - Parameter account: whose keys they are; nil for the address that the file says.
  /// - Throws: `unsupported` for a presale wallet and for a file that does not say its address.
  public func version4(_ layout: Layout, of account: Address? = nil) throws(KeystoreError) -> KeystoreFile {
    let roles: [[SealedKey]]
    switch contents {
    case .single(let key): roles = [[key]]
    case .keyring(let ring): roles = ring.roles
    case .presale:
      throw KeystoreError(
        .unsupported, "A presale wallet has no form of version 4.",
        advice: "Import it: it becomes a file of version 3, which has one.")
    }
    guard let address = account ?? address else {
      throw KeystoreError(
        .unsupported, "This key file does not say its address, which version 4 has to.",
        advice: "Import it with its password, so that the address is found.")
    }
    let ring = SealedKeyring(roles: roles, isFlat: layout.isFlat(roles.count))
    let name: String
    if let id { name = id } else { name = try Randomness.uuid() }
    return try KeystoreFile.version4(ring, address, id: name, layout, keyAddresses: keyAddresses)
  }

  /// The file as one of version 4 of this account, unless it is one of another account.
  func belonging(to account: Address) throws(KeystoreError) -> KeystoreFile {
    guard case .keyring = contents, let address else { return try version4(.node, of: account) }
    guard address == account else {
      throw KeystoreError(
        .addressMismatch, "This key file is of another account.",
        reason: "It holds the keys of \(address), and \(account) was asked for.",
        facts: .otherAccount(asked: account))
    }
    return self
  }

  private static func version4(
    _ ring: SealedKeyring, _ address: Address, id: String, _ layout: Layout, keyAddresses: [Address]
  ) throws(KeystoreError) -> KeystoreFile {
    var object: JSONObject = [
      "address": .string(layout.text(address)),
      "id": .string(id),
      "keyring": ring.json,
      "version": 4,
    ]
    if !keyAddresses.isEmpty { object[keyAddressesName] = .array(keyAddresses.map { .string($0.lowercaseHex) }) }
    return try KeystoreFile(json: .object(object))
  }
}
