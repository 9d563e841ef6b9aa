import Database

extension DatabaseErrors: CommandFailureDomain {
  static let subject = "database"

  static func status(of error: DatabaseError) -> ExitStatus {
    switch error.code {
    case .badAddress: .usage
    default: .failure
    }
  }

  static func nextStep(after error: DatabaseError) -> String? {
    switch error.code {
    case .badAddress: "An address with a password goes into a file of mode 600: --database-file FILE"
    case .unreachable: "See whether the server runs, and whether the address is right."
    case .refused: "Check the user, the password and the database in the address."
    case .unsafe: "Set fsync and full_page_writes to on in the server's configuration, and restart it."
    case .behind: "See which server has the newest changes, let that one alone answer, and copy the other from it."
    case .foreign: "Name another database, or another file."
    case .newer: "Use the version of this program that wrote it, or a later one."
    case .busy: "Try again in a moment."
    case .full: "Make room where the database lies."
    case .notWritable: "Check who may write the file or the tables."
    case .uncertain: "Look at what it shows before you do it again."
    default: nil
    }
  }
}
