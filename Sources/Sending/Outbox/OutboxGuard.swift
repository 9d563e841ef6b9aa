import Files

/// The check that the file of an outbox is the owner's own: what was sent, and with it whether it is sent again, must not
/// be written by others.
enum OutboxGuard {
  /// Files that belong to an outbox: the database and what SQLite keeps beside it.
  private static let endings = ["", "-wal", "-shm"]

  /// Looks at the file, at what lies beside it and at its folder; they are there, or nobody has made them yet.
  ///
  /// - Throws: `outboxExposed` for a symbolic link in its place, for a file that is none, and for a file or a folder that
  ///   others may write.
  static func check(_ path: String) throws(SendingError) {
    for ending in endings {
      let path = path + ending
      let file = FilePermissions(path: path, followingLinks: false)
      switch file?.kind {
      case .symbolicLink:
        throw refused(
          path, "It is a symbolic link: the file that it leads to may be another tomorrow.",
          advice: "Use the path of the file itself, or move the file here.")
      case .folder, .other: throw refused(path, "It is no regular file.", advice: nil)
      case .regular, nil: break
      }
      let exposure =
        file.flatMap { Exposure(of: path, $0, needing: .integrity) } ?? Exposure.inFolder(of: path, holding: file)
      if let exposure { throw refused(path, exposure.reason, advice: exposure.repair) }
    }
  }

  /// Looks at the user's folder that tells how far the outbox came, and at what it tells of it.
  ///
  /// - Throws: `outboxExposed` where others may write it.
  static func check(_ state: StateFolder, of outbox: String) throws(SendingError) {
    for path in [state.placePath(outbox), state.mark(at: outbox)?.path].compactMap({ $0 }) {
      let file = FilePermissions(path: path, followingLinks: false)
      let exposure =
        file.flatMap { Exposure(of: path, $0, needing: .integrity) } ?? Exposure.inFolder(of: path, holding: file)
      if let exposure { throw refused(outbox, exposure.reason, advice: exposure.repair) }
    }
  }

  private static func refused(_ path: String, _ reason: String, advice: String?) -> SendingError {
    SendingError(
      .outboxExposed, "The outbox \(path) is not used; nothing was signed.", reason: reason, advice: advice)
  }
}
