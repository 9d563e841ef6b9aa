import Files
import Keys
import Primitives

/// The outcome of restoring a backup, file by file.
public struct RestoreReport: Sendable, Hashable {
  /// A file that was left alone, and why.
  public struct Conflict: Sendable, Hashable {
    /// As the backup has it.
    public let fileName: String
    /// The account's, as the file or its name has it; nil if neither does.
    public let address: Address?
    /// The file that is in the way.
    public let existing: String
    /// One sentence.
    public let reason: String
  }

  /// The files that were written.
  public internal(set) var restored: [KeystoreEntry] = []
  /// The names of the files that are there already, byte for byte.
  public internal(set) var unchanged: [String] = []
  /// The files that were not written, because something else is in their place.
  public internal(set) var conflicts: [Conflict] = []
  /// The attachment that the backup holds beside the key files, if it was asked for; it was not written anywhere.
  public internal(set) var attachment: Bytes?
}

extension KeystoreManager {
  /// All key files of the directory, unusable ones too, as one encrypted file.
  ///
  /// ```
  /// 8 bytes   89 4c 4b 42 0d 0a 1a 0a   ("LKB"; a transfer that changes line ends breaks it)
  /// 4 bytes   length of the header, big endian
  /// header    JSON: {"version":1,"kdf":"scrypt","kdfparams":{"dklen":32,"n":…,"r":…,"p":…,"salt":hex},
  ///                  "cipher":"aes-256-gcm","nonce":hex of 12 bytes,"length":bytes of the next part}
  /// sealed    AES-256-GCM of the archive, and its tag of 16 bytes;
  ///           key = scrypt(password, salt), additional data = everything above
  /// 32 bytes  keccak256 of everything above
  ///
  /// archive   4 bytes count; for each file: 2 bytes length of its name, name (UTF-8), 4 bytes length of its content,
  ///           content; all lengths big endian, nothing behind the last file
  /// ```
  ///
  /// The last hash needs no password: it distinguishes a damaged file from a wrong password. It proves nothing against
  /// somebody who changes the file on purpose; that is the tag's work.
  ///
  /// - Parameters:
  ///   - password: the backup's own; the keys in it stay under theirs.
  ///   - kdf: scrypt parameters for it.
  ///   - attachment: what else is to be in it, under a name that no key file has.
  /// - Returns: the file, and what is in it: a link that leads out of the directory, for one, is listed and not backed up.
  /// - Throws: `notFound` when there is nothing to back up, `tooLarge`, `parametersRefused`, `busy`, `io`.
  public func backup(
    password: SecretBytes, kdf: KDF = .standard, attachment: (name: String, content: Bytes)? = nil
  ) async throws -> (file: Bytes, entries: [KeystoreEntry]) {
    let backup = try await BlockingWork.run {
      var archive = Archive()
      if let sandbox = try sandbox() {
        archive = try sandbox.steady { () throws(KeystoreError) -> Archive in try self.archive(of: sandbox) }
      }
      let entries = archive.files.map { KeystoreEntry.describe($0.name.text, $0.content, limits: limits) }
      if let attachment { try archive.add(try FileName(attachment.name), attachment.content) }
      guard !archive.files.isEmpty else { throw nothingToBackUp }
      return (try BackupFile.seal(archive.bytes, password: password, kdf: kdf), entries)
    }
    try Task.checkCancellation()
    return backup
  }

  /// The content of a backup, without writing anything.
  ///
  /// - Parameter attachment: the name of what is no key file.
  /// - Throws: as ``restore(_:password:attachment:)``.
  public func inspectBackup(
    _ file: Bytes, password: SecretBytes, attachment: String? = nil
  ) async throws -> (entries: [KeystoreEntry], attachment: Bytes?) {
    try await BlockingWork.run {
      let archive = try Archive(try BackupFile.open(file, password: password, limits: limits))
      let keys = archive.files.filter { $0.name.text != attachment }
      return (
        keys.map { KeystoreEntry.describe($0.name.text, $0.content, limits: limits) },
        archive.files.first { $0.name.text == attachment }?.content
      )
    }
  }

  /// Puts a backup's files into the directory; what is there is never overwritten, the rest is restored.
  ///
  /// A file is left out, and reported, when a file that was there before has its name or its address.
  ///
  /// - Parameter attachment: the name of what is no key file; it is given back instead of written.
  /// - Throws: before anything is written: `notKeystore`, `damaged`, `wrongPassword`, `unsupported`,
  ///   `parametersRefused`, `invalidName` for a file that would lead out of the directory, `tooLarge`; and `busy`, `io`.
  public func restore(
    _ file: Bytes, password: SecretBytes, attachment: String? = nil
  ) async throws -> RestoreReport {
    let archive = try await BlockingWork.run {
      try Archive(try BackupFile.open(file, password: password, limits: limits))
    }
    try Task.checkCancellation()
    return try await BlockingWork.run {
      let sandbox = try Sandbox.create(directory)
      sandbox.checkpoint = checkpoint
      return try sandbox.locked { () throws(KeystoreError) in
        var report = RestoreReport()
        let present = try entries(in: sandbox)
        for file in archive.files {
          if file.name.text == attachment {
            report.attachment = file.content
          } else {
            try restore(file, in: sandbox, present, &report)
          }
        }
        return report
      }
    }
  }

  private func restore(
    _ file: Archive.File, in sandbox: Sandbox, _ present: [KeystoreEntry], _ report: inout RestoreReport
  ) throws(KeystoreError) {
    let name = file.name.text
    let entry = KeystoreEntry.describe(name, file.content, limits: limits)
    func conflict(_ existing: String, _ reason: String) {
      report.conflicts.append(
        RestoreReport.Conflict(fileName: name, address: entry.address, existing: existing, reason: reason))
    }
    let there: Bytes?
    do {
      there = try sandbox.read(name, limit: limits.fileSize)
    } catch {
      return conflict(name, "Something that is no key file has this name.")
    }
    if let there {
      if there == file.content {
        report.unchanged.append(name)
      } else {
        conflict(name, "Another file has this name.")
      }
      return
    }
    if let other = present.first(where: { $0.fileName == name }) {
      return conflict(other.fileName, "Another file has this name, composed of other characters.")
    }
    var kind: KeystoreFile.Kind?
    if case .keystore(let found) = entry.kind { kind = found }
    if let address = entry.address, let other = present.first(where: { $0.hasKey(of: address, kind) }) {
      return conflict(other.fileName, "The key of \(address) is already here under another name.")
    }
    do {
      try sandbox.writeNew(file.name, file.content)
    } catch  where error.code == .exists {
      return conflict(name, "Another file has this name.")
    }
    report.restored.append(entry)
  }

  private func archive(of sandbox: Sandbox) throws(KeystoreError) -> Archive {
    var archive = Archive()
    for name in try sandbox.names(where: { !$0.hasPrefix(".") }) {
      guard let (_, bytes) = KeystoreEntry.look(at: name, in: sandbox, limits: limits), let bytes else { continue }
      try archive.add(try FileName(name), bytes)
    }
    return archive
  }

  private var nothingToBackUp: KeystoreError {
    KeystoreError(
      .notFound, "There is nothing to back up.", reason: "\(TerminalSafe.name(directory)) has no key files.")
  }
}
