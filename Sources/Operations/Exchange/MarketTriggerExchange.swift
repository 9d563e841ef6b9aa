import ContractClient
import Exchange
import NodeRPC
import Orders
import Primitives
import Sending
import Tokens

/// The exchange of a network for conditional orders: the books of its relays are read, and trades and posts are of one
/// account.
package struct MarketTriggerExchange: TriggerExchange {
  /// The opener of the market with the tokens of a pair.
  private let open: @Sendable (TokenPair) async throws -> ExchangeMarket
  private let journal: @Sendable (ExchangeMarket) async throws -> OrderJournal
  private let dealer: TradingAccount?
  private let words: Words
  private let isPassing: @Sendable (any Error) -> Bool

  /// The words of an error for people, in English; with the side and the pair of its deal and the market, where these
  /// are known, so that amounts are told in tokens.
  package typealias Words =
    @Sendable (any Error, (side: DealSide, pair: DirectoryPair, market: ExchangeMarket)?) -> String

  /// The account that trades, with unlocked keys.
  package struct TradingAccount: Sendable {
    /// The account.
    package let account: Address
    /// Its keys.
    package let signers: Signers
    /// The planner of its deals on a market.
    package let planner: @Sendable (ExchangeMarket) async throws -> Planner

    /// A dealer of its parts.
    package init(
      _ account: Address, _ signers: Signers, planner: @escaping @Sendable (ExchangeMarket) async throws -> Planner
    ) {
      (self.account, self.signers, self.planner) = (account, signers, planner)
    }
  }

  /// An exchange of its parts.
  ///
  /// - Parameters:
  ///   - open: Gives the market, which knows the tokens of a pair.
  ///   - journal: Gives the journal with the orders to be posted.
  ///   - dealer: Whoever trades; nil posts only.
  ///   - words: Gives the words of an error.
  ///   - isPassing: Whether an error is one of a node or a relay that does not answer, or of a transaction whose
  ///     outcome is not known yet.
  package init(
    open: @escaping @Sendable (TokenPair) async throws -> ExchangeMarket,
    journal: @escaping @Sendable (ExchangeMarket) async throws -> OrderJournal, dealer: TradingAccount?,
    words: @escaping Words = { error, _ in error.inOneLine }, isPassing: @escaping @Sendable (any Error) -> Bool
  ) {
    (self.open, self.journal, self.dealer) = (open, journal, dealer)
    (self.words, self.isPassing) = (words, isPassing)
  }

  package func serves(_ terms: TriggerTerms) -> Bool {
    if case .post = terms.action { true } else { terms.account == dealer?.account }
  }

  package func snapshot(of pair: TokenPair, for account: Address) async throws -> BookSnapshot {
    let market = try await open(pair)
    return try await TriggerObserver(of: market).snapshot(of: try known(pair, market), for: account)
  }

  package func isStanding(_ block: UInt64, _ hash: Hash32, of pair: TokenPair) async throws -> Bool {
    try await TriggerObserver(of: try await open(pair)).isStanding(block, hash)
  }

  package func deal(
    _ trigger: JournalTrigger, begin: @escaping @Sendable () async throws -> Void
  ) async throws -> TriggerOutcome {
    guard let dealer, let request = trigger.request, request.taker == dealer.account else {
      throw ExchangeError(.invalidDeal, "The conditional order \(trigger.id) is another account's.")
    }
    let market = try await open(trigger.terms.pair)
    let pair = try known(trigger.terms.pair, market)
    let planner = try await dealer.planner(market)
    // A transaction of an earlier run is followed whatever the book is like now.
    let journal = try await journal(market)
    var earlier = DealProgress(of: request)
    if trigger.state != .fired {
      earlier = try await market.deals(cache: planner.settings.stateCache).progress(
        of: request, in: journal, options: planner.options)
    }
    let run: DealRun
    do {
      run =
        earlier.next == nil
        ? earlier.run : try await rest(of: request, pair, market, journal, planner, dealer.signers, begin)
    } catch  where !earlier.results.isEmpty {
      run = DealRun(results: earlier.results, failure: error)
    }
    // A rest that can still be sent is.
    if let failure = run.failure, passes(failure, mayBeSent: true) { throw failure }
    return outcome(of: run, request, pair, market)
  }

  /// Carries out what is left of a wish, among the orders that there are now.
  private func rest(
    of request: DealRequest, _ pair: DirectoryPair, _ market: ExchangeMarket, _ journal: OrderJournal,
    _ planner: Planner, _ signers: Signers, _ begin: () async throws -> Void
  ) async throws -> DealRun {
    let book = try await market.book(of: pair)
    try book.requireReadable()
    switch try await planner.trading.deal(
      request, of: pair, among: book.orders, costs: try await market.costs(in: pair), in: market, journal)
    {
    case .done(let run): return run
    case .simulated: throw ExchangeError(.invalidDeal, "A conditional order is not simulated.")
    case .unproven(let obstacle): throw obstacle
    case .ready(let plan):
      try await begin()
      return try await plan.carryOut(Agreement(), by: signers)
    }
  }

  package func post(order: Int64, of pair: TokenPair) async throws -> TriggerOutcome {
    let market = try await open(pair)
    let outcome = try await OrderPlacement(journal: try await journal(market), relays: market.relays).post(order)
    if outcome.order.postings.contains(where: { $0.state == .posted }) { return TriggerOutcome(outcome.order.hash) }
    if let failure = outcome.failures.first { throw failure }
    throw OperationError.nowhereToPost
  }

  package func passes(_ error: any Error, mayBeSent: Bool) -> Bool {
    // Of what may be on its way only the exchange's word, or the chain's, is an outcome.
    isPassing(error)
      || (mayBeSent && !(error is ExchangeError) && !(error is ContractError) && !(error is OrderJournalError)
        && !(error is RelayClientError))
  }

  private func known(_ pair: TokenPair, _ market: ExchangeMarket) throws(TokenError) -> DirectoryPair {
    guard let known = market.pair(of: pair) else {
      throw TokenError(.unknownToken, "a token of the pair is not known", facts: .token(pair.base))
    }
    return known
  }

  package func words(of error: any Error, for terms: TriggerTerms) async -> String {
    guard let market = try? await open(terms.pair), let pair = market.pair(of: terms.pair) else {
      return words(error, nil)
    }
    return words(error, (terms.side, pair, market))
  }

  private func outcome(
    of run: DealRun, _ request: DealRequest, _ pair: DirectoryPair, _ market: ExchangeMarket
  ) -> TriggerOutcome {
    var problem: (any Error)?
    do { try run.requireComplete() } catch { problem = error }
    return TriggerOutcome(
      run.results.first?.receipt.confirmation.receipt.transactionHash,
      problem: problem.map { words($0, (request.side, pair, market)) })
  }
}
