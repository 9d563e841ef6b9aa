import GasPrices

extension GasPricesErrors: CommandFailureDomain {
  static let subject = "gas"

  static func status(of error: GasPricesError) -> ExitStatus {
    switch error.code {
    case .oracleRefused, .oracleSilent, .noNode, .badOracleReply: .nodeUnavailable
    case .badOracle: .settings
    default: .failure
    }
  }
}
