import Keys
import Orders
import Primitives
import Testing

@testable import Exchange

@Suite("The fees of a trade")
struct DealFeeTests {
  private let programs: DealPrograms

  private var fixture: ExchangeFixture { programs.fixture }

  init() async throws { programs = try await DealPrograms() }

  /// The place of a fee among the tokens of a trade.
  enum Place: CaseIterable {
    /// Of version 4, which takes it in the token that is paid.
    case limitOrder
    /// Of version 4, and the taker itself is who receives it.
    case own
    /// Of version 1, in a token that is neither.
    case inOtherToken
    /// Of version 1, in the token that is bought.
    case bought
    /// Of version 1, in the token that is paid.
    case paid

    var version: OrderVersion { [.limitOrder, .own].contains(self) ? .v4 : .v1 }
  }

  private func tokens(_ place: Place) -> TokenPair {
    let fee = fixture.feeToken.address
    return TokenPair(
      base: place == .bought ? fee : fixture.base.address, quote: place == .paid ? fee : fixture.quote.address)
  }

  private func balances(of tokens: [Address]) async throws -> [Address: UInt256] {
    var balances: [Address: UInt256] = [:]
    for token in tokens { balances[token] = try await fixture.balance(token, fixture.taker) }
    return balances
  }

  @Test("are told so that the balances differ by just what left and came in all", arguments: Place.allCases)
  func exact(place: Place) async throws {
    let (pair, fee) = (tokens(place), fixture.feeToken.address)
    for key in [fixture.taker, fixture.makers[0]] { try await fixture.fund(key, fee, 10_000) }
    let order = try await fixture.ask(
      place.version, 1000, for: 300, fee: 40, base: pair.base, quote: pair.quote,
      recipient: place == .own ? fixture.taker.address : nil)
    var request = DealRequest(
      .buying(500), of: pair, within: .slippage(Offers.percent(20)), by: fixture.taker.address)
    (request.minimum, request.takesFees) = (10, true)
    let all = [pair.base, pair.quote, fee]
    let before = try await balances(of: all)
    let run = try await programs.run(request, among: [order])
    let after = try await balances(of: all)
    #expect(run.extent == .complete && run.paid == 150 && run.received == 500)
    var due = before
    due[pair.quote] = try #require(due[pair.quote]) - run.paidInAll
    due[pair.base] = try #require(due[pair.base]) + run.receivedInAll
    if place == .inOtherToken { due[fee] = try #require(due[fee]) - (run.fees[fee] ?? 0) }
    #expect(after == due)
    switch place {
    case .limitOrder: #expect(run.paidInAll == 170 && run.receivedInAll == 500 && run.fees == [pair.quote: 20])
    case .own: #expect(run.paidInAll == 150 && run.receivedInAll == 500 && run.fees.isEmpty)
    case .inOtherToken: #expect(run.paidInAll == 150 && run.receivedInAll == 500 && run.fees == [fee: 20])
    case .bought: #expect(run.paidInAll == 150 && run.receivedInAll == 480 && run.fees == [fee: 20])
    case .paid: #expect(run.paidInAll == 170 && run.receivedInAll == 500 && run.fees == [fee: 20])
    }
    // What an earlier run did is told by its receipt.
    let again = try await programs.run(request, among: [order])
    #expect(again.paidInAll == run.paidInAll && again.receivedInAll == run.receivedInAll && again.fees == run.fees)
  }

  @Test("of version 1 in the token that is spent are a part of what is spent, and not dealt for again")
  func spending() async throws {
    let (pair, fee) = (tokens(.paid), fixture.feeToken.address)
    try await fixture.fund(fixture.taker, fee, 10_000)
    let order = try await fixture.ask(.v1, 10_000, for: 3_000, fee: 300, quote: fee)
    var request = DealRequest(
      .spending(1_100), of: pair, within: .slippage(Offers.percent(20)), by: fixture.taker.address)
    (request.minimum, request.retries) = (10, 2)
    let run = try await programs.run(request, among: [order], rereading: [order])
    #expect(run.extent == .complete && run.results.count == 1 && run.paidInAll == 1_100)
    let left = try await fixture.balance(fee, fixture.taker)
    #expect(left == 10_000 - 1_100)
  }

  @Test("a remark on what moved less is read as it was written, and no other reason is one")
  func remarks() {
    for remark in [DealRemark.nothing, .part(""), .part("buy 10 TKA for 3 WKAIA")] {
      #expect(DealRemark(remark.text) == remark)
    }
    #expect(DealRemark.part("buy 10 TKA for 3 WKAIA").text == "in part: buy 10 TKA for 3 WKAIA")
    #expect(DealRemark("Its nonce was used by another transaction.") == nil)
  }
}
