@_exported import Failures
import Primitives

/// A fault of an order, of its signature, or of an amount to fill it with.
public typealias OrderError = DomainError<OrderErrors>

/// The domain of ``OrderError``.
public enum OrderErrors: ErrorDomain {
  /// A member of the order's JSON, by its place there (`ecSignature.v`).
  public typealias Subject = String

  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The members that there are, where one is not known.
    case members([String])
    /// The addresses that may sign, and the one that did.
    case signer(Address, allowed: [Address])
    /// The chain of the order, and the one that it has to be for.
    case chain(UInt256, expected: UInt256)
    /// The exchange contract of the order, and the one that it has to be for.
    case exchange(Address, expected: Address)
    /// The block's time at which an order ended, in seconds since 1970.
    case expiry(UInt256)
    /// A fill in the smallest units: taker tokens paid for so many maker tokens.
    case fill(takerAmount: UInt256, makerAmount: UInt256)
  }
}

extension ErrorCode<OrderErrors> {
  // The JSON.

  /// Text that is not one JSON object within the limits, or has a member twice.
  public static var malformedJSON: Self { Self("malformedJSON") }
  /// A member that has to be there.
  public static var missingMember: Self { Self("missingMember") }
  /// A member that no order of the kind has.
  public static var unknownMember: Self { Self("unknownMember") }
  /// A member whose value cannot be read.
  public static var invalidMember: Self { Self("invalidMember") }
  /// A number above what its field can hold.
  public static var outOfRange: Self { Self("outOfRange") }

  // The terms.

  /// An amount of zero where something has to be given.
  public static var zeroAmount: Self { Self("zeroAmount") }
  /// A maker that is nobody.
  public static var noMaker: Self { Self("noMaker") }
  /// One token on both sides.
  public static var sameToken: Self { Self("sameToken") }
  /// A fee that nobody is to receive.
  public static var feeWithoutRecipient: Self { Self("feeWithoutRecipient") }
  /// A product that does not fit into 256 bits, at which the exchange contract reverts.
  public static var overflow: Self { Self("overflow") }

  // The signature.

  /// An `r`, `s` or `v` that no signature has.
  public static var invalidSignature: Self { Self("invalidSignature") }
  /// A type of signature that the kind of order does not have.
  public static var unsupportedSignature: Self { Self("unsupportedSignature") }
  /// An `s` in the upper half of the curve's order.
  public static var highS: Self { Self("highS") }
  /// A signature of somebody who may not sign for the maker, or of other terms.
  public static var wrongSigner: Self { Self("wrongSigner") }

  // The place.

  /// An order for another chain.
  public static var wrongChain: Self { Self("wrongChain") }
  /// An order for another exchange contract.
  public static var wrongExchange: Self { Self("wrongExchange") }

  // The state.

  /// An order whose time is over (v1: error 0, v4: status 4).
  public static var expired: Self { Self("expired") }
  /// An order of which nothing remains (v1: error 1, v4: status 2).
  public static var exhausted: Self { Self("exhausted") }
  /// A fill from which the taker would lose more than 0.1 % by rounding (v1: error 2).
  public static var roundingError: Self { Self("roundingError") }
  /// An order that its maker cancelled (v4: status 3).
  public static var cancelled: Self { Self("cancelled") }
}

extension OrderError {
  /// The member that it is about, by its place in the order's JSON, if it is about one.
  public var member: String? { subject }
}
