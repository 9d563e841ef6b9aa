import Orders
import Primitives

/// The orders of one price on one side of a book, together.
public struct DepthLevel: Sendable, Hashable {
  /// Smallest units of the quote token for one of the base token.
  public let price: Fraction
  /// The base tokens that can be traded at it, in their smallest unit.
  public internal(set) var base: UInt256
  /// The quote tokens that can be traded at it, in their smallest unit.
  public internal(set) var quote: UInt256
  /// The number of orders that have a part in it.
  public internal(set) var orders: Int
}

/// Both sides of a pair's book by price levels, with what the makers' money reaches for.
///
/// No balance is counted twice: a maker's balance and allowance go to the maker's orders from the best price on.
public struct BookDepth: Sendable, Hashable {
  /// The base and the quote token.
  public let pair: TokenPair
  /// The levels at which base tokens are bought, the highest price first.
  public let bids: [DepthLevel]
  /// The levels at which base tokens are sold, the lowest price first.
  public let asks: [DepthLevel]
  /// The book's sequence number.
  public let sequence: UInt64
}

/// The money that is left of makers' balances and allowances while orders are gone through from the best price on.
struct RemainingFunds {
  private var balances: [TokenOwner: UInt256] = [:]
  private var allowances: [FundsKey: UInt256] = [:]

  /// The part of an order that the money still reaches for, in taker tokens; it is taken off.
  mutating func take(_ entry: BookEntry, at exchange: KnownExchange, _ funds: [FundsKey: MakerFunds]) -> UInt256 {
    let (makerKey, feeKey) = (exchange.fundsKey(of: entry.order), exchange.feeKey(of: entry.order))
    let makerLeft = left(makerKey, funds)
    let reach = OrderStatus.funded(
      entry.order, OrderFunds(maker: makerLeft, fee: feeKey.map { left($0, funds) }))
    let part = min(reach, entry.status.fillable)
    let order = entry.order.order
    spend(order.makerShare(of: part) ?? .max, makerKey, makerLeft)
    if let v1 = entry.order.v1, v1.feeRecipient != .zero, v1.makerFee > 0 {
      let fee = UInt256.mulDiv(v1.makerFee, part, v1.takerAmount) ?? .max
      let key = feeKey ?? makerKey
      spend(fee, key, left(key, funds))
    }
    return part
  }

  private func left(_ key: FundsKey, _ funds: [FundsKey: MakerFunds]) -> MakerFunds {
    let known = funds[key] ?? .none
    return MakerFunds(
      balance: balances[TokenOwner(owner: key.owner, token: key.token)] ?? known.balance,
      allowance: allowances[key] ?? known.allowance)
  }

  private mutating func spend(_ amount: UInt256, _ key: FundsKey, _ left: MakerFunds) {
    balances[TokenOwner(owner: key.owner, token: key.token)] = left.balance - min(amount, left.balance)
    // ZRX and our token never lower an allowance of 2^256 − 1; to others it is endless as well.
    guard left.allowance < .max else { return }
    allowances[key] = left.allowance - min(amount, left.allowance)
  }
}
