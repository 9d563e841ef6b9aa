import Operations

extension DelegationErrors: CommandFailureDomain {
  static let subject = "delegation"

  static func status(of error: DelegationError) -> ExitStatus {
    switch error.code {
    case .malformed, .tooLong, .otherType: .usage
    case .notCovered: .insufficientFunds
    case .unreachable, .busy: .nodeUnavailable
    case .outcomeUnknown: .outcomeUnknown
    case .budgetSpent: .overLimit
    case .bookFailed: .failure
    default: .refused
    }
  }
}
