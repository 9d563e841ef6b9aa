import Keys
import Primitives
import StrictJSON

extension KeystoreFile {
  /// Encrypts a private key into a version 3 file with a fresh salt, initial vector and identifier; blocks.
  ///
  /// - Throws: `parametersRefused` when the KDF's parameters are not lawful or too dear, `cryptography`.
  public static func encrypt(
    _ key: PrivateKey, password: SecretBytes, kdf: KDF = .standard
  ) throws(KeystoreError) -> KeystoreFile {
    try kdf.check()
    let sealed = try SealedKey.seal(key, password: password, kdf: kdf)
    return try KeystoreFile(
      json: .object([
        "address": .string(plain(key.address)),
        "crypto": sealed.json,
        "id": .string(try Randomness.uuid()),
        "version": 3,
      ]))
  }

  /// Encrypts the keys under another password and other parameters; every other field stays, but a presale wallet becomes
  /// a file of version 3. Blocks for each key.
  ///
  /// - Throws: as ``decrypt(password:limits:)`` and ``encrypt(_:password:kdf:)``; `unsupported` when the file holds
  ///   something else under the old password that would be lost (a mnemonic that ethers put there).
  public func reencrypted(
    password: SecretBytes, newPassword: SecretBytes, kdf: KDF = .standard, limits: KeystoreLimits = .default
  ) throws(KeystoreError) -> KeystoreFile {
    try kdf.check(limits)
    var object = json.object ?? JSONObject()
    if let extra = object.first(where: { $0.key.lowercased() == "x-ethers" })?.value,
      extra["mnemonicCiphertext"] != nil
    {
      throw KeystoreError(
        .unsupported, "The password of this key file cannot be changed here.",
        reason: "It also holds a mnemonic that ethers encrypted under the old password, and which would be lost.",
        advice: "Export the private key (or the mnemonic, with ethers) and import it under another name.")
    }
    switch contents {
    case .presale:
      return try KeystoreFile.encrypt(try decrypt(password: password, limits: limits), password: newPassword, kdf: kdf)
    case .single:
      let key = try decrypt(password: password, limits: limits)
      object.replace("crypto", with: try SealedKey.seal(key, password: newPassword, kdf: kdf).json)
      object.replace("address", with: .string(KeystoreFile.plain(key.address)))
    case .keyring(let ring):
      try check(limits)
      let roles = try ring.open(password: password)
      let sealed = try SealedKeyring(sealing: roles, isFlat: ring.isFlat, password: newPassword, kdf: kdf)
      object.replace("keyring", with: sealed.json)
    }
    return try KeystoreFile(json: .object(object))
  }

  /// A copy of the file with the address of the key that was found in it, so that it can be listed.
  func naming(_ address: Address) throws(KeystoreError) -> KeystoreFile {
    guard self.address == nil, case .single = contents, var object = json.object else { return self }
    object.replace("address", with: .string(KeystoreFile.plain(address)))
    return try KeystoreFile(json: .object(object))
  }

  /// Key files have their address in lower case and without `0x`.
  static func plain(_ address: Address) -> String {
    String(address.lowercaseHex.dropFirst(2))
  }
}

extension JSONObject {
  /// Sets a field in place of the one of that name, in whatever case that one was written.
  fileprivate mutating func replace(_ name: String, with value: JSON) {
    let key = first { $0.key.lowercased() == name }?.key ?? name
    self[key] = value
  }
}
