import JSONFields
import Primitives
import StrictJSON

/// A signed order of either version, as it is in a file or in a book of both.
public enum AnySignedOrder: Sendable, Hashable {
  /// An order of version 1.
  case v1(SignedOrder<OrderV1>)
  /// A limit order of version 4.
  case v4(SignedOrder<LimitOrder>)

  /// Reads the text of a signed order of either version: JSON of 8 KiB at most.
  ///
  /// - Throws: `malformedJSON`, or as ``init(json:)``.
  public init(parsing text: Bytes) throws(OrderError) { try self.init(json: try OrderText.json(text)) }

  /// Reads a signed order of either version, which the member with the signature tells.
  ///
  /// - Throws: what ``SignedOrder/init(json:)`` throws, or `missingMember` where there is no signature.
  public init(json: JSON) throws(OrderError) {
    let fields = try JSONFields(json, rules: []) { OrderError($0) }
    if fields.object[OrderV1.spelling.signature] != nil {
      self = .v1(try SignedOrder(json: json))
    } else if fields.object[LimitOrder.spelling.signature] != nil {
      self = .v4(try SignedOrder(json: json))
    } else {
      throw OrderError(
        .missingMember, "the order cannot be read", about: LimitOrder.spelling.signature,
        reason: "it has no signature of either version")
    }
  }

  /// The order without its signature.
  public var order: any ExchangeOrder {
    switch self {
    case .v1(let signed): signed.order
    case .v4(let signed): signed.order
    }
  }

  /// The order's hash.
  public var hash: Hash32 {
    switch self {
    case .v1(let signed): signed.hash
    case .v4(let signed): signed.hash
    }
  }

  /// The order and its signature as JSON, in the form that relayers use.
  public var json: JSON {
    switch self {
    case .v1(let signed): signed.json
    case .v4(let signed): signed.json
    }
  }

  /// Checks exchange, chain as far as the order tells it, and signature.
  ///
  /// - Throws: as ``SignedOrder/verify(for:signers:allowingHighS:)``.
  public func verify(
    for exchange: ExchangeContract, signers: Set<Address> = [], allowingHighS: Bool? = nil
  ) throws(OrderError) {
    switch self {
    case .v1(let signed): try signed.verify(for: exchange, allowingHighS: allowingHighS)
    case .v4(let signed): try signed.verify(for: exchange, signers: signers, allowingHighS: allowingHighS)
    }
  }
}
