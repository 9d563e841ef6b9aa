import GasPrices

extension GasPricesError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("gas.\(code)", status), message, reason: reason, advice: advice ?? nextStep)
  }

  /// The next step in the words of the command line.
  private var nextStep: String? {
    switch (code, facts) {
    case (.invalidAlert, .threshold): "As in: --below 25"
    case (.unknownAlert, _): "Those there are: lectures gas alert list"
    case (.watchedAlready, _): "See how it does: lectures gas daemon --status"
    default: nil
    }
  }

  private var status: ExitStatus {
    switch code {
    case .oracleRefused, .badOracleReply: .nodeUnavailable
    case .badOracle, .badRate: .settings
    case .invalidAlert, .unknownAlert: .usage
    default: .failure
    }
  }
}
