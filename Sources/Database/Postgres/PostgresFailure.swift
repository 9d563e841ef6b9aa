/// A refusal of a server, by its code of the SQL standard.
struct PostgresFailure: Error, Sendable {
  /// Five characters, such as `40001`; nil where the connection was lost.
  let state: String?
  /// The server's or the library's own words, in one line.
  let words: String

  /// Whether the change was given up for a reason that passes, and may simply be tried once more.
  var isPassing: Bool {
    guard let state else { return true }
    // A conflict or deadlock with others; a server or a connection that is being ended; one that starts.
    return state.hasPrefix("40") || state.hasPrefix("08") || state.hasPrefix("57P")
  }

  /// Whether somebody else had what it waited for, for longer than it was to wait.
  var isLockTimeout: Bool { state == "55P03" }

  /// The failure as one of this target.
  var error: DatabaseError {
    let code: DatabaseError.Code =
      switch state {
      case nil: .unreachable
      case "25006", "42501": .notWritable
      case "53300": .crowded
      case "55P03", "57014": .busy
      case .some(let state) where state.hasPrefix("08") || state.hasPrefix("57P"): .unreachable
      case .some(let state) where state.hasPrefix("28") || state == "3D000": .refused
      case .some(let state) where state.hasPrefix("40"): .busy
      case .some(let state) where state.hasPrefix("53"): .full
      case .some(let state) where state.hasPrefix("XX") || state == "58030": .damaged
      default: .failed
      }
    return DatabaseError(code, words)
  }
}
