import Files
import Keystores
import StrictJSON

extension ConfigFile {
  /// Reads the file, lets `change` change it and writes it, while no other process does the same.
  ///
  /// The file is replaced in one step and is readable for its owner only: endpoints may hold a key.
  static func update(
    _ path: String?, _ change: (inout ConfigFile) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    guard let path else {
      throw CommandFailure(
        .settings, "There is no place for the configuration file.", reason: "HOME is not set.",
        advice: "Name a file with --config FILE.")
    }
    do throws(KeystoreError) {
      try PrivateFile.makeFolder(of: path)
    } catch {
      throw unwritable(path, error)
    }
    try locked(path) { () throws(CommandFailure) in
      var file = try ConfigFile.read(path, mustExist: false)
      let former = file.document
      try change(&file)
      guard file.document != former else { return }
      let text = JSON.object(file.document).serialized(prettyIndent: 2) + "\n"
      do throws(KeystoreError) {
        try PrivateFile.replace(path, with: Array(text.utf8))
      } catch {
        throw unwritable(path, error)
      }
    }
  }

  /// Holds a lock on a file beside `path` while `body` runs, so that two processes do not undo one another's changes.
  private static func locked(
    _ path: String, _ body: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    // A directory that is not writable is reported by the write itself.
    let lock = try? FileLock("\(path).lock")
    defer { withExtendedLifetime(lock) {} }
    try body()
  }

  private static func unwritable(_ path: String, _ error: KeystoreError) -> CommandFailure {
    CommandFailure(
      .settings, "The configuration file cannot be written.", because: error, place: path,
      advice: "Name another one with --config FILE or LECTURES_CONFIG.")
  }
}
