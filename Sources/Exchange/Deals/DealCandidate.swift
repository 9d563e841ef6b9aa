import Orders
import Primitives

/// An order that a deal may take, with its state at the block that all candidates were read at.
public struct DealCandidate: Sendable, Hashable {
  /// The order and its signature.
  public let order: AnySignedOrder
  /// The taker tokens that are neither filled nor cancelled.
  public let remaining: UInt256
  /// The taker tokens that can be filled: at most what remains and what the maker's money reaches for.
  public let fillable: UInt256
  /// The lesser of the maker's balance and allowance in maker tokens, which all of the maker's orders share; nil where
  /// ``fillable`` is all that is known.
  public let makerFunds: UInt256?

  /// An order with its state.
  public init(_ order: AnySignedOrder, remaining: UInt256, fillable: UInt256, makerFunds: UInt256? = nil) {
    self.order = order
    self.remaining = remaining
    self.fillable = min(remaining, fillable)
    self.makerFunds = makerFunds
  }
}

extension AnySignedOrder {
  /// The version of the protocol.
  public var exchangeProtocol: OrderVersion {
    switch self {
    case .v1: .v1
    case .v4: .v4
    }
  }

  /// The contract that settles the order.
  public var exchangeAddress: Address {
    switch self {
    case .v1(let signed): signed.order.exchange
    case .v4(let signed): signed.order.exchange.address
    }
  }

  /// The fee of the taker for the whole order: fee tokens in version 1, taker tokens in version 4.
  var takerFee: UInt256 {
    switch self {
    case .v1(let signed): signed.order.feeRecipient == .zero ? 0 : signed.order.takerFee
    case .v4(let signed): signed.order.takerFee
    }
  }
}
