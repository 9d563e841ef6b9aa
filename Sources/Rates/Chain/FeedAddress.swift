import Primitives

/// The address of a price feed as somebody names it: `KAIA/USD=0x…` for a contract of one pair with Chainlink's
/// AggregatorV3 or Orakl's proxy, `KAIA/KRW=router:0x…` for Orakl's router over many pairs.
public struct FeedAddress: Sendable, Hashable, CustomStringConvertible {
  /// The pair, one of the base in the quote currency.
  public let pair: CurrencyPair
  /// The contract's address.
  public let address: Address
  private let isRouter: Bool

  private static let router = "router:"

  /// Reads a pair, the kind of contract and its address; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
    guard parts.count == 2, let pair = CurrencyPair(parts[0]) else { return nil }
    isRouter = parts[1].hasPrefix(Self.router)
    guard let address = try? Address(isRouter ? String(parts[1].dropFirst(Self.router.count)) : parts[1]) else {
      return nil
    }
    (self.pair, self.address) = (pair, address)
  }

  /// The text that it is read from.
  public var description: String { "\(pair)=\(isRouter ? Self.router : "")\(address.checksummed)" }

  /// The feed on a chain, of which a price of the last day counts.
  func feed(on chainID: UInt256) -> PriceFeed {
    PriceFeed(
      provider: "own", chainID: chainID, pair: pair, address: address,
      contract: isRouter ? .router(name: "\(pair.base)-\(pair.quote)") : .aggregator, heartbeat: 86_400)
  }
}

extension ChainFeeds {
  /// The feeds of a chain: those that somebody names, and those that are known here of all other pairs.
  public init(knownOn chainID: UInt256, besides own: [FeedAddress] = []) {
    let pairs = Set(own.map(\.pair))
    self.init(own.map { $0.feed(on: chainID) } + PriceFeed.known(on: chainID).filter { !pairs.contains($0.pair) })
  }
}
