import ArgumentParser
import Exchange
import Localization
import Operations
import Orders
import Primitives
import Terminal
import Tokens

/// The repetition of a deal for what it left missing.
struct DealRetryOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Trade again, at most so often, for what others filled first, within the same worst price.",
      valueName: "times"))
  var retry = 0

  func validate() throws {
    if !(0...DealRequest.mostRetries).contains(retry) {
      throw UsageRule.inRange("--retry", from: 0, to: DealRequest.mostRetries)
    }
  }
}

/// The bounds of a deal.
struct DealOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("How much worse than the best price a price may be; by default 0.5%.", valueName: "percent"))
  var slippage: String?

  @Option(help: ArgumentHelp("The worst price, in quote tokens for a base token.", valueName: "price"))
  var price: String?

  @Flag(help: "Take all of the amount or nothing.") var exact = false

  @Option(help: ArgumentHelp("The most orders to fill, 1 to 50.", valueName: "number")) var maxOrders = 12

  @Flag(help: "Take orders that cost a fee in another token than those of the pair, too: no price bounds it.")
  var allowFees = false

  @Flag(help: "Trade tokens of which less arrives than is sent, too.") var allowFeeOnTransfer = false

  /// The option of a worst price that was given; nil for none.
  var bound: String? { slippage != nil ? "--slippage" : price != nil ? "--price" : nil }

  /// The slippage where neither it nor a price is given.
  static let usualSlippage = "0.5%"

  func validate() throws {
    if slippage != nil && price != nil { throw UsageRule.either("--slippage", "--price") }
    if !(1...DealRequest.mostOrders).contains(maxOrders) {
      throw UsageRule.inRange("--max-orders", from: 1, to: DealRequest.mostOrders)
    }
  }

  /// The wish of an amount with these bounds.
  func request(_ amount: DealAmount, of pair: DirectoryPair, by taker: Address) throws -> DealRequest {
    let bound: DealBound =
      try price.map { .price(try PairPrice($0, of: pair).fraction) }
      ?? .slippage(try Self.share(slippage ?? Self.usualSlippage))
    var request = DealRequest(amount, of: pair.tokens, within: bound, by: taker)
    request.isExact = exact
    request.maximumOrders = maxOrders
    request.takesFees = allowFees
    return request
  }

  /// `0.5%` as a fraction.
  static func share(_ text: String) throws(CommandFailure) -> Fraction {
    let number = text.trimmed.hasSuffix("%") ? String(text.trimmed.dropLast()) : text.trimmed
    guard let decimal = ExactDecimal(number), let hundred = Fraction(100, over: 1),
      let share = try? Fraction(decimal).divided(by: hundred), share < .one
    else { throw CommandFailure(.usage, ExchangeRefusal.slippage(text)) }
    return share
  }
}
