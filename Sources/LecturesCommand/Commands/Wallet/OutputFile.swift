import Platform
import Terminal

/// A file that a command is to write.
enum OutputFile {
  /// Makes sure that no file is in the way before anybody is asked for a password; writing it makes sure once more.
  ///
  /// - Throws: `keystore.exists`.
  static func check(_ path: String?, replacing: Bool) throws(CommandFailure) {
    guard let path, !replacing, access(path, F_OK) == 0 else { return }
    throw CommandFailure(
      .init("keystore.exists", .failure), WalletRefusal.fileExists(PlainText.escaped(path)))
  }
}
