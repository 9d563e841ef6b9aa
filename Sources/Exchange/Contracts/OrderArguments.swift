import Keys
import Orders
import Primitives

/// A signature as version 1 takes it.
struct SignatureV1 {
  let v: UInt8
  let r: Hash32
  let s: Hash32

  init(_ signature: Signature) {
    (v, r, s) = (27 + signature.yParity, Hash32(signature.r), Hash32(signature.s))
  }
}

extension NativeOrders.LimitOrder {
  /// An order as the contract takes it.
  public init(_ order: LimitOrder) {
    self.init(
      makerToken: order.makerToken, takerToken: order.takerToken, makerAmount: order.makerAmount,
      takerAmount: order.takerAmount, takerTokenFeeAmount: order.takerFee, maker: order.maker, taker: order.taker,
      sender: order.sender, feeRecipient: order.feeRecipient, pool: order.pool,
      expiry: UInt64(truncatingIfNeeded: order.expiry), salt: order.salt)
  }
}

extension NativeOrders.Signature {
  /// An order's signature as the contract takes it.
  public init(_ signed: SignedOrder<LimitOrder>) {
    let parts = SignatureV1(signed.signature)
    self.init(signatureType: signed.scheme.rawValue, v: parts.v, r: parts.r, s: parts.s)
  }
}
