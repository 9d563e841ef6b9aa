import Orders
import Primitives

/// The contracts by which an exchange of version 1 settles orders.
public struct SettlementV1: Sendable, Hashable {
  /// The contract that moves tokens.
  public var proxy: Address
  /// The token of fees.
  public var feeToken: Address

  /// Contracts by their addresses.
  public init(proxy: Address, feeToken: Address) { (self.proxy, self.feeToken) = (proxy, feeToken) }
}

/// The rules by which a relay takes orders.
public struct RelayRules: Sendable, Hashable {
  /// Seconds that an order has to last beyond the newest block.
  public static let leastTime: UInt64 = 30

  /// The chain that everything is for.
  public var chainID: UInt256
  /// The exchange of version 1, if orders for it are taken.
  public var exchangeV1: Address?
  /// The proxy and the fee token of the exchange of version 1, for a start while no node answers; else it tells them
  /// itself.
  public var settlementV1: SettlementV1?
  /// The exchange of version 4, if limit orders for it are taken.
  public var exchangeV4: Address?
  /// The account that receives the fees; zero for none.
  public var feeRecipient = Address.zero
  /// The fees of pairs that have none of their own.
  public var fees = FeeRule.none
  /// The tokens that may be traded, those of the pairs included.
  public var tokens: Set<Address> = []
  /// The places of token lists whose tokens may be traded, too: files or HTTPS addresses.
  public var tokenLists: [String] = []
  /// The pairs that may be traded.
  public var pairs: [PairRule] = []
  /// Whether any two of the tokens may be traded; else the pairs alone.
  public var anyPair = false
  /// The makers whose orders are not taken.
  public var blockedMakers: Set<Address> = []
  /// Whether orders that name their taker stand in the book that everybody sees.
  public var showsPrivateOrders = false
  /// The limits for those who ask and those who post.
  public var limits = RelayLimits()

  /// Rules for a chain, under which no orders are taken yet.
  public init(chainID: UInt256) { self.chainID = chainID }

  /// The exchanges whose orders are taken.
  public var exchanges: [ExchangeContract] {
    [exchangeV1, exchangeV4].compactMap { $0 }.map { ExchangeContract(chainID: chainID, address: $0) }
  }

  /// The tokens that may be traded, those of pairs and those that others listed.
  func isTraded(_ token: Address) -> Bool { tokens.contains(token) || pairs.contains { $0[token] != nil } }

  /// The rule of the pair of two tokens, whichever is the maker's; nil where it may not be traded.
  func pair(_ first: Address, _ second: Address) -> PairRule? {
    if let pair = pairs.first(where: { $0[first] != nil && $0[second] != nil && first != second }) { return pair }
    guard anyPair, first != second, isTraded(first), isTraded(second) else { return nil }
    return PairRule(TokenRange(first), TokenRange(second))
  }

  /// The fees of the orders of a pair.
  func fees(of pair: PairRule) -> FeeRule { pair.fees ?? fees }
}
