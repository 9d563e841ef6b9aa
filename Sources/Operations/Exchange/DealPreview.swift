import Exchange

/// A deal that can be sent once exchanges may move its tokens, as it would be then.
public struct DealPreview: Sendable {
  let deal: ReviewedDeal
  let client: DealClient

  /// The deal as an action, for its review.
  public var action: PlannedAction { .deal(deal) }
  /// As in `buy 100 TKA for 30 WKAIA`.
  public var title: String { deal.title }

  /// Makes sure, before something is let for it, that it can still be had at a price that is no worse.
  ///
  /// - Throws: `ExchangeError` `priceMoved`, and others of what keeps it from being sent; a `NodeError`.
  public func checkAgain() async throws { try await client.requireNoWorse(deal.deal) }
}
