import Exchange
import Keys
import Orders
import Platform
import Primitives

/// The way of limit orders from a wish to the relays of a market: planned, written down, signed, posted.
public struct LimitOrders: Sendable {
  /// The exchanges, relays and tokens of the network that orders are for.
  public let market: ExchangeMarket
  /// The journal in which each order is before it is signed.
  public let journal: OrderJournal

  /// The orders of a journal at a market; nothing is asked yet.
  public init(_ market: ExchangeMarket, _ journal: OrderJournal) { (self.market, self.journal) = (market, journal) }

  /// Plans a limit order: its amounts, the terms of the relay that it is posted to, what it needs to be let beside
  /// what open orders of the journal give, and whether it would be filled at once.
  ///
  /// - Parameter earlier: The order that goes on in place of a new one.
  /// - Throws: `ExchangeError` `noContract`, `balance`; `OrderError` for amounts that no order has; `OperationError`
  ///   `.crossesBook`; `RelayClientError`; a `NodeError`. Nothing is signed then.
  public func plan(
    _ request: LimitOrderRequest, goingOnWith earlier: JournalOrder? = nil
  ) async throws -> LimitOrderPlan {
    let planner = OrderPlanner(at: market) { try await journal.orders(in: [.signed, .posted]).compactMap(\.signed) }
    let plan = try await planner.plan(request)
    return try earlier.map { try planner.plan(plan, with: $0.unsigned) } ?? plan
  }

  /// The order like one that is asked for which was written down before and goes on, in place of a new one; nil where a new
  /// one is made. No relay is asked; orders that the chain shows to be over are written down as over first.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it is posted or over.
  /// - Throws: `OrderJournalError` `duplicate` for one that is over, unless another is wanted; `ExchangeError` `noContract`;
  ///   `OrderError`; `OrderBookError`.
  public func standing(_ request: LimitOrderRequest, isAnother: Bool = false) async throws -> JournalOrder? {
    let key = try OrderPlanner(at: market) { [] }.key(of: request)
    _ = try await OwnOrders(market, journal).orders(endedToo: true)
    return try await journal.standing(request.isForFile ? key.inFile : key, isAnother: isAnother)
  }

  /// The order of a conditional order like one that is asked for which an interrupted run wrote down and did not arm; nil
  /// where a new one is made: one that was armed before has the end that it was armed with.
  ///
  /// - Parameter isAnother: Whether another order is wanted in any case.
  /// - Throws: as ``standing(_:isAnother:)``; `duplicate` for one that was posted by now and can still be filled, too.
  public func unarmed(_ request: LimitOrderRequest, isAnother: Bool = false) async throws -> JournalOrder? {
    let key = try OrderPlanner(at: market) { [] }.key(of: request).conditional
    guard let found = try await journal.standing(key, isAnother: isAnother) else { return nil }
    guard found.state != .posted else { throw OrderJournalError(duplicate: found, isStanding: true) }
    let isArmed = try await journal.triggers().contains { $0.terms.action == .post(order: found.id) }
    return isArmed ? nil : found
  }

  /// Posts an order that was signed before to each relay that does not have it.
  ///
  /// - Throws: `OrderJournalError`.
  public func post(_ order: JournalOrder) async throws -> OrderPlacement.Outcome {
    try await OrderPlacement(journal: journal, relays: market.relays).post(order.id)
  }

  /// Whether an order like a planned one was signed before: then nothing has to be let for it any more. Orders that the
  /// chain shows to be over are written down as over first.
  ///
  /// - Throws: `OrderJournalError`, `OrderBookError`.
  public func wasSigned(_ plan: LimitOrderPlan) async throws -> Bool {
    try await OwnOrders(market, journal).orders(endedToo: true).contains { own in
      own.order.key == plan.key.description && own.order.state != .draft && own.order.ending != .abandoned
    }
  }

  /// Writes the order down, signs it and posts it to the relays, or takes up what an earlier run left of it.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it is posted or over.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func place(
    _ plan: LimitOrderPlan, signedBy signer: some Signer, isAnother: Bool = false
  ) async throws -> OrderPlacement.Outcome {
    let placement = OrderPlacement(journal: journal, relays: market.relays)
    var outcome = try await placement.place(plan.order, key: plan.key, isAnother: isAnother) {
      try await $0.signed(by: signer)
    }
    // A relay may not have seen the block yet in which the exchange was let move the tokens.
    for _ in 0..<Self.mostPatience where !plan.approval.steps.isEmpty && outcome.isBehind {
      try await Task.sleep(for: .seconds(1))
      outcome = try await placement.post(outcome.order.id)
    }
    return outcome
  }

  /// Writes an order down and signs it, for a conditional order that posts it; one of its key that was signed before is
  /// that one.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it was signed.
  /// - Returns: The order as the journal has it.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func sign(
    _ plan: LimitOrderPlan, by signer: some Signer, isAnother: Bool = false
  ) async throws -> JournalOrder {
    let begun = try await journal.begin(plan.order, key: plan.key.conditional, isAnother: isAnother)
    guard begun.signed == nil else { return begun }
    return try await journal.keep(try await begun.unsigned.signed(by: signer), of: begun.id)
  }

  /// Writes an order down and signs it, for a file that no relay has; one of its key that was signed before is that one.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it was signed.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func signForFile(
    _ plan: LimitOrderPlan, by signer: some Signer, isAnother: Bool = false
  ) async throws -> AnySignedOrder {
    let begun = try await journal.begin(plan.order, key: plan.key.inFile, isAnother: isAnother)
    if let signed = begun.signed { return signed }
    let signed = try await begun.unsigned.signed(by: signer)
    _ = try await journal.keep(signed, of: begun.id)
    return signed
  }

  /// The time in milliseconds since 1970, which the salts of version 4 begin with: what is older has a lower one.
  public static var milliseconds: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return UInt64(max(0, now.tv_sec)) * 1000 + UInt64(max(0, now.tv_nsec)) / 1_000_000
  }

  /// The time in seconds since 1970.
  package static var seconds: UInt64 { milliseconds / 1000 }

  /// The most seconds that relays are waited for.
  private static let mostPatience = 20
}

extension OrderPlacement.Outcome {
  /// Whether a relay refuses the order for funds that the user's own node shows.
  fileprivate var isBehind: Bool {
    failures.contains(where: \.isBehind)
  }
}

extension RelayClientError {
  /// Whether a relay refuses an order for funds, which it may not have seen yet.
  var isBehind: Bool {
    refusal?.validationErrors.contains { ["ALLOWANCE", "BALANCE"].contains($0.reason) } ?? false
  }
}
