import Primitives

/// An order of 0x version 1: its hash names the exchange contract but no chain, and its fees are in a token of their own.
///
/// ```swift
/// let order = OrderV1(
///   exchange: exchange, maker: key.address, makerToken: coin, takerToken: wrapped, makerAmount: 1000, takerAmount: 300,
///   expiry: 4_102_444_800, salt: OrderSalt.random())
/// let signed = try await order.signed(by: key)
/// print(signed.json)
/// ```
public struct OrderV1: ExchangeOrder {
  /// The exchange contract that settles the order.
  public let exchange: Address
  /// The account that offers.
  public let maker: Address
  /// The only account that may fill the order; zero for anybody.
  public let taker: Address
  /// The token that the maker gives.
  public let makerToken: Address
  /// The token that the maker asks for.
  public let takerToken: Address
  /// The account that receives the fees; zero for no fees, whatever their amounts.
  public let feeRecipient: Address
  /// The amount that the maker gives, in the token's smallest unit.
  public let makerAmount: UInt256
  /// The amount that the maker asks for, in the token's smallest unit.
  public let takerAmount: UInt256
  /// The fee that the maker pays for the whole order, in the fee token's smallest unit.
  public let makerFee: UInt256
  /// The fee that the takers of the whole order pay, in the fee token's smallest unit.
  public let takerFee: UInt256
  /// The first block time at which the order is over, in seconds since 1970.
  public let expiry: UInt256
  /// A number that distinguishes orders that are alike otherwise.
  public let salt: UInt256

  /// An order of its fields.
  public init(
    exchange: Address, maker: Address, taker: Address = .zero, makerToken: Address, takerToken: Address,
    feeRecipient: Address = .zero, makerAmount: UInt256, takerAmount: UInt256, makerFee: UInt256 = 0,
    takerFee: UInt256 = 0, expiry: UInt256, salt: UInt256
  ) {
    self.exchange = exchange
    self.maker = maker
    self.taker = taker
    self.makerToken = makerToken
    self.takerToken = takerToken
    self.feeRecipient = feeRecipient
    self.makerAmount = makerAmount
    self.takerAmount = takerAmount
    self.makerFee = makerFee
    self.takerFee = takerFee
    self.expiry = expiry
    self.salt = salt
  }

  /// Maker, taker, maker token, taker token and fee recipient: the array `orderAddresses` of the contract's functions.
  public var contractAddresses: [Address] { [maker, taker, makerToken, takerToken, feeRecipient] }

  /// Both amounts, both fees, expiry and salt: the array `orderValues` of the contract's functions.
  public var contractValues: [UInt256] { [makerAmount, takerAmount, makerFee, takerFee, expiry, salt] }

  /// The 312 bytes that ``hash`` is the hash of: the exchange and the contract's two arrays, packed.
  public var packed: Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(312)
    for address in [exchange] + contractAddresses { address.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    for value in contractValues { Hash32(value).withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// The hash by which the exchange knows the order (`getOrderHash`).
  public var hash: Hash32 { Keccak256.hash(packed) }

  /// The fees of maker and taker.
  public var fees: (UInt256, UInt256) { (makerFee, takerFee) }

  /// The topic `tokens` of the exchange's events `LogFill` and `LogCancel`: whoever asks a node for those of one pair and
  /// direction filters by it.
  public var pairTopic: Hash32 { Keccak256.hash(makerToken.bytes + takerToken.bytes) }

  /// Checks the exchange's address; the order does not tell the chain.
  ///
  /// - Throws: `wrongExchange`.
  public func check(isFor exchange: ExchangeContract) throws(OrderError) {
    try Self.check(self.exchange, is: exchange.address, member: "exchangeContractAddress")
  }

  /// `eth_sign` alone.
  public static let schemes: [SignatureScheme] = [.message]
  /// True: the contract asks `ecrecover` and nothing else.
  public static let acceptsHighS = true
}

extension ExchangeOrder {
  /// Checks the address of an exchange contract.
  static func check(_ found: Address, is expected: Address, member: String) throws(OrderError) {
    guard found != expected else { return }
    throw OrderError(
      .wrongExchange, "the order is for another exchange", about: member,
      reason: "it is for \(found), not for \(expected)", facts: .exchange(found, expected: expected))
  }
}
