import Localization
import Operations
import Terminal
import Tokens

extension CommandContext {
  /// The exchange of the network in use, and the connection to its node; token lists that cannot be read are told.
  ///
  /// - Parameters:
  ///   - mentioned: Texts of the command line that may be addresses of tokens, or pairs of them.
  ///   - list: A token list that counts beside those of the settings.
  func market(
    mentioning mentioned: [String] = [], beside list: TokenList? = nil
  ) async throws -> (market: ExchangeMarket, place: Connection) {
    let place = try await nodes.connection()
    let market = try await progress(language[ExchangeText.lookingAtExchange]) { _ in
      try await ExchangeMarket.open(settings, over: place.connection, mentioning: mentioned, beside: list)
    }
    for problem in market.problems { warn(StyledText(CommandFailure(problem).words(in: language).sentences)) }
    for held in market.heldLists {
      warn(language[ExchangeTokenText.held(held.place, "\(held.changes.to)", used: "\(held.changes.from)")])
    }
    return (market, place)
  }
}
