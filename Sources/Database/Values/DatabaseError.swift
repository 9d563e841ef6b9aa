@_exported import Failures

/// A failure of a database, in its own words; each store has a text around it.
package typealias DatabaseError = DomainError<DatabaseErrors>

/// The domain of ``DatabaseError``.
package enum DatabaseErrors: ErrorDomain {
  /// The version of the tables in a database of a later program.
  package typealias Facts = Int
}

extension ErrorCode<DatabaseErrors> {
  /// Another connection holds the database for longer than the caller waits.
  package static var busy: Self { Self("busy") }
  /// The file is no database, or what holds it together is damaged.
  package static var damaged: Self { Self("damaged") }
  /// A value of a row is missing, of another type, or none that is stored there.
  package static var unreadable: Self { Self("unreadable") }
  /// There is no room left.
  package static var full: Self { Self("full") }
  /// The file may not be opened, or not be written.
  package static var notWritable: Self { Self("notWritable") }
  /// Others may change the file, or put another in its place.
  package static var exposed: Self { Self("exposed") }
  /// Nothing was made in it yet.
  package static var empty: Self { Self("empty") }
  /// The file is another program's.
  package static var foreign: Self { Self("foreign") }
  /// A later version of the program wrote it, the facts have the version of its tables.
  package static var newer: Self { Self("newer") }
  /// The address of a server cannot be used as it is.
  package static var badAddress: Self { Self("badAddress") }
  /// The server cannot be reached, or the connection to it was lost.
  package static var unreachable: Self { Self("unreachable") }
  /// The server is there, and has no connection left for another one.
  package static var crowded: Self { Self("crowded") }
  /// The server is there, and refuses this user or this database.
  package static var refused: Self { Self("refused") }
  /// The server does not keep what it says is written: it may not be trusted with a change.
  package static var unsafe: Self { Self("unsafe") }
  /// The server lacks changes that were made already: it came back without them, or another took its place meanwhile.
  package static var behind: Self { Self("behind") }
  /// The connection was lost while a change was being ended, and whether it was made cannot be found out.
  package static var uncertain: Self { Self("uncertain") }
  /// Another holder has the lease by now, or the time of this one is over.
  package static var leaseLost: Self { Self("leaseLost") }
  /// A refusal of any other kind.
  package static var failed: Self { Self("failed") }
}

extension ErrorCode<DatabaseErrors> {
  /// Whether a server cannot be used just now, which passes by itself: it is away, or full.
  package var isOfAbsence: Bool { [.unreachable, .crowded].contains(self) }

  /// Whether it is about a server, or the way to it: nothing that lies there can be moved away.
  package var isOfServer: Bool { isOfAbsence || [.refused, .unsafe, .behind, .uncertain].contains(self) }
}

extension Error {
  /// The error of a database that it is, or comes of.
  package var ofDatabase: DatabaseError? { self as? DatabaseError ?? (self as? any CausedError)?.cause?.ofDatabase }

  /// The reason and the next step where this process writes nothing more until it is started anew: a server has lost changes
  /// that was reported to it, or is an old one; or a later version changed the tables. Nil for others.
  package var callForRestart: String? {
    guard let error = ofDatabase else { return nil }
    return switch error.code {
    case .behind:
      "\(error.inOneLine) Let the server with the newest changes alone answer, then start this service anew."
    case .newer: "\(error.inOneLine) Start that version in the place of this one."
    default: nil
    }
  }

  /// Whether it is that a server is away, or comes of that: it passes by itself.
  package var isOfAwayServer: Bool { ofDatabase?.code.isOfAbsence ?? false }
}

extension DatabaseError {
  /// The next step where it is about a server, or about who may write a file; nil for others.
  package var nextStep: String? {
    switch code {
    case .unreachable, .uncertain: "See whether the server runs, and whether the address is right."
    case .crowded: "The server is there and full: end connections that nobody needs, or raise its max_connections."
    case .refused: "Check the user, the password and the database in the address."
    case .unsafe: "Set fsync and full_page_writes to on in the server's configuration, and restart it."
    case .behind: "See which server has the newest changes, let that one alone answer, and copy the other from it."
    case .exposed: advice
    default: nil
    }
  }

  /// A column whose value is none that was stored in it.
  package static func unreadable(_ column: String) -> DatabaseError {
    DatabaseError(.unreadable, "The value of \(column) in a row cannot be read.")
  }
}
