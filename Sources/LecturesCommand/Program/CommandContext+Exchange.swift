import Exchange
import Localization
import Operations
import Orders
import Primitives
import Terminal
import Tokens

extension CommandContext {
  /// The exchange of the network in use, and the connection to its node; unreadable token lists are reported.
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
    for held in market.pendingListUpdates {
      warn(language[ExchangeTokenText.held(held.place, "\(held.changes.to)", used: "\(held.changes.from)")])
    }
    return (market, place)
  }

  /// The journal of the exchange of the network in use.
  ///
  /// - Throws: `OrderJournalError`, also where the file is of another chain; a `NodeError`.
  func exchangeJournal(at path: String) async throws -> OrderJournal {
    try await nodes.inTime { try await market().market.journal(at: path) }
  }

  /// Makes sure that exchanges whose code is not known are meant: by the address, typed. A dry run only says so.
  ///
  /// - Throws: `exchange.unknownCode` where `--yes` answers; `needsConfirmation`, `declined`; `ExchangeError`
  ///   `wrongContract`; a `NodeError`.
  func agree(toCodeOf versions: some Sequence<OrderVersion>, in market: ExchangeMarket) async throws {
    for version in versions where market.contracts.exchange(of: version) != nil {
      let identity = try await market.identity(of: version)
      guard !identity.isKnownCode else { continue }
      warn(language[ApprovalText.unknownCode(identity.spender)])
      if isDryRun { continue }
      guard !prompts.isAgreed else {
        throw CommandFailure(.init("exchange.unknownCode", .notConfirmed), UnknownCodeRefusal(identity.exchange))
      }
      let address = identity.exchange.checksummed
      try await prompts.confirm(
        StyledText(language[UnknownCodeText.question]), [language[ExchangeLabel.address]: StyledText(address)],
        typing: address)
    }
  }

  /// The contract of a token to send: an address, the name of a contact, or the symbol of a token that others than its
  /// own contract vouch for.
  ///
  /// - Throws: `exchange.unknownToken` for a name that neither has; `TokenError` `ambiguousToken`.
  func tokenContract(_ text: String) async throws -> Address {
    do {
      return try await accounts.address(text, of: "--token")
    } catch let failure as CommandFailure where failure.code.name == "keystore.notFound" {
      let known = try await market().market.tokens
      do throws(TokenError) {
        let token = try known.token(text)
        if token.isVouchedFor { return token.address }
        let denied = known.refused.first { $0.claim.address == token.address }
        throw TokenError(.unknownToken, "", facts: denied?.facts ?? .token(token.address))
      } catch {
        guard error.code == .unknownToken else { throw error }
        throw CommandFailure(CommandFailure(error).code, UnlistedTokenRefusal(PlainText.escaped(text), error.facts))
      }
    }
  }
}
