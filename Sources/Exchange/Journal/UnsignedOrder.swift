import Keys
import Orders
import Primitives
import StrictJSON

/// An order of either version without its signature, as a draft has it.
public enum UnsignedOrder: Sendable, Hashable {
  /// An order of version 1.
  case v1(OrderV1)
  /// A limit order of version 4.
  case v4(LimitOrder)

  /// The order of whichever version, by the members that both have.
  public var order: any ExchangeOrder {
    switch self {
    case .v1(let order): order
    case .v4(let order): order
    }
  }

  /// The hash that is signed, and by which exchanges and relays know the order.
  public var hash: Hash32 { order.hash }

  /// Signs the order, with `s` in the lower half.
  ///
  /// - Parameter signers: Accounts that may sign for the maker beside the maker (v4).
  /// - Throws: `OrderError` `wrongSigner`, or what keeps the signer from signing.
  public func signed(by signer: some Signer, signers: Set<Address> = []) async throws -> AnySignedOrder {
    switch self {
    case .v1(let order): .v1(try await order.signed(by: signer))
    case .v4(let order): .v4(try await order.signed(by: signer, signers: signers))
    }
  }

  /// The order's JSON, without a signature.
  var text: String { order.json.serialized() }

  /// Reads what ``text`` wrote.
  ///
  /// - Throws: `JSONError`, `OrderError`.
  init(text: String) throws {
    let json = try JSON(parsing: text, limits: JSON.Limits(depth: 4, bytes: 8 << 10))
    if json[OrderV1.spelling.makerToken] != nil {
      self = .v1(try OrderV1(json: json))
    } else {
      self = .v4(try LimitOrder(json: json))
    }
  }
}
