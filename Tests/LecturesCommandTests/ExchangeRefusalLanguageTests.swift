import Exchange
import Foundation
import Localization
import OrderBook
import Orders
import Primitives
import Terminal
import Testing
import Tokens

@testable import LecturesCommand

/// Every code of the domains of the exchange, as the sources declare them, so that none is forgotten.
@Suite("Refusals of the exchange in Korean and Ukrainian") struct ExchangeRefusalLanguageTests {
  private static let hash = Hash32(UInt256(7))
  private static let address = Address.zero

  @Test("every code has words in both languages, with each of the facts and without any")
  func codes() throws {
    let dealFacts: [ExchangeErrors.Facts?] = [
      nil, .depth(0, wanted: 9, excluded: []), .depth(3, wanted: 9, excluded: []), .gas(worth: 9, moved: 3),
      .filled(paid: 1, received: 2, planned: 3, errors: [:]),
      .filled(paid: 1, received: 2, planned: 3, errors: [:], isOneNodesWord: true),
      .bought(1, of: 2, paid: 3, errors: [:]), .bought(1, of: 2, paid: 3, errors: [:], isOneNodesWord: true),
      .shortage(token: Self.address, needed: 9, there: 3), .order(Self.hash), .version(.v4),
      .contract(Self.address), .depth(0, wanted: 9, excluded: [DealExclusion(Self.hash, .own)]),
      .takerFee(9, token: Self.address, order: Self.hash), .unknownOrder(Self.hash), .ended(Self.hash, .filled),
      .ended(Self.hash, .cancelled), .ended(Self.hash, .expired(at: 1_700_000_000)),
    ]
    try check("Exchange/ExchangeError.swift", facts: dealFacts) {
      (code: ExchangeError.Code, facts: ExchangeErrors.Facts?) in ExchangeError(code, "English.", facts: facts)
    }
    let orderFacts: [OrderErrors.Facts?] = [
      nil, .members(["maker"]), .signer(Self.address, allowed: [Self.address]), .chain(1, expected: 2),
      .exchange(Self.address, expected: Self.address), .expiry(1_700_000_000), .expiry(.max),
      .fill(takerAmount: 1, makerAmount: 2),
    ]
    try check("Orders/OrderError.swift", facts: orderFacts) { (code: OrderError.Code, facts: OrderErrors.Facts?) in
      OrderError(code, "English", about: "maker", facts: facts)
    }
    let troubles: [OrderBookErrors.FileProblem] = [.newer, .busy, .full, .notWritable, .damaged, .other]
    let bookFiles: [OrderBookErrors.Facts?] = troubles.map { .file("/a/b", $0) }
    let bookFacts: [OrderBookErrors.Facts?] = [
      nil, .chain(1, expected: 2), .genesis(Self.hash, expected: Self.hash), .exchanges([Self.address]),
    ]
    try check("OrderBook/OrderBookError.swift", facts: bookFacts + bookFiles) {
      (code: OrderBookError.Code, facts: OrderBookErrors.Facts?) in
      OrderBookError(code, "English.", facts: facts, cause: CancellationError())
    }
    let relayFacts: [RelayClientErrors.Facts?] = [
      nil, .exchange(status: nil, leavesOutcomeOpen: true), .exchange(status: 503, leavesOutcomeOpen: false),
      .bound(4096),
    ]
    try check("Exchange/Relays/RelayClientError.swift", facts: relayFacts) {
      (code: RelayClientError.Code, facts: RelayClientErrors.Facts?) in
      RelayClientError(code, "English.", about: "https://relay.example", facts: facts)
    }
    let journalFiles: [OrderJournalErrors.Facts?] = OrderJournalErrors.FileProblem.allCases.map { .file("/a/b", $0) }
    let endings: [OrderJournalErrors.Facts?] = JournalOrder.Ending.allCases.map { .order(Self.hash, .ended, $0) }
    let journalFacts: [OrderJournalErrors.Facts?] = [
      nil, .order(Self.hash, .posted, nil),
    ]
    try check("Exchange/Journal/OrderJournalError.swift", facts: journalFacts + journalFiles + endings) {
      (code: OrderJournalError.Code, facts: OrderJournalErrors.Facts?) in
      OrderJournalError(code, "English.", facts: facts, cause: OrderError(.wrongExchange, "English"))
    }
    let tokenFacts: [TokenErrors.Facts?] = [
      nil, .addresses([Self.address]), .names([]), .names(["Coin"]), .digits(given: 9, decimals: 6),
      .decimals(Self.address, known: 6, told: nil), .token(Self.address), .limit(9), .status(404),
    ]
    try check("Tokens/TokenError.swift", facts: tokenFacts) { (code: TokenError.Code, facts: TokenErrors.Facts?) in
      TokenError(code, "English", about: "\"Coin\"", facts: facts)
    }
  }

