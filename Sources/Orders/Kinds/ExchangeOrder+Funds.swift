import Primitives

/// The part of an order that its maker's money reaches for.
extension ExchangeOrder {
  /// The maker tokens that a fill of taker tokens gets, rounded down; nil above 256 bits.
  public func makerShare(of takerAmount: UInt256) -> UInt256? {
    UInt256.mulDiv(makerAmount, takerAmount, self.takerAmount)
  }

  /// Whether so little remains that a fill would get less than a minimum, or nothing at all.
  ///
  /// - Parameters:
  ///   - remaining: Taker tokens, in their smallest unit.
  ///   - minimum: Maker tokens, in their smallest unit; less than one counts as one.
  public func isDust(remaining: UInt256, minimum: UInt256 = 1) -> Bool {
    guard takerAmount > 0 else { return true }
    // A share that does not fit into 256 bits is more than any minimum.
    guard let share = makerShare(of: remaining) else { return false }
    return share < max(1, minimum)
  }

  /// The largest fill, in taker tokens, for which the maker has the maker tokens.
  ///
  /// - Parameter makerFunds: The lesser of the maker's balance and allowance, in maker tokens.
  public func funded(makerFunds: UInt256) -> UInt256 { largestPart(of: makerAmount, atMost: makerFunds) }

  /// The largest fill whose share of a total, rounded down, is at most an amount.
  func largestPart(of total: UInt256, atMost amount: UInt256) -> UInt256 {
    guard amount < total, takerAmount > 0 else { return takerAmount }
    // floor(f·total / taker) ≤ amount is f·total < (amount + 1)·taker.
    let product = takerAmount.multipliedFullWidth(by: amount + 1)
    let borrow: UInt256 = product.low == 0 ? 1 : 0
    return total.dividingFullWidth((product.high - borrow, product.low &- 1)).quotient
  }
}

extension OrderV1 {
  /// The largest fill, in taker tokens, for which the maker has the maker tokens and the fee.
  ///
  /// - Parameters:
  ///   - makerFunds: The lesser of the maker's balance and allowance, in maker tokens.
  ///   - feeFunds: The same of the fee token; nil where that is the maker token, and one balance pays both.
  public func funded(makerFunds: UInt256, feeFunds: UInt256?) -> UInt256 {
    let byAmount = funded(makerFunds: makerFunds)
    guard feeRecipient != .zero, makerFee > 0 else { return byAmount }
    let byFee = largestPart(of: makerFee, atMost: feeFunds ?? makerFunds)
    guard feeFunds == nil else { return min(byAmount, byFee) }
    // Two shares, each rounded down: what they cost together never falls as the fill grows.
    var (enough, most) = (UInt256.zero, min(byAmount, byFee))
    while enough < most {
      let middle = most - (most - enough) / 2
      if costs(middle, atMost: makerFunds) { enough = middle } else { most = middle - 1 }
    }
    return enough
  }

  private func costs(_ fill: UInt256, atMost funds: UInt256) -> Bool {
    guard let amount = makerShare(of: fill), let fee = UInt256.mulDiv(makerFee, fill, takerAmount) else { return false }
    let (cost, overflow) = amount.addingReportingOverflow(fee)
    return !overflow && cost <= funds
  }
}
