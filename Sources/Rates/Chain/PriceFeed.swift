import ContractABI
import Primitives

/// A contract that tells the price of one currency in another, which somebody brings up to date again and again.
public struct PriceFeed: Sendable, Hashable {
  /// The functions that a contract answers to.
  public enum Contract: Sendable, Hashable {
    /// Chainlink's AggregatorV3 of one pair: Chainlink's own contracts, RedStone's, and Orakl's proxies.
    case aggregator
    /// Orakl's router over many pairs, asked for one by its name there, as in `KAIA-USDT`.
    case router(name: String)
  }

  /// The name of whoever runs it, as in `redstone`.
  public let provider: String
  /// The number of the chain that it is on.
  public let chainID: UInt256
  /// The pair, one of the base in the quote currency.
  public let pair: CurrencyPair
  /// The contract's address.
  public let address: Address
  /// The functions that it answers to.
  public let contract: Contract
  /// The most seconds between two prices that its provider promises.
  public let heartbeat: Int64

  /// A feed as it is given.
  public init(
    provider: String, chainID: UInt256, pair: CurrencyPair, address: Address, contract: Contract = .aggregator,
    heartbeat: Int64
  ) {
    (self.provider, self.chainID, self.pair) = (provider, chainID, pair)
    (self.address, self.contract, self.heartbeat) = (address, contract, heartbeat)
  }

  /// The name under which its prices are kept: feeds of a test network are other sources than those of the chain itself.
  public var source: String { "\(provider)-\(chainID)" }

  /// The calldata for the newest price.
  var latestRound: Bytes { calldata(0xfeaf_968c, named: 0x33f9_8c77) }
  /// The calldata for the places after the point.
  var decimals: Bytes { calldata(0x313c_e567, named: 0x3b2b_3204) }
  /// The calldata for the feed's own words about itself; nil of a router, which has none for each pair.
  var description: Bytes? { contract == .aggregator ? calldata(0x7284_e416, named: 0) : nil }

  /// A selector, or the one of the function that takes a name, and that name.
  private func calldata(_ selector: UInt32, named: UInt32) -> Bytes {
    switch contract {
    case .aggregator: ABISelector(rawValue: selector).bytes
    case .router(let name):
      ABIWriter.encode(selector: named, headSize: 32, tailSize: ABIString().tailSize(of: name)) {
        $0.write(name, ABIString())
      }
    }
  }
}
