import Files
import Platform
import Primitives

/// Single files outside the directory of keys that are as private: exported keys, backups, password files, settings.
public enum PrivateFile {
  /// The bytes of a file and who may read it.
  package struct Contents: Sendable {
    package var bytes: Bytes
    /// The permission bits, as in 0o600.
    package let mode: UInt32
    fileprivate let path: String
    fileprivate let permissions: FilePermissions

    /// Why the file must not be used: others may read or write it, or replace it in its folder; nil if they may not.
    ///
    /// Files opened by whoever started the program (standard input, a descriptor, a pipe) are accepted as they are.
    ///
    /// - Parameters:
    ///   - what: The file's part in the sentence, as in "The password file".
    ///   - need: Whether it is a secret, or only to be relied on.
    package func exposure(_ what: String, needing need: Exposure.Need) -> KeystoreError? {
      guard !NamedFile.isGiven(path) else { return nil }
      return Exposure.find(at: path, permissions, needing: need).map { .exposed(what, $0) }
    }
  }

  /// Writes a file for its owner's eyes only (0600), whole or not at all.
  ///
  /// - Parameter replacing: whether a file of that name may be replaced.
  /// - Throws: `exists`, `invalidName`, `notFound` when the folder is missing, `io`.
  public static func write(_ bytes: Bytes, to path: String, replacing: Bool = false) async throws {
    try await BlockingWork.run {
      let (folder, name) = try place(path)
      if replacing {
        try folder.replace(name, bytes)
      } else {
        try folder.writeNew(name, bytes)
      }
    }
  }

  /// Puts a file in another's place, or makes it; a symbolic link stays and its target is replaced.
  ///
  /// - Throws: as ``write(_:to:replacing:)``.
  package static func replace(_ path: String, with bytes: Bytes) throws(KeystoreError) {
    let (folder, name) = try place(resolved(path))
    try folder.replace(name, bytes)
  }

  /// Makes the folder of a file and those above it, readable for the owner only; fine if it is there.
  ///
  /// - Throws: `io`.
  package static func makeFolder(of path: String) throws(KeystoreError) {
    _ = try Sandbox.create(Folder(of: path).path)
  }

  /// Reads at most `limit` bytes of a regular file, or of whatever whoever started the program has opened: `/dev/stdin`
  /// may be a pipe.
  ///
  /// - Throws: `notFound`, `tooLarge`, `damaged` for a folder, a pipe or a device, `unreadable`, `io`.
  package static func read(_ path: String, limit: Int) throws(KeystoreError) -> Contents {
    let file: NamedFile
    do throws(NamedFileError) {
      file = try NamedFile(path)
    } catch {
      switch error {
      case .system(let failure) where failure.number == ENOENT || failure.number == ENOTDIR: throw missing(path)
      case .system(let failure):
        throw Sandbox.system("The file cannot be opened", path, .unreadable, number: failure.number)
      case .folder: throw KeystoreError(.damaged, "\(TerminalSafe.name(path)) is a folder.")
      case .irregular:
        throw KeystoreError(
          .damaged, "\(TerminalSafe.name(path)) is no regular file, but a pipe, a socket or a device.")
      }
    }
    let bytes = try Sandbox.readAll(file.descriptor, path, limit: limit)
    return Contents(bytes: bytes, mode: file.permissions.mode & 0o777, path: path, permissions: file.permissions)
  }

  /// The open folder of a path, and the name in it.
  private static func place(_ path: String) throws(KeystoreError) -> (Sandbox, FileName) {
    let (folder, name) = Folder.split(path)
    guard let sandbox = try Sandbox.open(folder) else { throw missing(folder) }
    return (sandbox, try FileName(anywhere: name))
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func missing(_ path: String) -> KeystoreError {
    KeystoreError(.notFound, "There is no file or folder \(TerminalSafe.name(path)).")
  }
}
