internal import GRDB

/// A failure of a database, in its own words; each store has a text around it.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Sendable, Hashable {
    /// Somebody else keeps it for longer than the patience goes.
    case busy
    /// It is none, or what holds it together is damaged.
    case damaged
    /// A value of a row is missing, of another type, or none that is stored there.
    case unreadable
    /// There is no room left.
    case full
    /// It may not be opened, or not be written.
    case notWritable
    /// It is another program's.
    case foreign
    /// A later version of the program wrote it, with this version of the tables.
    case newer(Int)
    /// Anything else that was refused.
    case failed
  }

  package let code: Code
  package let description: String

  package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

  /// A column whose value is none that was stored in it.
  package static func unreadable(_ column: String) -> DatabaseError {
    DatabaseError(.unreadable, "The value of \(column) in a row cannot be read.")
  }

  /// An error of the driver as one of this target; any other stays as it is.
  static func of(_ error: any Error) -> any Error {
    guard let error = error as? GRDB.DatabaseError else { return error }
    let code: Code =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .damaged
      case .SQLITE_FULL: .full
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
      default: .failed
      }
    return DatabaseError(code, error.message ?? "\(error.resultCode)")
  }
}
