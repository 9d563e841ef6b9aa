import Orders
import Primitives

/// The maker tokens that open orders promise, by maker and token: exact sums, kept so that nobody adds up all orders of a
/// maker for each that comes.
struct PromisedTokens: Sendable {
  /// A sum of numbers of 256 bits.
  private struct Sum {
    var high: UInt64 = 0
    var low: UInt256 = 0
  }

  private var sums: [TokenOwner: Sum] = [:]

  /// The sum for a maker and a token; the largest number for one above 256 bits.
  subscript(owner: TokenOwner) -> UInt256 {
    guard let sum = sums[owner] else { return 0 }
    return sum.high == 0 ? sum.low : .max
  }

  /// Takes an entry in place of another; nil for none.
  mutating func replace(_ old: BookEntry?, with new: BookEntry?) {
    let (before, after) = (old?.status, new?.status)
    if before?.state.isInBook == after?.state.isInBook, before?.remaining == after?.remaining { return }
    if let new, new.status.state.isInBook {
      let owner = Self.owner(new)
      var sum = sums[owner] ?? Sum()
      let (low, overflow) = sum.low.addingReportingOverflow(Self.share(new))
      (sum.low, sum.high) = (low, sum.high + (overflow ? 1 : 0))
      sums[owner] = sum
    }
    if let old, old.status.state.isInBook, var sum = sums[Self.owner(old)] {
      let (low, overflow) = sum.low.subtractingReportingOverflow(Self.share(old))
      (sum.low, sum.high) = (low, sum.high - (overflow ? 1 : 0))
      sums[Self.owner(old)] = sum.high == 0 && sum.low == 0 ? nil : sum
    }
  }

  private static func owner(_ entry: BookEntry) -> TokenOwner {
    TokenOwner(owner: entry.order.maker, token: entry.order.direction.makerToken)
  }

  private static func share(_ entry: BookEntry) -> UInt256 {
    entry.order.order.makerShare(of: entry.status.remaining) ?? .max
  }
}
