import Operations
import Primitives

/// All that is agreed to on one page.
enum Consent: Sendable {
  /// Transactions, each with its review, in the order in which they are sent.
  case transactions([Review])
  /// A limit order: it is signed and posted, and nothing is sent.
  case order(LimitOrderPlan)
  /// The description of a lecture: it is signed and published, and nothing is sent.
  case description(WantedDescription)

  /// The warnings of all of it, in their order.
  var warnings: [ReviewWarning] {
    switch self {
    case .transactions(let reviews): reviews.flatMap(\.warnings)
    case .order, .description: []
    }
  }

  /// Whether it is sent to the chain.
  var isSent: Bool { if case .transactions = self { true } else { false } }

  /// Whether consent to another covers this one without a look.
  func isNoWorse(than other: Consent) -> Bool {
    switch (self, other) {
    case (.transactions(let reviews), .transactions(let others)):
      reviews.count == others.count && zip(reviews, others).allSatisfy { $0.isNoWorse(than: $1) }
    case (.order(let plan), .order(let shown)): plan.isNoWorse(than: shown)
    case (.description(let wanted), .description(let shown)): wanted == shown
    case (.transactions, _), (.order, _), (.description, _): false
    }
  }
}

extension Review {
  /// Whether consent to another review covers this one without a look: the same account sends the
  /// same call and no more to the same receiver, and there is no new warning.
  func isNoWorse(than other: Review) -> Bool {
    let known = other.warnings.compactMap(\.kind)
    if case .deal(let deal) = action {
      guard case .deal(let shown) = other.action, deal.isNoWorse(than: shown) else { return false }
    }
    let limits = other.warnings.compactMap(\.limit)
    guard warnings.compactMap(\.limit).allSatisfy({ limits.contains($0) }) else { return false }
    return account == other.account && receiver == other.receiver && chainID == other.chainID && call == other.call
      && value <= other.value && warnings.compactMap(\.kind).allSatisfy { known.contains($0) }
  }
}

extension ReviewedDeal {
  /// Whether it gives as much for as little as another deal of the pair.
  fileprivate func isNoWorse(than other: ReviewedDeal) -> Bool {
    pays.token == other.pays.token && gets.token == other.gets.token && pays.units <= other.pays.units
      && gets.units >= other.gets.units
  }
}

extension LimitOrderPlan {
  /// Whether consent to another plan covers this one without a look: the same amounts at the same
  /// exchange, no higher fee, and not filled at once where the other was not.
  func isNoWorse(than other: LimitOrderPlan) -> Bool {
    gives == other.gives && wants == other.wants && (makerFee?.units ?? 0) <= (other.makerFee?.units ?? 0)
      && (crosses == nil || other.crosses != nil)
  }
}
