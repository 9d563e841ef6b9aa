import JSONFields
import Keys
import Primitives
import StrictJSON

/// A directory of key files as one encrypted file; the format is described at
/// ``KeystoreManager/backup(password:kdf:)``.
enum BackupFile {
  static let magic: Bytes = [0x89, 0x4c, 0x4b, 0x42, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let maximumHeader = 4096

  static func seal(_ archive: Bytes, password: SecretBytes, kdf: KDF) throws(KeystoreError) -> Bytes {
    guard case .scrypt(let n, let r, let p) = kdf else {
      throw KeystoreError(.parametersRefused, "A backup is encrypted by way of scrypt.")
    }
    try kdf.check()
    let salt = try Randomness.bytes(32)
    let nonce = try Randomness.bytes(12)
    let header: JSON = .object([
      "version": 1,
      "kdf": "scrypt",
      "kdfparams": .object([
        "dklen": 32, "n": .number("\(n)"), "r": .number("\(r)"), "p": .number("\(p)"),
        "salt": .string(Hex.encode(salt, prefix: false)),
      ]),
      "cipher": "aes-256-gcm",
      "nonce": .string(Hex.encode(nonce, prefix: false)),
      "length": .number("\(archive.count + 16)"),
    ])
    let text = header.serializedBytes()
    var file = magic
    file.append(bigEndian: UInt32(text.count))
    file += text
    let key = try kdf.derive(password: password, salt: salt, count: 32)
    guard let sealed = AES.seal(archive, key: key, nonce: nonce, authenticating: file) else {
      throw KeystoreError(.cryptography, "The backup was not encrypted.", reason: "OpenSSL gave no AES-256-GCM.")
    }
    file += sealed
    file += Keccak256.hash(file).bytes
    return file
  }

  /// The archive in a backup.
  ///
  /// - Throws: `notKeystore` for another kind of file, `damaged` (cut short or changed), `unsupported` for a later
  ///   version, `parametersRefused`, `wrongPassword`.
  static func open(_ file: Bytes, password: SecretBytes, limits: KeystoreLimits) throws(KeystoreError) -> Bytes {
    guard file.starts(with: magic.prefix(4)) else {
      throw KeystoreError(.notKeystore, "This is no backup of key files.", reason: "It begins differently.")
    }
    guard file.starts(with: magic) else {
      throw damaged("Its beginning was changed, as happens when it is sent as text.")
    }
    guard let headerLength = file.bigEndian32(at: 8), headerLength <= maximumHeader,
      file.count >= 12 + headerLength
    else { throw damaged("It is cut short, or its header is.") }
    let sealedStart = 12 + headerLength
    let json: JSON
    do {
      json = try JSON(parsing: Bytes(file[12..<sealedStart]))
    } catch {
      throw damaged("Its header is no JSON.")
    }
    let header = try Header(json)
    let total = sealedStart + header.length + 32
    guard file.count == total else {
      throw damaged(
        "It has \(file.count) bytes instead of \(total): it is \(file.count < total ? "cut short" : "too long").")
    }
    guard Keccak256.hash(Bytes(file[..<(total - 32)])).bytes == Bytes(file[(total - 32)...]) else {
      throw damaged("Its check sum does not match.")
    }
    try header.kdf.check(limits)
    let key = try header.kdf.derive(password: password, salt: header.salt, count: 32)
    let sealed = Bytes(file[sealedStart..<(total - 32)])
    guard let archive = AES.open(sealed, key: key, nonce: header.nonce, authenticating: Bytes(file[..<sealedStart]))
    else {
      throw KeystoreError(
        .wrongPassword, "The password does not open this backup.",
        reason: "The file is whole, so that the password is wrong, unless somebody changed the file on purpose.",
        advice: "Try the password that the backup was made with; it need not be that of any key in it.")
    }
    return archive
  }

  static func damaged(_ reason: String) -> KeystoreError {
    KeystoreError(
      .damaged, "The backup is damaged.", reason: reason, advice: "Take another copy of it; nothing was restored.")
  }

  private struct Header {
    let kdf: KDF
    let salt: Bytes
    let nonce: Bytes
    let length: Int

    init(_ json: JSON) throws(KeystoreError) {
      do throws(KeystoreError) {
        let fields = try Fields(json)
        guard try fields.required("version", .integer) == 1, try fields.required("kdf", .string) == "scrypt",
          try fields.required("cipher", .string) == "aes-256-gcm"
        else {
          throw KeystoreError(
            .unsupported, "The backup is of a kind that is not read here.",
            reason: "Version 1 with scrypt and aes-256-gcm is.", advice: "Use a later release of this program.")
        }
        let parameters = try fields.fields("kdfparams")
        kdf = .scrypt(
          n: try parameters.required("n", .integer), r: try parameters.required("r", .integer),
          p: try parameters.required("p", .integer))
        salt = try parameters.required("salt", .bytes(1...1024, prefix: .optional))
        nonce = try fields.required("nonce", .bytes(12...12, prefix: .optional))
        length = try fields.required("length", .integer)
      } catch {
        if error.code == .unsupported { throw error }
        throw BackupFile.damaged("Its header lacks what a header has.")
      }
      guard (16...Archive.maximumSize + 16).contains(length) else {
        throw BackupFile.damaged("Its header gives it a length that no backup has.")
      }
    }
  }
}
