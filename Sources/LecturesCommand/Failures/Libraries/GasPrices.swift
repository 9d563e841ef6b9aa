import GasPrices

extension GasPricesErrors: CommandFailureDomain {
  static let subject = "gas"

  static func status(of error: GasPricesError) -> ExitStatus {
    switch error.code {
    case .oracleRefused, .badOracleReply: .nodeUnavailable
    case .badOracle, .badRate: .settings
    case .invalidAlert, .unknownAlert: .usage
    default: .failure
    }
  }

  static func nextStep(after error: GasPricesError) -> String? {
    switch (error.code, error.facts) {
    case (.invalidAlert, .threshold): "As in: --below 25"
    case (.unknownAlert, _): "Those there are: lectures gas alert list"
    case (.watchedAlready, _): "See how it does: lectures gas daemon --status"
    default: nil
    }
  }
}
