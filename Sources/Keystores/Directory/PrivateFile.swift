import Keys
import Primitives

/// Single files outside the directory of keys that are as private: exported keys, backups, password files.
public enum PrivateFile {
  /// Writes a file for its owner's eyes only (0600), whole or not at all.
  ///
  /// - Parameter replacing: whether a file of that name may be replaced.
  /// - Throws: `exists`, `invalidName`, `notFound` when the folder is missing, `io`.
  public static func write(_ bytes: Bytes, to path: String, replacing: Bool = false) async throws {
    try await BlockingWork.run {
      let (folder, name) = try place(path)
      let fileName = try FileName(anywhere: name)
      if replacing {
        try folder.replace(fileName, bytes)
      } else {
        try folder.writeNew(fileName, bytes)
      }
    }
  }

  /// Reads a regular file of at most `limit` bytes.
  ///
  /// - Throws: `notFound`, `tooLarge`, `damaged` when it is no regular file, `io`.
  public static func read(_ path: String, limit: Int = 128 << 20) async throws -> Bytes {
    try await BlockingWork.run {
      let (folder, name) = try place(path)
      guard let bytes = try folder.read(try FileName(anywhere: name).text, limit: limit, followingLinks: true) else {
        throw missing(path)
      }
      return bytes
    }
  }

  private static func place(_ path: String) throws(KeystoreError) -> (Sandbox, String) {
    var folder = "."
    var name = path
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    }
    guard let sandbox = try Sandbox.open(folder) else { throw missing(folder) }
    return (sandbox, name)
  }

  private static func missing(_ path: String) -> KeystoreError {
    KeystoreError(.notFound, "There is no \(KeystoreError.printable(path)).", reason: "No file or folder of that name.")
  }
}
