import Keys
import Primitives

/// A limit order of 0x version 4: typed data (EIP-712) for one chain and contract, with a fee in taker tokens.
///
/// ```swift
/// let order = try LimitOrder(
///   exchange: exchange, maker: key.address, makerToken: coin, takerToken: wrapped, makerAmount: 1000, takerAmount: 300,
///   expiry: 4_102_444_800, salt: OrderSalt.timed(milliseconds: now))
/// let signed = try await order.signed(by: key)
/// ```
public struct LimitOrder: ExchangeOrder {
  /// The contract that settles the order, the `verifyingContract` of its domain.
  public let exchange: ExchangeContract
  /// The token that the maker gives.
  public let makerToken: Address
  /// The token that the maker asks for.
  public let takerToken: Address
  /// The amount that the maker gives, in the token's smallest unit, below 2^128.
  public let makerAmount: UInt256
  /// The amount that the maker asks for, in the token's smallest unit, below 2^128.
  public let takerAmount: UInt256
  /// The fee that the takers of the whole order pay beyond ``takerAmount``, in taker tokens, below 2^128.
  public let takerFee: UInt256
  /// The account that offers.
  public let maker: Address
  /// The only account that may fill the order; zero for anybody.
  public let taker: Address
  /// The only account that may send the fill's transaction; zero for anybody.
  public let sender: Address
  /// The account that receives the fee; the contract pays it to the zero address, too.
  public let feeRecipient: Address
  /// The staking pool that the order is credited to.
  public let pool: Hash32
  /// The first block time at which the order is over, in seconds since 1970, below 2^64.
  public let expiry: UInt256
  /// A number that distinguishes orders; those of a pair below a number can be cancelled together.
  public let salt: UInt256

  /// An order of its fields.
  ///
  /// - Throws: `outOfRange` for an amount of 2^128 or more, or an expiry of 2^64 or more, about its member in JSON.
  public init(
    exchange: ExchangeContract, maker: Address, taker: Address = .zero, sender: Address = .zero, makerToken: Address,
    takerToken: Address, feeRecipient: Address = .zero, makerAmount: UInt256, takerAmount: UInt256,
    takerFee: UInt256 = 0, pool: Hash32 = .zero, expiry: UInt256, salt: UInt256
  ) throws(OrderError) {
    let amounts = [("makerAmount", makerAmount), ("takerAmount", takerAmount), ("takerTokenFeeAmount", takerFee)]
    for (member, amount) in amounts where amount.high > 0 { throw OrderError.tooLarge(member, bits: 128) }
    guard expiry >> 64 == 0 else { throw OrderError.tooLarge("expiry", bits: 64) }
    self.exchange = exchange
    self.makerToken = makerToken
    self.takerToken = takerToken
    self.makerAmount = makerAmount
    self.takerAmount = takerAmount
    self.takerFee = takerFee
    self.maker = maker
    self.taker = taker
    self.sender = sender
    self.feeRecipient = feeRecipient
    self.pool = pool
    self.expiry = expiry
    self.salt = salt
  }

  /// The taker's fee, and zero.
  public var fees: (UInt256, UInt256) { (takerFee, 0) }

  /// Whether an account is the taker and the sender that the order wants, where it wants one.
  public func admits(_ account: Address) -> Bool {
    (taker == .zero || taker == account) && (sender == .zero || sender == account)
  }

  /// The taker or the sender, where the order names one.
  public var onlyTaker: Address? { [taker, sender].first { $0 != .zero } }

  /// Checks chain and contract.
  ///
  /// - Throws: `wrongChain` or `wrongExchange`.
  public func check(isFor exchange: ExchangeContract) throws(OrderError) {
    guard self.exchange.chainID == exchange.chainID else {
      throw OrderError(
        .wrongChain, "the order is for another chain", about: "chainId",
        reason: "it is for chain \(self.exchange.chainID), not for \(exchange.chainID)",
        facts: .chain(self.exchange.chainID, expected: exchange.chainID))
    }
    try Self.check(self.exchange.address, is: exchange.address, member: "verifyingContract")
  }

  /// Typed data and `eth_sign`.
  public static let schemes: [SignatureScheme] = [.typedData, .message]
  /// False: the contract reverts.
  public static let acceptsHighS = false
}
