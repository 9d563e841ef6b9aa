import Files
import Keystores
import Primitives

/// A file with the key of somebody's service.
enum KeyFile {
  /// The first line of a file that nobody else may read.
  ///
  /// - Parameter owner: The service that the key is for, as in `gas oracle`.
  /// - Throws: `unreadable`, without the key.
  static func read(_ file: String, of owner: String) throws(SettingsError) -> String {
    do throws(KeystoreError) {
      let contents = try PrivateFile.read(file, limit: 4096)
      if let exposed = contents.exposure("The file of the key", needing: .secrecy) { throw exposed }
      return String(decoding: contents.bytes.prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self).trimmed
    } catch {
      throw SettingsError(.unreadable, "The \(owner)'s key cannot be read.", cause: error)
    }
  }
}
