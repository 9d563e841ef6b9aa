import Database
import Keys
import Orders
import Primitives

/// The fields of an order and its signature as bytes: a word of 32 for each field, in the order of the contract's.
enum StoredFields {
  /// The words of an order's fields; of version 1 with the exchange in front, of version 4 with chain and exchange.
  static func bytes(of order: BookOrder) -> Bytes {
    let words: [UInt256] =
      switch order.signed {
      case .v1(let signed):
        [UInt256(signed.order.exchange)] + signed.order.contractAddresses.map { UInt256($0) }
          + signed.order.contractValues
      case .v4(let signed):
        [signed.order.exchange.chainID, UInt256(signed.order.exchange.address)] + signed.order.words
      }
    var bytes = Bytes()
    bytes.reserveCapacity(32 * words.count)
    for word in words { Hash32(word).withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// A signature: its scheme, `r`, `s` and the parity of y.
  static func signature(of order: BookOrder) -> Bytes {
    switch order.signed {
    case .v1(let signed): signature(signed)
    case .v4(let signed): signature(signed)
    }
  }

  /// Reads an order; nil where the bytes are none's.
  static func order(_ version: OrderVersion, _ bytes: Bytes, signature: Bytes) -> AnySignedOrder? {
    guard let words = ContractWords(bytes), signature.count == 66,
      let scheme = SignatureScheme(rawValue: signature[0]),
      let r = try? UInt256(bigEndian: signature[1..<33]), let s = try? UInt256(bigEndian: signature[33..<65]),
      let proof = try? Signature(r: r, s: s, yParity: signature[65])
    else { return nil }
    switch version {
    case .v1: return v1(words).flatMap { try? SignedOrder($0, scheme: scheme, signature: proof) }.map { .v1($0) }
    case .v4: return v4(words).flatMap { try? SignedOrder($0, scheme: scheme, signature: proof) }.map { .v4($0) }
    }
  }

  private static func signature(_ signed: SignedOrder<some ExchangeOrder>) -> Bytes {
    [signed.scheme.rawValue] + signed.signature.r.bigEndianBytes + signed.signature.s.bigEndianBytes
      + [signed.signature.yParity]
  }

  private static func v1(_ words: ContractWords) -> OrderV1? {
    guard words.count == 12, let exchange = words.address(0), let maker = words.address(1),
      let taker = words.address(2),
      let makerToken = words.address(3), let takerToken = words.address(4), let feeRecipient = words.address(5),
      let makerAmount = words.number(6), let takerAmount = words.number(7), let makerFee = words.number(8),
      let takerFee = words.number(9), let expiry = words.number(10), let salt = words.number(11)
    else { return nil }
    return OrderV1(
      exchange: exchange, maker: maker, taker: taker, makerToken: makerToken, takerToken: takerToken,
      feeRecipient: feeRecipient, makerAmount: makerAmount, takerAmount: takerAmount, makerFee: makerFee,
      takerFee: takerFee, expiry: expiry, salt: salt)
  }

  private static func v4(_ words: ContractWords) -> LimitOrder? {
    guard words.count == 14, let chainID = words.number(0), let exchange = words.address(1),
      let makerToken = words.address(2), let takerToken = words.address(3), let makerAmount = words.number(4),
      let takerAmount = words.number(5), let takerFee = words.number(6), let maker = words.address(7),
      let taker = words.address(8), let sender = words.address(9), let feeRecipient = words.address(10),
      let pool = words.hash(11), let expiry = words.number(12), let salt = words.number(13)
    else { return nil }
    return try? LimitOrder(
      exchange: ExchangeContract(chainID: chainID, address: exchange), maker: maker, taker: taker, sender: sender,
      makerToken: makerToken, takerToken: takerToken, feeRecipient: feeRecipient, makerAmount: makerAmount,
      takerAmount: takerAmount, takerFee: takerFee, pool: pool, expiry: expiry, salt: salt)
  }
}
