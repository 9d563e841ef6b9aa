import Primitives

/// One key file of a directory, as it is listed: nothing in it is decrypted, and so nothing is proven.
public struct KeystoreEntry: Sendable, Hashable {
  /// The kind of a file of the directory.
  public enum Kind: Sendable, Hashable {
    /// A key file that can be read, of this kind.
    case keystore(KeystoreFile.Kind)
    /// A file that is named like a key file and cannot be used; ``KeystoreEntry/problem`` says why.
    case damaged
  }

  /// The name of the key: its label, or its address when another wallet's program named the file.
  public let name: String
  /// The file's name in the directory.
  public let fileName: String
  /// The account's address, as the file (or else its name) has it; nil if neither says.
  public let address: Address?
  /// The kind of file; with `damaged` there is always a ``problem``, with a key file one if its parameters are refused
  /// or others have access to it.
  public let kind: Kind
  /// Why the file cannot be used, or nil.
  public internal(set) var problem: KeystoreError?
  /// The ``problem`` that there would be if the key were not published: others have access to it.
  public internal(set) var tolerated: KeystoreError? = nil

  /// The addresses that the keys of a file of version 4 would have of their own, as far as the file says them; nothing
  /// proves it.
  public internal(set) var keyAddresses: [Address] = []

  /// Whether it is one of the keys that come with this project for tests, which everybody has anyway.
  ///
  /// Their passwords are public too. A file of version 4 is never one: its keys need not be those of its address.
  public var isPublished: Bool {
    guard let address, !isVersion4 else { return false }
    return PublishedKeys.contains(address)
  }

  /// Whether a key file says that it holds one of those keys.
  public static func isPublished(_ file: KeystoreFile) -> Bool {
    guard let address = file.address, file.kind == .v3 else { return false }
    return PublishedKeys.contains(address)
  }

  /// Whether it is a key file, or was one, that is damaged or that the system does not let be read.
  public var isBrokenKey: Bool {
    guard kind == .damaged, let code = problem?.code else { return false }
    return code == .damaged || code == .unreadable || code == .io
  }

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
      var entry = describe(fileName, bytes, limits: limits)
      entry.refuse(sandbox.exposure(of: fileName).map { .exposed(TerminalSafe.name(fileName), $0) })
      if !isNamedLikeKey, entry.kind == .damaged { return nil }
      return (entry, bytes)
    } catch {
      return isNamedLikeKey ? (unusable(fileName, error.about(fileName)), nil) : nil
    }
  }

  /// The entry of a file with these bytes.
  static func describe(_ fileName: String, _ bytes: Bytes, limits: KeystoreLimits) -> KeystoreEntry {
    let naming = Naming(fileName)
    do {
      let file = try KeystoreFile(bytes, limits: limits)
      return KeystoreEntry(
        name: naming.name, fileName: fileName, address: file.address ?? naming.address, kind: .keystore(file.kind),
        problem: problem(of: file, limits)?.about(fileName), keyAddresses: file.keyAddresses)
    } catch {
      return unusable(fileName, error.about(fileName))
    }
  }

  /// Keeps a key that others have access to from being used, unless everybody has it.
  private mutating func refuse(_ exposed: KeystoreError?) {
    guard let exposed, problem == nil else { return }
    if isPublished { tolerated = exposed } else { problem = exposed }
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

  /// The parts of a file's name.
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