  @Test(
    "amounts, orders and what may have happened all the same are told, not dropped",
    arguments: [Language.korean, .ukrainian])
  func facts(language: Language) throws {
    func words(_ error: any Error) -> FailureWords { CommandFailure(error).words(in: language) }
    let shortage = ExchangeError(
      .balance, "English.", facts: .shortage(token: Self.address, needed: 77, there: 33))
    let reason = try #require(words(shortage).reason)
    #expect(reason.contains("77") && reason.contains("33") && reason.contains(Self.address.checksummed))
    #expect(words(shortage).advice?.contains("lectures exchange wrap") == true)
    let open = RelayClientError(
      .unreachable, "English.", facts: .exchange(status: nil, leavesOutcomeOpen: true))
    let closed = RelayClientError(
      .unreachable, "English.", facts: .exchange(status: nil, leavesOutcomeOpen: false))
    #expect(words(open).reason != nil && words(closed).reason == nil)
    // The cause is told with the file that it is of.
    let file = OrderJournalError(.orderFile, "English.", cause: OrderError(.noMaker, "English"))
    #expect(words(file).reason == words(OrderError(.noMaker, "English")).message)
  }

  @Test("what a trade misses is to be traded by its own amount, since --again trades all of it once more")
  func rest() {
    func advice(_ code: ExchangeError.Code, _ language: Language) -> String? {
      CommandFailure(ExchangeError(code, "English.")).words(in: language).advice
    }
    #expect(
      advice(.partlyFilled, .english)
        == "Trade the rest by its own amount: --again would trade the whole amount once more.")
    #expect(advice(.partlyFilled, .korean)?.contains("전체 수량을 한 번 더") == true)
    #expect(advice(.partlyFilled, .ukrainian)?.contains("ще раз проторгує всю кількість") == true)
    #expect(advice(.notFilled, .english) == "Try again: the same command with --again")
  }

  @Test("a code that nobody has translated stays English, with its reason")
  func unknown() {
    let failure = CommandFailure(ExchangeError(.init("brandNew"), "It is new.", reason: "It was not there before."))
    for language in Language.allCases {
      #expect(failure.words(in: language) == FailureWords("It is new.", reason: "It was not there before."))
    }
  }

  /// Renders all codes that a file of `Sources` declares, with all facts.
  private func check<Domain: CommandFailureDomain>(
    _ file: String, facts: [Domain.Facts?],
    _ error: (DomainError<Domain>.Code, Domain.Facts?) -> DomainError<Domain>
  ) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
    let names = text.matches(of: /static var \w+: Self { Self\("(\w+)"/).map { String($0.1) }
    #expect(names.count > 3, "\(file)")
    for name in names {
      for fact in facts {
        let failure = CommandFailure(error(.init(name), fact))
        for language in [Language.korean, .ukrainian] {
          let words = failure.words(in: language)
          #expect(words != failure.english, "\(Domain.subject).\(name) has no words in \(language)")
          let lines = failure.styledLines(in: language).map(\.plain)
          #expect(ForeignWords.of(lines.joined(separator: "\n")) == [], "\(Domain.subject).\(name): \(lines)")
        }
      }
    }
  }
}
