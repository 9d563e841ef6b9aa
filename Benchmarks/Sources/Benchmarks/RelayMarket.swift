import Foundation
import Keys
import Orders
import Peers
import Primitives
import StrictJSON

/// A stub node with an exchange of each version, two tokens, and makers whose keys are known.
struct RelayMarket: Sendable {
  /// The orders that makers sign; the stub node knows their hashes.
  static let mostPosted = 100_000
  /// The number of makers who sign.
  private static let signers = 200
  private static let chainID: UInt64 = 1337

  let exchange = ExchangeContract(chainID: UInt256(chainID), address: Address(truncating: 0xe4))
  let exchangeV1 = Address(truncating: 0xe1)
  let pair = TokenPair(base: Address(truncating: 0xba), quote: Address(truncating: 0xc0))
  /// The node's URL.
  let url: String
  /// The time of its newest block, in seconds since 1970.
  let time: UInt64
  private let makers: [PrivateKey]

  /// Starts the node.
  init() throws {
    time = UInt64(Foundation.time(nil))
    makers = try (1...Self.signers).map { try PrivateKey(bytes: UInt256($0 * 7_919).bigEndianBytes) }
    let (exchange, pair, time, makers) = (exchange, pair, time, makers)
    let hashes = try (0..<Self.mostPosted).flatMap { number in
      try Self.order(number, by: makers[number / 2 % makers.count].address, exchange, pair, time).hash.bytes
    }
    let port = stub_exchange_start(Self.chainID, time, hashes, Self.mostPosted)
    try require(port != 0, "the stub node found no port")
    url = "http://127.0.0.1:\(port)"
  }

  // MARK: Orders

  /// An order of version 4: asks and bids by turns, at prices all over the book.
  func order(_ number: Int, by maker: Address) throws -> LimitOrder {
    try Self.order(number, by: maker, exchange, pair, time)
  }

  private static func order(
    _ number: Int, by maker: Address, _ exchange: ExchangeContract, _ pair: TokenPair, _ time: UInt64
  ) throws -> LimitOrder {
    let isAsk = number.isMultiple(of: 2)
    return try LimitOrder(
      exchange: exchange, maker: maker, makerToken: isAsk ? pair.base : pair.quote,
      takerToken: isAsk ? pair.quote : pair.base, makerAmount: makerAmount(number), takerAmount: 1_000_000,
      expiry: UInt256(time + 86_400), salt: UInt256(number + 1))
  }

  private func orderV1(_ number: Int, by maker: Address) -> OrderV1 {
    let isAsk = number.isMultiple(of: 2)
    return OrderV1(
      exchange: exchangeV1, maker: maker, makerToken: isAsk ? pair.base : pair.quote,
      takerToken: isAsk ? pair.quote : pair.base, makerAmount: Self.makerAmount(number), takerAmount: 1_000_000,
      expiry: UInt256(time + 86_400), salt: UInt256(number + 1))
  }

  private static func makerAmount(_ number: Int) -> UInt256 { UInt256(2_000_000 + number * 7_919 % 1_000_003) }

  /// A signature that is one, of something else.
  func someSignature() async throws -> Signature {
    try await order(0, by: makers[0].address).signed(by: makers[0]).signature
  }

  // MARK: Requests

  /// Posts of orders of version 4, each signed by its maker.
  func posts(of numbers: Range<Int>) async throws -> HTTPLoad {
    try require(numbers.upperBound <= Self.mostPosted, "there are no more orders to post")
    var load = HTTPLoad()
    for number in numbers {
      let maker = makers[number / 2 % makers.count]
      let signed = try await order(number, by: maker.address).signed(by: maker)
      load.post("/orderbook/v1/order", signed.json.serializedBytes())
    }
    return load
  }

  /// Posts of orders of version 1, each signed by its maker.
  func postsV1(of numbers: Range<Int>) async throws -> HTTPLoad {
    var load = HTTPLoad()
    for number in numbers {
      let maker = makers[number / 2 % makers.count]
      load.post("/v0/order", try await orderV1(number, by: maker.address).signed(by: maker).json.serializedBytes())
    }
    return load
  }

  /// Questions for the first page of the book of version 4.
  func pages(_ count: Int) -> HTTPLoad {
    var load = HTTPLoad()
    for _ in 0..<count {
      load.get("/orderbook/v1?baseToken=\(pair.base.lowercaseHex)&quoteToken=\(pair.quote.lowercaseHex)")
    }
    return load
  }

  /// Rules under which nobody asks or posts too often.
  var rules: String {
    """
    {"chainId": \(exchange.chainID),
     "exchanges": {"v1": "\(exchangeV1.checksummed)", "v4": "\(exchange.address.checksummed)"},
     "pairs": [{"tokenA": {"address": "\(pair.base.checksummed)"}, "tokenB": {"address": "\(pair.quote.checksummed)"}}],
     "limits": {"openOrdersOfMaker": 1000000, "newOrdersPerMinute": 1000000, "newOrdersAtOnce": 1000000,
       "timesBalance": 1000000, "readsPerMinute": 1000000, "postsPerMinute": 1000000, "connections": 4000,
       "connectionsOfAll": 4000, "openOrders": 1000000}}
    """
  }
}
