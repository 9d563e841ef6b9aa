/// The words of SQL for what one engine says otherwise than another.
package struct SQLDialect: Sendable {
  /// An expression for the time of the engine's own clock, in milliseconds since 1970: on a server the server's, in a
  /// file the machine's.
  package let clock: String
  /// The end of a `SELECT` whose rows nobody else changes or locks until the change is done; empty in a file, which is
  /// changed by one at a time.
  package let forUpdate: String
  /// The end of a `SELECT` whose rows nobody deletes, or reads for update, until the change is done; others may change
  /// what is no key of them.
  package let forKeyShare: String
}

extension Connection {
  /// The engine's words.
  package var words: SQLDialect { runner.words }
}
