import Localization
import Operations
import Terminal

extension CommandContext {
  /// The exchange of the network in use, and the connection to its node; token lists that cannot be read are told.
  ///
  /// - Parameter mentioned: Texts of the command line that may be addresses of tokens, or pairs of them.
  func market(mentioning mentioned: [String] = []) async throws -> (market: ExchangeMarket, place: Connection) {
    let place = try await nodes.connection()
    let market = try await progress(language[ExchangeText.lookingAtExchange]) { _ in
      try await ExchangeMarket.open(settings, over: place.connection, mentioning: mentioned)
    }
    for problem in market.problems { warn(StyledText(CommandFailure(problem).words(in: language).sentences)) }
    return (market, place)
  }
}
