import Exchange
import Orders
import Primitives
import Tokens

/// A pair that relays trade, by their own word; its best prices are of orders that the user's own node confirms.
public struct TradedPair: Sendable {
  /// The base and the quote token.
  public let pair: DirectoryPair
  /// The least amount of the base token that an order may have, where a relay tells it: the lowest of all relays.
  public internal(set) var minimum: TokenAmount?
  /// The most, where relays tell it: the highest of all relays; nil, too, where one of them has no bound.
  public var maximum: TokenAmount? { highest?.units == .max ? nil : highest }
  /// The most as it is told; the largest number stands for no bound.
  fileprivate var highest: TokenAmount?
  /// The addresses of the relays that trade it.
  public internal(set) var relays: [String]
  /// The best price at which base tokens are bought; nil for an empty side.
  public internal(set) var bestBid: PairPrice?
  /// The best price at which base tokens are sold; nil for an empty side.
  public internal(set) var bestAsk: PairPrice?

  /// The difference between the best prices; nil where a side is empty, or the book crosses.
  public var spread: PairPrice? { PairPrice.spread(bid: bestBid, ask: bestAsk) }
}

/// The pairs of all relays.
public struct TradedPairs: Sendable {
  /// The pairs, by their names.
  public let pairs: [TradedPair]
  /// The tokens of further pairs that are not known here: nobody vouches for them, and their contracts have to be asked.
  public let unknown: [Address]
  /// The failures of relays; they hide nothing of the others.
  public let failures: [RelayClientError]
}

/// The pairs that the relays of a market trade.
public struct PairListing: Sendable {
  /// The market whose relays are asked.
  public let market: ExchangeMarket

  /// The most pairs whose prices are read.
  public static let mostPricedPairs = 50

  /// The pairs of a market; nothing is asked yet.
  public init(_ market: ExchangeMarket) { self.market = market }

  /// Reads the pairs that the relays trade, with the best prices of their books.
  ///
  /// A relay that speaks version 4 alone tells no pairs: those of its orders are taken.
  ///
  /// - Parameter token: A token that has to be of the pair; nil for all.
  /// - Throws: `OperationError` `.noRelay`; `OrderBookError` for a node that leaves something open.
  public func read(with token: DirectoryToken? = nil) async throws -> TradedPairs {
    guard !market.relays.isEmpty else {
      throw OperationError(
        .noRelay, "No relay is configured for this network.", reason: "Pairs are those that relays trade.")
    }
    let told = Set(market.relays.filter { $0.api == .v0 }.map(\.address))
    let asked = market.relays.filter { $0.api == .v0 || !told.contains($0.address) }
    var (found, unknown): ([String: TradedPair], Set<Address>) = ([:], [])
    var failures: [RelayClientError] = []
    for relay in asked {
      do throws(RelayClientError) {
        for (one, other) in try await Self.pairs(of: relay) {
          let missing = [one.address, other.address].filter { market.tokens[$0] == nil }
          guard missing.isEmpty,
            let pair = try? market.pair("\(one.address.checksummed)/\(other.address.checksummed)")
          else {
            unknown.formUnion(missing)
            continue
          }
          guard token.map({ [pair.base.address, pair.quote.address].contains($0.address) }) ?? true else { continue }
          let base = one.address == pair.base.address ? one : other
          found["\(pair)", default: TradedPair(pair: pair, relays: [])].add(base, at: relay.address)
        }
      } catch { failures.append(error) }
    }
    var pairs = found.sorted { $0.key < $1.key }.map(\.value)
    for number in pairs.indices.prefix(Self.mostPricedPairs) {
      // A book that cannot be read leaves the pair without prices.
      do {
        let book = try await market.book(of: pairs[number].pair)
        (pairs[number].bestBid, pairs[number].bestAsk) = (book.best(.bid), book.best(.ask))
      } catch is RelayClientError {}
    }
    return TradedPairs(pairs: pairs, unknown: unknown.sorted(), failures: failures)
  }

  /// A token of a pair, and the amounts that orders may have, where they are told.
  private typealias Side = (address: Address, amounts: ClosedRange<UInt256>?)

  private static func pairs(of relay: RelayClient) async throws(RelayClientError) -> [(Side, Side)] {
    guard relay.api == .v4 else {
      return try await relay.tokenPairs().pairs.map { pair in
        (
          (pair.tokenA.address, pair.tokenA.minimum...pair.tokenA.maximum),
          (pair.tokenB.address, pair.tokenB.minimum...pair.tokenB.maximum)
        )
      }
    }
    var seen: Set<Set<Address>> = []
    return try await relay.orders().orders.map(\.signed.order).compactMap { order in
      seen.insert([order.makerToken, order.takerToken]).inserted
        ? ((order.makerToken, nil), (order.takerToken, nil)) : nil
    }
  }
}

extension TradedPair {
  fileprivate mutating func add(_ base: (address: Address, amounts: ClosedRange<UInt256>?), at relay: String) {
    if !relays.contains(relay) { relays.append(relay) }
    guard let amounts = base.amounts else { return }
    let (least, most) = (minimum?.units ?? .max, highest?.units ?? 0)
    minimum = TokenAmount(min(least, amounts.lowerBound), of: pair.base)
    highest = TokenAmount(max(most, amounts.upperBound), of: pair.base)
  }
}
