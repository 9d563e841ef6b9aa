import Keys
import Primitives

/// An order with its signature, as it goes from hand to hand and to relayers.
///
/// That there is one says nothing about who signed: ``verify(signers:allowingHighS:)`` does.
public struct SignedOrder<Order: ExchangeOrder>: Sendable, Hashable {
  /// The order.
  public let order: Order
  /// The way in which its hash was signed.
  public let scheme: SignatureScheme
  /// The signature.
  public let signature: Signature
  /// The order's hash, computed once and never taken from anybody.
  public let hash: Hash32

  /// An order and a signature.
  ///
  /// - Throws: `unsupportedSignature` for a scheme that the order's kind does not have.
  public init(_ order: Order, scheme: SignatureScheme = .message, signature: Signature) throws(OrderError) {
    guard Order.schemes.contains(scheme) else { throw OrderError.unsupported(scheme.rawValue, about: nil) }
    self.init(order, hash: order.hash, scheme: scheme, signature: signature)
  }

  fileprivate init(_ order: Order, hash: Hash32, scheme: SignatureScheme, signature: Signature) {
    self.order = order
    self.hash = hash
    self.scheme = scheme
    self.signature = signature
  }

  /// Recovers the account whose key signed; any account, for a signature of other terms.
  ///
  /// - Throws: `wrongSigner` where no key can have made the signature.
  public func signer() throws(OrderError) -> Address {
    do throws(KeysError) {
      return try signature.recover(scheme.digest(of: hash)).address
    } catch {
      throw OrderError(
        .wrongSigner, "the order's signature is nobody's", about: Order.spelling.signature, reason: error.inOneLine,
        cause: error)
    }
  }

  /// Recovers the account that signed, once order and signature are such as can count; which account may sign is not
  /// looked at.
  ///
  /// - Parameter allowingHighS: Whether an `s` in the upper half of the curve's order is taken; nil for what the exchange
  ///   does: version 1 takes it, version 4 does not.
  /// - Throws: `noMaker`, `highS` or `wrongSigner`.
  public func acceptableSigner(allowingHighS: Bool? = nil) throws(OrderError) -> Address {
    // A broken signature recovers to the zero address in the contracts of version 1.
    guard order.maker != .zero else { throw OrderError(.noMaker, "the order has no maker", about: "maker") }
    guard signature.isLowS || allowingHighS ?? Order.acceptsHighS else {
      throw OrderError(
        .highS, "the order's signature is not accepted", about: "\(Order.spelling.signature).s",
        reason: "its s is in the upper half of the curve's order")
    }
    return try signer()
  }

  /// Checks that the maker, or an account that may sign for the maker, signed exactly this order.
  ///
  /// - Parameters:
  ///   - signers: Accounts that the maker registered with the exchange (v4); version 1 knows none.
  ///   - allowingHighS: As for ``acceptableSigner(allowingHighS:)``.
  /// - Throws: `noMaker`, `highS` or `wrongSigner`.
  public func verify(signers: Set<Address> = [], allowingHighS: Bool? = nil) throws(OrderError) {
    let signer = try acceptableSigner(allowingHighS: allowingHighS)
    guard signer == order.maker || signers.contains(signer) else {
      throw OrderError(
        .wrongSigner, "the order is not signed by its maker", about: Order.spelling.signature,
        reason: "the maker is \(order.maker), and the signature is of \(signer) or of another order",
        facts: .signer(signer, allowed: [order.maker] + signers.sorted()))
    }
  }

  /// Checks exchange, chain as far as the order tells it, and signature.
  ///
  /// - Throws: `wrongChain`, `wrongExchange`, or as ``verify(signers:allowingHighS:)``.
  public func verify(
    for exchange: ExchangeContract, signers: Set<Address> = [], allowingHighS: Bool? = nil
  ) throws(OrderError) {
    try order.check(isFor: exchange)
    try verify(signers: signers, allowingHighS: allowingHighS)
  }
}

extension ExchangeOrder {
  /// Signs the order, with `s` in the lower half.
  ///
  /// - Parameters:
  ///   - scheme: Nil for the first that the order's kind has: `eth_sign` in version 1, typed data in version 4.
  ///   - signers: Accounts that may sign for the maker beside the maker.
  /// - Throws: `wrongSigner` for a signer that may not, `unsupportedSignature`, or what keeps the signer from signing.
  public func signed(
    by signer: some Signer, scheme: SignatureScheme? = nil, signers: Set<Address> = []
  ) async throws -> SignedOrder<Self> {
    guard signer.address == maker || signers.contains(signer.address) else {
      throw OrderError(
        .wrongSigner, "the order is not signed", about: "maker",
        reason: "the maker is \(maker), and the key is of \(signer.address)",
        facts: .signer(signer.address, allowed: [maker] + signers.sorted()))
    }
    let scheme = scheme ?? Self.schemes[0]
    guard Self.schemes.contains(scheme) else { throw OrderError.unsupported(scheme.rawValue, about: nil) }
    let hash = hash
    let signature = try await signer.sign(scheme.digest(of: hash)).lowS
    return SignedOrder(self, hash: hash, scheme: scheme, signature: signature)
  }
}

extension OrderError {
  /// The error for a number of a scheme that an order's kind does not have.
  static func unsupported(_ number: UInt8, about member: String?) -> OrderError {
    OrderError(
      .unsupportedSignature, "orders of this kind are not signed in that way", about: member,
      reason: "the type of the signature is \(number)")
  }
}
