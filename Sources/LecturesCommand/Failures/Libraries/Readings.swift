import Localization
import Operations

extension ReadingErrors: CommandFailureDomain {
  static let subject = "reading"

  static func commandFailure(of error: ReadingError) -> CommandFailure {
    CommandFailure(disputed: error.disputed, silent: error.silent)
  }

  static func korean(_ error: ReadingError) -> FailureWords? { commandFailure(of: error).words(in: .korean) }

  static func ukrainian(_ error: ReadingError) -> FailureWords? { commandFailure(of: error).words(in: .ukrainian) }
}
