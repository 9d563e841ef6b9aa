import GasPrices

extension GasPricesError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("gas.\(code)", status), message, reason: reason, advice: advice)
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
