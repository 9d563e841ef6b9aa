import Database
import Files

/// The check that the file of an outbox is the owner's own: what was sent, and with it whether it is sent again, must not
/// be written by others.
enum OutboxGuard {
  /// Looks at the file, at what lies beside it and at its folder; they are there, or nobody has made them yet.
  ///
  /// - Throws: `outboxExposed` for a symbolic link in its place, for a file that is none, and for a file or a folder that
  ///   others may write.
  static func check(_ path: String) throws(OutboxError) {
    if let exposure = DatabaseFile.exposure(at: path) { throw exposed(exposure, path) }
  }

  /// Checks the user's folder that notes how far the outbox came, and its notes of it.
  ///
  /// - Throws: `outboxExposed` where others may write it.
  static func check(_ state: StateFolder, of outbox: String) throws(OutboxError) {
    for path in [state.placePath(outbox), state.mark(at: outbox)?.path].compactMap({ $0 }) {
      try check(path, of: outbox)
    }
    // Users who may write the folder above may put another in its place.
    let parent = "/" + state.path.split(separator: "/").dropLast().joined(separator: "/")
    guard let above = FilePermissions(path: parent),
      let exposure = Exposure(folder: parent, above, holding: FilePermissions(path: state.path))
    else { return }
    throw exposed(exposure, outbox)
  }

  /// Looks at one file of those that an outbox needs.
  static func check(_ path: String, of outbox: String) throws(OutboxError) {
    guard let exposure = Exposure.find(inPlaceOfRecord: path) else { return }
    throw exposed(exposure, outbox)
  }

  private static func exposed(_ exposure: Exposure, _ outbox: String) -> OutboxError {
    OutboxError(
      .exposed, "The outbox \(outbox) is not used; nothing was signed.", reason: exposure.reason,
      advice: exposure.repair)
  }
}
