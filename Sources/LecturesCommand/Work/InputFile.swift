import Files
import Keystores
import Primitives
import StrictJSON
import Terminal

/// The files that are given to commands, and hold no secret.
enum InputFile {
  /// The bytes of a file that holds no secret; `-` is standard input.
  ///
  /// - Parameter part: The file's part in a sentence where money depends on its contents: nobody else may write it
  ///   then.
  /// - Throws: `usage` with the system's reason; `settings` for such a file that others may change.
  static func contents(of path: String, reliedOnAs part: String? = nil, limit: Int = 64 << 20) throws(CommandFailure)
    -> Bytes
  {
    let contents = try CommandFailure.explaining(.usage, InputRefusal.unreadable(PlainText.escaped(path))) {
      try PrivateFile.read(path == "-" ? "/dev/stdin" : path, limit: limit)
    }
    if let part, let exposed = contents.exposure(part, needing: .integrity) {
      throw CommandFailure(.settings, exposed: exposed)
    }
    return contents.bytes
  }

  /// The JSON in a file; `-` is standard input.
  ///
  /// - Throws: `usage` with the system's reason, or where the text stops being JSON.
  static func json(of path: String) throws(CommandFailure) -> JSON {
    let bytes = try contents(of: path)
    return try CommandFailure.explaining(.usage, InputRefusal.notJSON(PlainText.escaped(path))) {
      try JSON(parsing: bytes)
    }
  }
}
