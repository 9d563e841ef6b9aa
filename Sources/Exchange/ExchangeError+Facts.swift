import Orders
import Primitives

extension ExchangeErrors {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The amount that can be had of the one that was wanted, and the orders that are not taken.
    case depth(UInt256, wanted: UInt256, excluded: [DealExclusion])
    /// The worth of the gas, and of what the deal moves, in smallest units of the quote token.
    case gas(worth: UInt256, moved: UInt256)
    /// The taker tokens that were paid of those that were planned, the maker tokens that were got, and the errors that the
    /// exchange logged, by the orders' hashes; and whether nothing but the word of one node stands for it.
    case filled(
      paid: UInt256, received: UInt256, planned: UInt256, errors: [Hash32: UInt8], isOneNodesWord: Bool = false)
    /// The maker tokens that a purchase got of those that it was to get, the taker tokens that were paid for them, and the
    /// errors that the exchange logged, by the orders' hashes; and whether nothing but the word of one node stands for it.
    case bought(
      UInt256, of: UInt256, paid: UInt256, errors: [Hash32: UInt8], isOneNodesWord: Bool = false)
    /// The amount of a token that is needed, as a balance or an allowance, and the one that is there; of an allowance the
    /// account that may move it.
    case shortage(token: Address, needed: UInt256, there: UInt256, spender: Address? = nil)
    /// The fee of a token that the order of a hash asks of its taker for what is wanted of it.
    case takerFee(UInt256, token: Address, order: Hash32)
    /// The hash of the order that it is about.
    case order(Hash32)
    /// The hash of an order, and the account that alone may fill it.
    case reserved(Hash32, for: Address)
    /// The hash of which no order is known.
    case unknownOrder(Hash32)
    /// The hash of an order that is over, and the way in which it ended, by the chain.
    case ended(Hash32, OrderEnding)
    /// The version of the protocol of which a network has no exchange.
    case version(OrderVersion)
    /// The contract that is not what it is taken for.
    case contract(Address)
  }

  /// The ways in which an order ends.
  public enum OrderEnding: Sendable, Hashable {
    /// All of it is filled.
    case filled
    /// Its maker cancelled what remained.
    case cancelled
    /// Its time is over since so many seconds after 1970.
    case expired(at: UInt256)
  }
}

extension ExchangeError {
  /// The error of an order that is over.
  package init(_ hash: Hash32, ended ending: ExchangeErrors.OrderEnding) {
    let (code, words): (ExchangeError.Code, String) =
      switch ending {
      case .filled: (.orderGone, "The order is filled already")
      case .cancelled: (.orderGone, "Its maker cancelled the order")
      case .expired: (.expired, "The time of the order is over")
      }
    self.init(code, "\(words); nothing was sent.", reason: "It is the order \(hash).", facts: .ended(hash, ending))
  }

  /// The error of a wish that makes no deal.
  static func invalidDeal(_ reason: String, cause: (any Error)? = nil) -> ExchangeError {
    ExchangeError(.invalidDeal, "This is no trade that can be made.", reason: reason, cause: cause)
  }

  /// The taker's own orders where a deal fails since no others stand on their side; empty for every other error.
  public var ownOrders: [Hash32] {
    guard case .depth(0, _, let excluded)? = facts else { return [] }
    let ofSide = excluded.ofSide
    return ofSide.allSatisfy { $0.reason == .own } ? ofSide.map(\.hash) : []
  }
}

extension [DealExclusion] {
  /// Those of orders of the side that a deal takes from, each once.
  var ofSide: [DealExclusion] { filter { ![.otherTokens, .duplicate].contains($0.reason) } }
}
