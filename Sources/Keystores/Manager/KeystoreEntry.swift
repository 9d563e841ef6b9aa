import Primitives

/// One key file of a directory, as it is listed: nothing in it is decrypted, and so nothing is proven.
public struct KeystoreEntry: Sendable, Hashable {
  /// What a file of the directory turned out to be.
  public enum Kind: Sendable, Hashable {
    /// A key file that can be read, of this kind.
    case keystore(KeystoreFile.Kind)
    /// A file that is named like a key file and cannot be used; ``KeystoreEntry/problem`` says why.
    case damaged
  }

  /// What the key is called: its label, or its address when another wallet's program named the file.
  public let name: String
  /// The file's name in the directory.
  public let fileName: String
  /// The account's address, as the file (or else its name) has it; nil if neither says.
  public let address: Address?
  /// What the file turned out to be; with `damaged` there is always a ``problem``, with a key file one if its
  /// parameters are refused.
  public let kind: Kind
  /// Why the file cannot be used, or nil.
  public let problem: KeystoreError?

  /// Whether it has the only key that another file of this address can have: an account of version 4 may have several
  /// files, an old key's and a new one's, or one for each role.
  func hasKey(of address: Address, _ kind: KeystoreFile.Kind?) -> Bool {
    self.address == address && !isVersion4 && !(kind?.isVersion4 ?? false)
  }

  /// Whether it is of Kaia's version 4, whose keys need not be that of its address.
  public var isVersion4: Bool {
    if case .keystore(let kind) = kind { kind.isVersion4 } else { false }
  }
}

extension KeystoreEntry {
  /// Looks at one file of the directory, and gives its bytes with it where they could be read; nil when it is none of a
  /// key's, such as a README.
  static func look(at fileName: String, in sandbox: Sandbox, limits: KeystoreLimits) -> (KeystoreEntry, Bytes?)? {
    let isNamedLikeKey = Naming(fileName).isLikeKey
    do {
      _ = try FileName(fileName)
      guard let bytes = try sandbox.read(fileName, limit: limits.fileSize) else { return nil }
      let entry = describe(fileName, bytes, limits: limits)
      if !isNamedLikeKey, entry.kind == .damaged { return nil }
      return (entry, bytes)
    } catch {
      return isNamedLikeKey ? (unusable(fileName, error.about(fileName)), nil) : nil
    }
  }

  /// What the bytes of a file are.
  static func describe(_ fileName: String, _ bytes: Bytes, limits: KeystoreLimits) -> KeystoreEntry {
    let naming = Naming(fileName)
    do {
      let file = try KeystoreFile(bytes, limits: limits)
      return KeystoreEntry(
        name: naming.name, fileName: fileName, address: file.address ?? naming.address, kind: .keystore(file.kind),
        problem: problem(of: file, limits)?.about(fileName))
    } catch {
      return unusable(fileName, error.about(fileName))
    }
  }

  private static func unusable(_ fileName: String, _ problem: KeystoreError) -> KeystoreEntry {
    let naming = Naming(fileName)
    return KeystoreEntry(
      name: naming.name, fileName: fileName, address: naming.address, kind: .damaged, problem: problem)
  }

  private static func problem(of file: KeystoreFile, _ limits: KeystoreLimits) -> KeystoreError? {
    do {
      try file.check(limits)
      return nil
    } catch {
      return error
    }
  }

  /// What a file's name tells of it.
  private struct Naming {
    let name: String
    let address: Address?
    let isLikeKey: Bool

    init(_ fileName: String) {
      let isJSON = fileName.lowercased().hasSuffix(".json")
      address = MachineName(fileName)?.address
      name = address?.checksummed ?? (isJSON ? String(fileName.dropLast(5)) : fileName)
      isLikeKey = isJSON || address != nil || fileName.hasPrefix("UTC--")
    }
  }
}
