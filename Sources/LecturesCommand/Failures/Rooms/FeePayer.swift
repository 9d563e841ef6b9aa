import FeePayer

extension FeePayerError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("feePayer.\(code)", status), message, reason: reason, advice: advice)
  }

  private var status: ExitStatus {
    switch code {
    case .rules, .otherJournal: .settings
    case .wrongChain: .wrongChain
    default: .failure
    }
  }
}
