@_exported import Failures
internal import GRDB

/// A failure of a database, in its own words; each store has a text around it.
package typealias DatabaseError = DomainError<DatabaseErrors>

/// The domain of ``DatabaseError``.
package enum DatabaseErrors: ErrorDomain {
  /// The version of the tables in a file of a later program.
  package typealias Facts = Int
}

extension ErrorCode<DatabaseErrors> {
  /// Somebody else keeps it for longer than the patience goes.
  package static var busy: Self { Self("busy") }
  /// It is none, or what holds it together is damaged.
  package static var damaged: Self { Self("damaged") }
  /// A value of a row is missing, of another type, or none that is stored there.
  package static var unreadable: Self { Self("unreadable") }
  /// There is no room left.
  package static var full: Self { Self("full") }
  /// It may not be opened, or not be written.
  package static var notWritable: Self { Self("notWritable") }
  /// Nothing was made in it yet.
  package static var empty: Self { Self("empty") }
  /// It is another program's.
  package static var foreign: Self { Self("foreign") }
  /// A later version of the program wrote it, the facts have the version of its tables.
  package static var newer: Self { Self("newer") }
  /// Anything else that was refused.
  package static var failed: Self { Self("failed") }
}

extension DatabaseError {
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
