import JSONFields
import Primitives
import StrictJSON

/// An order of the 0x protocol: tokens that a maker gives for others, until a time, to anybody or to one taker.
///
/// Amounts are in the smallest units of their tokens, times in seconds since 1970.
public protocol ExchangeOrder: Sendable, Hashable {
  /// The account that offers.
  var maker: Address { get }
  /// The only account that may fill the order; zero for anybody.
  var taker: Address { get }
  /// The token that the maker gives.
  var makerToken: Address { get }
  /// The token that the maker asks for.
  var takerToken: Address { get }
  /// The amount that the maker gives.
  var makerAmount: UInt256 { get }
  /// The amount that the maker asks for.
  var takerAmount: UInt256 { get }
  /// The account that receives the fees.
  var feeRecipient: Address { get }
  /// The fees whose sum a book sorts by: of maker and taker in v1; the taker's and zero in v4.
  var fees: (UInt256, UInt256) { get }
  /// The first block time at which the order is over.
  var expiry: UInt256 { get }
  /// A number that distinguishes orders that are alike otherwise.
  var salt: UInt256 { get }
  /// The hash by which the exchange knows the order, and which the maker signs.
  var hash: Hash32 { get }

  /// Checks whether the order is for an exchange contract, as far as the order tells.
  ///
  /// - Throws: `wrongChain` or `wrongExchange`, with both in the facts.
  func check(isFor exchange: ExchangeContract) throws(OrderError)

  /// Whether the exchange lets an account fill the order.
  func admits(_ account: Address) -> Bool

  /// The account that alone may fill the order; nil where anybody may.
  var onlyTaker: Address? { get }

  /// The ways in which the order's kind is signed.
  static var schemes: [SignatureScheme] { get }
  /// Whether the exchange takes a signature with `s` in the upper half of the curve's order.
  static var acceptsHighS: Bool { get }
  /// The names of its members in JSON.
  static var spelling: OrderSpelling { get }
  /// All members in the JSON of an order, in the order in which they are written; the signature is not among them.
  static var memberNames: [String] { get }

  /// Reads the order out of its JSON; other members are left to whoever reads them.
  ///
  /// - Throws: `missingMember`, `invalidMember` or `outOfRange`, about the member.
  init(_ fields: JSONFields<OrderError>) throws(OrderError)
  /// The order's members in JSON, as relayers write them: addresses in lower case, amounts as decimal strings.
  var members: JSONObject { get }
}

/// The names of an order's members in JSON that differ between versions of the protocol.
public struct OrderSpelling: Sendable, Hashable {
  /// The member with the token that the maker gives.
  public let makerToken: String
  /// The member with the token that the maker asks for.
  public let takerToken: String
  /// The member with the amount that the maker gives.
  public let makerAmount: String
  /// The member with the amount that the maker asks for.
  public let takerAmount: String
  /// The member with the time at which the order is over.
  public let expiry: String
  /// The member with the signature.
  public let signature: String
}

extension ExchangeOrder {
  /// Reads an order without a signature out of its JSON.
  ///
  /// - Throws: `missingMember`, `unknownMember`, `invalidMember` or `outOfRange`, about the member.
  public init(json: JSON) throws(OrderError) {
    let fields = try JSONFields(json, rules: []) { OrderError($0) }
    try fields.refuseOthers(than: Self.memberNames)
    try self.init(fields)
  }

  /// The order as JSON, in the form that relayers use.
  public var json: JSON { .object(members) }

  /// Both amounts.
  public var amounts: OrderAmounts { OrderAmounts(maker: makerAmount, taker: takerAmount) }

  /// The price for a taker; nil where an amount is zero.
  public var price: OrderPrice? { OrderPrice(amounts) }

  /// Whether the order is over in a block of a time.
  public func isExpired(at time: UInt64) -> Bool { expiry <= UInt256(time) }

  /// Whether an account is the one that may fill the order, or anybody may.
  public func admits(_ account: Address) -> Bool { taker == .zero || taker == account }

  /// The taker, where the order names one.
  public var onlyTaker: Address? { taker == .zero ? nil : taker }

  /// The faults for which nobody should take the order into a book, by its terms and a time alone: all of them.
  public func faults(at time: UInt64) -> [OrderError] {
    var faults: [OrderError] = []
    if maker == .zero { faults.append(OrderError(.noMaker, "the order has no maker", about: "maker")) }
    if makerToken == takerToken {
      faults.append(
        OrderError(.sameToken, "the order gives and asks for the same token", about: Self.spelling.takerToken))
    }
    for (amount, name) in [(makerAmount, Self.spelling.makerAmount), (takerAmount, Self.spelling.takerAmount)]
    where amount == 0 {
      faults.append(OrderError(.zeroAmount, "the order's \(name) is zero", about: name))
    }
    if makerAmount.multipliedReportingOverflow(by: takerAmount).overflow {
      faults.append(
        OrderError(
          .overflow, "the order cannot be filled whole", about: Self.spelling.takerAmount,
          reason: "the product of its amounts has more than 256 bits, at which the exchange reverts"))
    }
    if feeRecipient == .zero, fees != (0, 0) {
      faults.append(
        OrderError(.feeWithoutRecipient, "the order has a fee and nobody who receives it", about: "feeRecipient"))
    }
    if isExpired(at: time) { faults.append(expired(at: time)) }
    return faults
  }

  /// The error of an order whose time is over.
  func expired(at time: UInt64) -> OrderError {
    OrderError(
      .expired, "the order is over", about: Self.spelling.expiry, reason: "it ended at \(expiry), and it is \(time)",
      facts: .expiry(expiry))
  }
}
