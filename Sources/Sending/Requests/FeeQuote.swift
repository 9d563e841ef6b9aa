import NodeRPC
import Outbox
import Primitives

/// A fee quote: what to offer for gas at a moment.
public struct FeeQuote: Sendable, Hashable {
  /// The price of a unit of gas in the next block, in wei.
  public let price: UInt256
  /// For Ethereum's kinds.
  public let fees: TransactionFees
  /// The one price of Kaia's own types, which is paid as it is, in peb.
  public let nativePrice: UInt256

  /// A quote from its values; nothing is checked.
  public init(price: UInt256, fees: TransactionFees, nativePrice: UInt256) {
    self.price = price
    self.fees = fees
    self.nativePrice = nativePrice
  }

  /// One price for all kinds, on a chain without base fees.
  public init(gasPrice: UInt256) {
    self.init(price: gasPrice, fees: .legacy(gasPrice: gasPrice), nativePrice: gasPrice)
  }

  /// This quote with nothing above a limit, in wei for a unit.
  func capped(at limit: UInt256) -> FeeQuote {
    let capped: TransactionFees =
      switch fees {
      case .legacy(let gasPrice): .legacy(gasPrice: min(gasPrice, limit))
      case .dynamic(let tip, let ceiling):
        .dynamic(maxPriorityFeePerGas: min(tip, limit), maxFeePerGas: min(ceiling, limit))
      }
    return FeeQuote(price: min(price, limit), fees: capped, nativePrice: min(nativePrice, limit))
  }

  /// This quote with a ceiling at a limit, in wei for a unit, wherever it is now.
  func raised(to limit: UInt256) -> FeeQuote {
    let raised: TransactionFees =
      switch fees {
      case .legacy: .legacy(gasPrice: limit)
      case .dynamic(let tip, _): .dynamic(maxPriorityFeePerGas: min(tip, limit), maxFeePerGas: limit)
      }
    return FeeQuote(price: min(price, limit), fees: raised, nativePrice: limit)
  }
}

/// Quotes what to offer at a speed.
public typealias FeeQuoter = @Sendable (FeeSpeed) async throws -> FeeQuote

/// The reason why a transaction goes on waiting for its price.
public enum PriceObstacle: Sendable {
  /// Gas costs too much.
  case price(FeeQuote)
  /// The price of gas, or the state of the account, could not be learned.
  case failure(any Error)

  /// In a line; nil for a price.
  var failure: String? {
    guard case .failure(let error) = self else { return nil }
    if let error = error as? NodeError { return error.message }
    return "\(error)".split(separator: "\n").first.map { "\($0)" } ?? ""
  }
}
