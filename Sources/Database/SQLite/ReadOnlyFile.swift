import Files
internal import GRDB
import Platform

/// A database's file that cannot be written, because it, its folder or the whole file system may only be read; or a
/// place where none is and none can be made.
struct ReadOnlyFile: Sendable {
  private let path: String

  /// A place at which a file cannot be written; nil where it can be, or where that shows only when it is tried.
  init?(_ path: String) {
    self.path = path
    let isThere = access(path, F_OK) == 0
    if isThere, Self.mayOnlyBeRead(path) { return }
    // The files that SQLite keeps beside it are made in its folder; a folder that is missing, in the next one above
    // that is there.
    var folder = Folder(of: path)
    while access(folder.path, F_OK) != 0, folder.path != "/", folder.path != "." { folder = Folder(of: folder.path) }
    guard Self.mayOnlyBeRead(folder.path) else { return nil }
  }

  private static func mayOnlyBeRead(_ path: String) -> Bool {
    access(path, W_OK) != 0 && [EACCES, EROFS, EPERM].contains(errno)
  }

  /// Copies all that is in the file into a database in memory, which stays empty where there is no file.
  ///
  /// - Throws: The driver's errors; `DatabaseError` `.notWritable` where the newest changes cannot be read.
  func copy(into database: DatabaseQueue, _ configuration: Configuration) throws {
    guard access(path, F_OK) == 0 else { return }
    var configuration = configuration
    configuration.readonly = true
    let source = try DatabaseQueue(path: try location(), configuration: configuration)
    try source.backup(to: database)
    try source.close()
  }

  /// The name by which SQLite opens the file without making another beside it.
  private func location() throws -> String {
    // A log that holds anything is read with the index beside it, as one that another has open is.
    let log = size(of: "\(path)-wal")
    if log != nil, size(of: "\(path)-shm") != nil { return path }
    guard log ?? 0 == 0 else {
      throw DatabaseError(
        .notWritable, "Its newest changes lie in a log beside it, which only opens where it can be written.")
    }
    var name = ""
    for byte in path.utf8 {
      // The characters that end or escape a part of a URI.
      let isPlain = byte > 0x20 && byte < 0x7f && !"%?#".utf8.contains(byte)
      name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "file:\(name)?immutable=1"
  }

  private func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}
