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
    case .foreign: "Name another database, or another file."
    case .newer: "Use the version of this program that wrote it, or a later one."
    case .busy: "Try again in a moment."
    case .full: "Make room where the database lies."
    case .notWritable: "Check who may write the file or the tables."
    case .uncertain: "Look at what it shows before you do it again."
    default: error.nextStep
    }
  }
}
