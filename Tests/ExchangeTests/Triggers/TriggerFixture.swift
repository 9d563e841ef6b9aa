import Foundation
import Locking
import Orders
import Primitives
import Testing

@testable import Exchange

/// The end of a process at a step, as a test has it.
struct Died: Error {}

/// An exchange whose books a test sets, and whose outbox does what a key is for once, whoever asks.
final class TriggerExchangeDouble: TriggerExchange {
  struct State: Sendable {
    var snapshot = BookSnapshot(block: 1, hash: Hash32(UInt256(1)), bids: [], asks: [])
    var standing = true
    var trouble: (any Error)?
    var dealTrouble: (any Error)?
    var postTrouble: (any Error)?
    var passing = false
    /// The keys of deals that were sent, in their order.
    var sent: [String] = []
    var asked = 0
    var posts: [Int64] = []
    var deals = true
  }

  private let guarded = Guarded(State())
  /// The file of what was sent; nil keeps that in memory.
  private let outbox: String?
  /// Told right before and right after a send.
  private let passing: @Sendable (String) -> Void

  init(outbox: String? = nil, passing: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.outbox, self.passing) = (outbox, passing)
  }

  var state: State {
    get { guarded.withLock { $0 } }
    set { guarded.withLock { $0 = newValue } }
  }

  /// Shows a book with one bid in a new block, after those in front of it.
  func show(bid: UInt256, _ amount: UInt256 = 100, crumbs: [(UInt256, UInt256)] = [], block: UInt64? = nil) throws {
    let levels = try (crumbs + [(bid, amount)]).map { BookSnapshot.Level(try price($0.0), $0.1) }
    guarded.withLock { state in
      let number = block ?? state.snapshot.block + 1
      state.snapshot = BookSnapshot(
        block: number, hash: Hash32(UInt256(number) * 1000 + bid), bids: levels, asks: [])
    }
  }

  func serves(_ terms: TriggerTerms) -> Bool { if case .deal = terms.action { state.deals } else { true } }

  func snapshot(of pair: TokenPair, for account: Address) async throws -> BookSnapshot {
    if let trouble = state.trouble { throw trouble }
    return state.snapshot
  }

  func isStanding(_ block: UInt64, _ hash: Hash32, of pair: TokenPair) async throws -> Bool { state.standing }

  func deal(
    _ trigger: JournalTrigger, begin: @escaping @Sendable () async throws -> Void
  ) async throws -> TriggerOutcome {
    guarded.withLock { $0.asked += 1 }
    let name = try #require(trigger.request?.name)
    let told = outbox.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    guard !state.sent.contains(name), !told.contains(name) else { return TriggerOutcome(Hash32(UInt256(99))) }
    if let trouble = state.dealTrouble { throw trouble }
    try await begin()
    passing("before send")
    if let outbox { try "\(told)\(name)\n".write(toFile: outbox, atomically: true, encoding: .utf8) }
    guarded.withLock { $0.sent.append(name) }
    passing("after send")
    return TriggerOutcome(Hash32(UInt256(99)))
  }

  func post(order: Int64, of pair: TokenPair) async throws -> TriggerOutcome {
    if let trouble = state.postTrouble { throw trouble }
    guarded.withLock { $0.posts.append(order) }
    return TriggerOutcome(Hash32(UInt256(98)))
  }

  func words(of error: any Error, for terms: TriggerTerms) async -> String { error.inOneLine }

  func passes(_ error: any Error, mayBeSent: Bool) -> Bool { state.passing || error is Died }
}

/// So many hundredths, as a price.
func price(_ hundredths: UInt256) throws -> Fraction { try #require(Fraction(hundredths, over: 100)) }

/// Terms on a pair of two tokens: by default to sell 100 units where bids are at 0.29 or below, within a hundredth.
func terms(
  _ comparison: TriggerCondition.Comparison = .atMost, _ limit: UInt256 = 29, amount: UInt256 = 100,
  _ action: TriggerTerms.Action? = nil, until expiry: Int64 = Int64(RelayOrders.now) + 1000, beside other: Int64? = nil
) throws -> TriggerTerms {
  let pair = TokenPair(base: Address(truncating: UInt256(11)), quote: Address(truncating: UInt256(12)))
  var terms = TriggerTerms(
    .sell, amount, of: pair, when: TriggerCondition(.bid, comparison, try price(limit)),
    try action ?? .deal(.slippage(price(1))), until: expiry, by: Address(truncating: UInt256(13)))
  terms.other = other
  return terms
}
