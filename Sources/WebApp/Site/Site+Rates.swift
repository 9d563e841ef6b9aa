import GasPrices
import Operations
import Rates

extension Site {
  /// The rates of exchange with the settings of a session.
  ///
  /// - Parameter market: The market that is shown; nil for that of the settings.
  func rates(of session: WebSession, in market: Market? = nil) throws -> RatesOperations {
    var settings = settings(of: session)
    if let market {
      var values = settings.given.values
      values[.ratesMarket] = [market.rawValue]
      settings = settings.with(values, file: settings.file)
    }
    return try RatesOperations(settings, program: options.program, clock: options.clock) { [self] in
      try await connection(for: session)
    }
  }

  /// The sources that may be asked, with their terms.
  func rateProfiles(of session: WebSession) -> [SourceProfile] {
    ((try? settings(of: session).rates.sources()) ?? []).map(\.profile)
  }

  /// The book of the gas monitor.
  func gasBook() throws -> GasBook { try GasBook(at: try settings.gas.place()) }
}
